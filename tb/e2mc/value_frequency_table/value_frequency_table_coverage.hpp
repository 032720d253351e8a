// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hw/e2mc/value_frequency_table/value_frequency_table.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which requests a table was given, and what was in it; a model of the bench's own tracks its contents.
class ValueFrequencyTableCoverage final
    : public TypedCoverage<Beat<FrequencyRequest>, Beat<FrequencyAnswer>> {
 public:
  explicit ValueFrequencyTableCoverage(const ValueFrequencyTableConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;
  static constexpr unsigned ops = 4;

  void see(const Beat<FrequencyRequest>& in, const Beat<FrequencyAnswer>&, bool rst_n) override;
  void see_reset();
  // What a request finds, before the model does it.
  void see_behind(const FrequencyRequest& request, unsigned row);
  void see_sample(const FrequencyRequest& request, unsigned row);
  void see_hit(const e2mc::FrequencyEntry& entry, unsigned way);
  void see_full(unsigned row);
  void see_near(e2mc::Symbol value, unsigned row);
  void see_read(const FrequencyRequest& request);
  void act(const FrequencyRequest& request);
  const e2mc::FrequencyEntry* held(unsigned row, e2mc::Symbol value) const;

  const e2mc::FrequencyShape shape_;
  e2mc::FrequencyTable table_;
  std::vector<bool> used_, used_before_;  ///< by row: written since the last clear, and ever before it
  std::array<std::optional<FrequencyRequest>, 2> last_;  ///< one and two cycles ago
  bool entered_ = false, decayed_ = false;               ///< what the sample one cycle ago did
  unsigned history_ = 0;                                 ///< bit k: a request k cycles ago, this one at 0

  std::array<std::array<std::uint64_t*, ops>, ops> behind_{};  ///< of the same row, by the request before
  Points of_tree_, hit_at_, enters_free_, least_at_, near_, read_way_;
  std::uint64_t &same_value_, &same_row_, &entered_again_, &two_behind_, &two_behind_of_row_, &idle_between_;
  std::uint64_t &blank_behind_clear_, &old_row_after_clear_, &read_of_blank_, &read_of_free_, &read_of_entry_;
  std::uint64_t &upper_bits_, &full_total_, &reset_in_flight_, &reset_with_entries_;
  std::uint64_t &back_to_back_, &isolated_;
  std::uint64_t *saturated_ = nullptr, *saturating_ = nullptr;  ///< of narrow counters
  std::uint64_t* total_stays_ = nullptr;                        ///< of a narrow total
  std::uint64_t *tie_ = nullptr, *decays_ = nullptr, *decays_to_nothing_ = nullptr, *decayed_hit_ = nullptr;
  std::uint64_t *decayed_again_ = nullptr, *replaces_more_than_one_ = nullptr;
};

}  // namespace heddle

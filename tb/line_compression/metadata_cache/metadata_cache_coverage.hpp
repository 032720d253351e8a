// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/line_compression/metadata_cache/metadata_cache.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which requests a cache was given, and what was in it; a model of the bench's own tracks its contents.
class MetadataCacheCoverage final : public TypedCoverage<Beat<MetadataRequest>, Beat<MetadataAnswer>> {
 public:
  explicit MetadataCacheCoverage(const MetadataCacheConfig& config);

 private:
  using Kept = MetadataCacheState::Kept;
  using Points = std::vector<std::uint64_t*>;
  static constexpr unsigned ops = 4;

  void see(const Beat<MetadataRequest>& in, const Beat<MetadataAnswer>&, bool rst_n) override;
  void see_reset(bool answers);
  void see_request(const MetadataRequest& request);
  // What a request finds, before the model does it; `place` is where its block is.
  void see_behind(const MetadataRequest& request, bool hit);
  void see_hit(const MetadataRequest& request, unsigned place);
  void see_miss(const MetadataRequest& request);
  void see_fill(const MetadataRequest& request);
  void see_full_set(unsigned set);
  void act(const MetadataRequest& request);
  const std::vector<Kept>& set_of(std::uint32_t block) const { return state_.set(block % state_.sets()); }

  const unsigned ways_;
  MetadataCacheState state_;
  std::optional<MetadataRequest> last_;  ///< the request before
  bool last_held_ = false;               ///< its block was there before it or behind it
  unsigned history_ = 0;                 ///< bit k: a request k cycles ago, this one at 0
  std::optional<std::uint32_t> left_;    ///< the block that it evicted
  std::unordered_map<std::uint32_t, std::uint64_t> filled_at_;
  std::uint64_t requests_ = 0;
  std::vector<bool> hole_;  ///< by set: a drop has left room since its last fill

  std::array<std::uint64_t*, ops> hit_{}, miss_{};
  std::array<Points, ops> hit_at_{};
  std::array<std::array<std::uint64_t*, ops>, ops> same_block_{};  ///< by the request before
  std::array<std::array<std::uint64_t*, 2>, 2> same_entry_{};      ///< look_up and record
  Points looked_up_, recorded_, answered_, written_, full_, block_set_, block_clear_, near_;
  std::uint64_t &first_fills_, &into_hole_, &again_clean_, &again_dirty_, &evicted_clean_, &evicted_dirty_;
  std::uint64_t &dropped_clean_, &dropped_dirty_, &of_evicted_, &upper_entry_, &idle_between_;
  std::uint64_t &back_to_back_, &isolated_, &reset_answer_, &reset_clean_, &reset_dirty_;
  std::uint64_t* upper_data_ = nullptr;   ///< of blocks of 32 bytes
  std::uint64_t* not_in_turn_ = nullptr;  ///< where there are at least two ways
};

}  // namespace heddle

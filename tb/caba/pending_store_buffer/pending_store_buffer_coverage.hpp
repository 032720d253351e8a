// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/caba/pending_store_buffer/pending_store_buffer.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// What these inputs are to the model.
PendingLinesState::Step pending_step(PinValues in);

/// Which requests find which lines, why they wait, and which lines leave in which order. Follows the inputs
/// with the model.
class PendingStoreBufferCoverage final : public BlockCoverage {
 public:
  explicit PendingStoreBufferCoverage(const PendingStoreBufferConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  using Entry = PendingLinesState::Entry;
  using Step = PendingLinesState::Step;
  void see_reset();
  void see_release(const PendingLinesState::Release& r);
  /// The request that comes, or is kept, before the edge, and what the edge makes of it.
  void see_request(const Step& s);
  void see_store(const PendingLinesState::Request& r, std::optional<unsigned> pending, bool leaves);
  void see_load(const PendingLinesState::Request& r, std::optional<unsigned> pending, bool leaves);
  void see_stored(const PendingLinesState::Request& r, bool merged);
  void see_line_number(std::uint64_t line);
  void see_leaving(bool room);
  std::optional<unsigned> entry_of(std::uint64_t line) const;
  bool leaves_now(unsigned e, const Step& s) const;

  const unsigned entries_;
  PendingLinesState before_, state_;  // before this edge, and behind it
  std::optional<PendingLinesState::Request> kept_;
  bool in_reset_ = true, waited_ = false;
  unsigned held_ = 0;  // edges at which the line that is shown was not taken

  std::vector<std::uint64_t*> comes_, merges_, serves_, taken_, named_, last_byte_, lacks_byte_, tag_bit_;
  std::vector<std::uint64_t*> ordered_finds_;
  std::uint64_t &whole_comes_, &whole_merges_, &again_, &evicts_, &waits_for_any_, &overflows_;
  std::uint64_t &store_waits_, &load_waits_, &load_makes_leave_, &load_passes_, &load_wanted_other_;
  std::uint64_t &ordered_passes_, &ordered_four_, &not_ready_, &waited_store_, &waited_load_, &back_to_back_;
  std::uint64_t &released_now_, &release_nothing_, &release_beyond_, &incomplete_some_, &incomplete_none_;
  std::uint64_t &aged_first_, &aged_second_, &aged_none_, &all_some_, &release_leaving_;
  std::uint64_t &room_for_none_, &held_long_, &freed_and_asked_, &empties_, &idle_;
  std::uint64_t &reset_pending_, &reset_kept_, &reset_leaving_;
  std::uint64_t *oldest_is_not_lowest_ = nullptr, *complete_stays_ = nullptr, *leaves_by_age_ = nullptr;
  std::uint64_t *aged_some_ = nullptr, *beyond_entries_ = nullptr, *half_complete_ = nullptr;
  std::uint64_t* taken_next_ = nullptr;
};

}  // namespace heddle

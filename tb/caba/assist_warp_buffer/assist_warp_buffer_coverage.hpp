// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/caba/assist_warp_buffer/assist_warp_buffer.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which instructions come, leave and are dropped, and what else is staged then.
class AssistWarpBufferCoverage final : public BlockCoverage {
 public:
  explicit AssistWarpBufferCoverage(const AssistWarpBufferConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  static constexpr unsigned none = most_assist_warps;  // no entry
  void see_reset();
  void see_issued(AssistEntries issued);
  /// `entry`: none without a flush.
  void see_flush(unsigned entry, AssistEntries issued);
  void see_insert(const AssistWord& insert, unsigned flush);
  /// What comes for an entry that is flushed now or was lately; true when it is dropped.
  bool see_early(const AssistWord& insert, unsigned flush);
  void see_room(const AssistWord& insert);
  void see_word(std::uint64_t word);
  unsigned staged() const;

  const AssistWarpBufferConfig config_;
  bool in_reset_ = true;
  // How many are staged of high priority, by entry, and the entries in the slots; before this edge until what
  // is issued has left, and then behind it.
  std::array<unsigned, most_assist_warps> high_{};
  std::vector<unsigned> low_;
  AssistEntries issued_high_now_ = 0;                // those that leave at this edge
  unsigned left_low_ = 0;                            // the slots that do
  unsigned flushed_ = none, flushed_before_ = none;  // an edge ago, and two
  unsigned came_at_flush_ = none, unchanged_ = 0;
  std::uint64_t last_word_ = 0;

  std::vector<std::uint64_t*> comes_high_, comes_low_, issued_high_, issued_low_, flushes_;
  std::vector<std::uint64_t*> place_, slot_, slot_issued_, slot_flushed_, leave_, bit_;
  std::uint64_t &refills_, &moves_up_, &swaps_low_, &dropped_high_, &dropped_low_;
  std::uint64_t &flush_and_high_, &flush_and_low_, &behind_high_, &behind_low_, &two_behind_;
  std::uint64_t &flush_nothing_, &flush_both_, &flush_issued_, &flush_again_, &comes_again_;
  std::uint64_t &high_before_low_, &issued_none_, &zero_, &ones_, &same_word_;
  std::uint64_t &all_high_, &all_low_, &empties_, &held_, &idle_, &reset_high_, &reset_low_, &reset_flushed_;
  std::uint64_t *two_of_one_ = nullptr, *younger_leaves_ = nullptr, *flush_of_younger_ = nullptr;
  std::uint64_t *issue_and_flush_ = nullptr, *other_now_ = nullptr, *other_behind_ = nullptr;
  std::uint64_t *flush_other_ = nullptr, *two_behind_other_ = nullptr, *beyond_issued_ = nullptr;
  std::uint64_t *beyond_comes_ = nullptr, *beyond_flushed_ = nullptr, *beyond_before_ = nullptr;
};

}  // namespace heddle

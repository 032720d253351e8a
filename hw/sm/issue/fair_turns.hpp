// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>

#include "hw/sim/clock_domain.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {

/// Turns for warps that a scheduling policy passes over. A warp that could issue and waits for nothing, but
/// has issued nothing in `limit` cycles, goes ahead of the policy's choice for up to a sixteenth of that
/// time, or until it waits for memory or at a barrier. Without it, warps that poll shared memory may keep all
/// issue slots of a greedy policy, or all places of an active set, from the warp that they wait for
/// (ElTantawy and Aamodt, HPCA 2018, section I).
class FairTurns {
 public:
  /// `limit`: cycles; 0: policies may pass over warps for ever.
  explicit FairTurns(Cycle limit) : limit_(limit) {}

  void begin() { *this = FairTurns(limit_); }
  bool on() const { return limit_ != 0; }
  /// Is it time to look who was passed over?
  bool due(Cycle now) const { return now >= end_; }
  /// Looks: `could` are the warps that could issue.
  void look(Cycle now, WarpMask could) {
    // While the SM slept, nothing could issue, and who waited last still did.
    owed_ = now == end_ ? could & ~issued_ & ~waited_ : 0;
    waited_ = now == end_ ? 0 : waiting_;
    issued_ = 0;
    holder_ = no_warp;
    end_ = now - now % limit_ + limit_;
  }
  /// Shows who waits, for memory or at a barrier, ahead of the schedulers. Who is not there yet waits, too.
  void see(Cycle now, WarpMask live, WarpMask waiting) {
    waited_ |= waiting_ = waiting | ~live;
    if (owed_ == 0) return;
    if (holder_ != no_warp && now >= turn_ends_) owed_ &= ~(WarpMask{1} << holder_);
    owed_ &= live & ~waiting;
    if (holder_ != no_warp && (owed_ >> holder_ & 1) == 0) holder_ = no_warp;
  }
  /// The warp of a scheduler whose turn it is; no_warp: the policy chooses. `could`: its warps that could
  /// issue.
  unsigned turn(Cycle now, WarpMask could) {
    if ((owed_ & could) == 0) return no_warp;
    if (holder_ == no_warp) {
      holder_ = static_cast<unsigned>(std::countr_zero(owed_ & could));
      turn_ends_ = now + std::max<Cycle>(limit_ / 16, 1);
    }
    return (could >> holder_ & 1) != 0 ? holder_ : no_warp;
  }
  void issued(unsigned w) { issued_ |= WarpMask{1} << w; }

 private:
  Cycle limit_;
  Cycle end_ = 0, turn_ends_ = 0;
  WarpMask issued_ = 0, waited_ = 0;  ///< since it has looked
  WarpMask waiting_ = ~WarpMask{0};   ///< in the last cycle in which the SM was awake; ahead of it: all
  WarpMask owed_ = 0;                 ///< have a turn to come
  unsigned holder_ = no_warp;
};

}  // namespace heddle

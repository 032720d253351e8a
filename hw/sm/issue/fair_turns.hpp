// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>

#include "hw/sim/clock_domain.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {

/// Turns for warps that a scheduling policy passes over. A warp that waits for nothing but an issue slot, a
/// collector or merge buffers, and has issued nothing in `limit` cycles, goes ahead of the policy's choice
/// for up to a sixteenth of that time, or until it waits for memory or at a barrier. Without it, warps that
/// poll shared memory may keep all issue slots of a greedy policy, all places of an active set, or all
/// collectors from the warp that they wait for (ElTantawy and Aamodt, HPCA 2018, section I).
///
/// It looks every `limit` cycles, at what each warp was at the end of the cycle before. An SM that sleeps
/// stays as its last awake cycle ended, so it makes no difference whether idle cycles are skipped.
class FairTurns {
 public:
  /// `limit`: cycles; 0: policies may pass over warps for ever.
  explicit FairTurns(Cycle limit) : limit_(limit) {}

  void begin() { *this = FairTurns(limit_); }
  bool on() const { return limit_ != 0; }

  /// A cycle begins: finds out whose turn is to come. `waiting` are the warps that wait for memory or at a
  /// barrier, and those that are not there.
  void begin_cycle(Cycle now, WarpMask waiting) {
    if (now >= next_look_) look(now);
    if (owed_ == 0) return;
    if (holder_ != no_warp && now >= turn_ends_) owed_ &= ~(WarpMask{1} << holder_);
    owed_ &= ~waiting;
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
  /// A cycle ends with these warps.
  void end_cycle(WarpMask ready, WarpMask waiting) {
    ready_ = ready & ~waiting;
    waiting_ = waiting;
    waited_ |= waiting;
  }

 private:
  /// At the last multiple of `limit` up to now.
  void look(Cycle now) {
    const Cycle looked = now - now % limit_;
    // If it has slept since the look before, none has issued, and who waits has waited all the time.
    owed_ = looked == next_look_ ? ready_ & ~issued_ & ~waited_ : ready_;
    issued_ = 0;
    waited_ = looked < now ? waiting_ : 0;
    holder_ = no_warp;
    next_look_ = looked + limit_;
  }

  Cycle limit_;
  Cycle next_look_ = 0, turn_ends_ = 0;
  WarpMask issued_ = 0, waited_ = 0;             ///< since it has looked
  WarpMask ready_ = 0, waiting_ = ~WarpMask{0};  ///< at the end of the last cycle in which the SM was awake
  WarpMask owed_ = 0;                            ///< have a turn to come
  unsigned holder_ = no_warp;
};

}  // namespace heddle

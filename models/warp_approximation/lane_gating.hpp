// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/warp_register.hpp"

// Which lanes of an execution unit are powered.

namespace heddle {

/// Power gating of the SIMT lanes of an execution unit, each a power domain of its own (Wong2016 section 5.7,
/// as in its reference 16).
///
/// A lane is gated, waking or on. Gated and wanted, it wakes: that edge and `wake_up` more, and it is on. On,
/// it is idle at an edge at which it is neither wanted nor busy; at the last of `idle_detect` idle edges in a
/// row it is gated. That a gated or waking lane is busy means nothing.
class LaneGating {
 public:
  /// `idle_detect` is at least 1.
  LaneGating(unsigned idle_detect, unsigned wake_up) : idle_detect_(idle_detect), wake_up_(wake_up) {}

  /// The edge of cycle `now`, which may leave out cycles up to the `next` that the last one gave.
  void step(std::uint64_t now, LaneMask wanted, LaneMask busy);

  /// As after power-on: every lane is gated.
  void reset() { *this = LaneGating(idle_detect_, wake_up_); }

  LaneMask on() const { return on_; }
  LaneMask gated() const { return gated_; }

  /// When the next step is due if the inputs stay as they were; ~0: not before they change.
  std::uint64_t next(std::uint64_t now) const;

 private:
  LaneMask waking() const { return ~on_ & ~gated_; }

  unsigned idle_detect_, wake_up_;
  LaneMask on_ = 0, gated_ = all_lanes;
  LaneMask idle_ = 0;                             ///< on, and idle at the last edge
  LaneMask woken_ = 0;                            ///< on since the last edge
  std::array<std::uint64_t, warp_size> turns_{};  ///< edge at which a waking lane is on, an idle one gated
};

}  // namespace heddle

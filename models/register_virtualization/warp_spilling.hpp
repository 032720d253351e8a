// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/register_set.hpp"

// Which warp's registers go to memory, and which come back (Jeon2015, section 8.1, last paragraph).

namespace heddle {

inline constexpr unsigned spilled_warps = 64;
using WarpSet = std::uint64_t;  ///< bit w: warp slot w

/// The choice of a register spill unit, for a CTA that can claim more registers than there are. It acts when
/// nothing else can: when nothing of any warp is under way, and no warp that has its registers can go on.
///
/// - When a warp is starved, which means that its next instruction finds no register, another warp's
///   registers are spilled: those of the highest resident warp but the lowest starved one.
/// - When none is, the lowest spilled warp that could go on is filled, if there is room for a whole warp;
///   else the highest resident warp is spilled to make room.
/// So the lowest starved warp gets the others' registers until it ends or reaches a barrier, and then the
/// spilled warps come back. This requires that the file can hold one warp.
///
/// It acts at the last of `quiet_edges` quiet edges in a row, none of which precedes the end of the last
/// command. The first ones after that may still show the SM as it was while the filled warp was held: it
/// would be the highest resident warp, and be spilled again before it could issue, and so forever.
class WarpSpilling {
 public:
  static constexpr unsigned quiet_edges = 8;

  struct State {
    bool quiet = false;    ///< nothing is under way, and no warp can issue
    bool room = false;     ///< each cluster has as many free registers as a warp may need
    WarpSet resident = 0;  ///< have registers
    WarpSet starved = 0;   ///< could issue if there were registers
    WarpSet waiting = 0;   ///< could not issue even then: they stand at a barrier
  };
  struct Command {
    bool valid = false;
    bool fill = false;  ///< else spill
    std::uint8_t warp = 0;
    RegisterSet registers = 0;  ///< to fill
  };

  void reset() { *this = {}; }
  /// One edge. The end of the last command (`done`; of a spill, its `registers`) acts first, then a new
  /// command may be given. None is given while another is carried out, nor at the edge at which it is done.
  Command step(const State& state, bool done, RegisterSet registers);
  /// Warps that must not issue: they are spilled, or on their way out or back.
  WarpSet held() const { return held_; }
  bool busy() const { return busy_; }
  /// Another edge with the same inputs can change something: quiet edges are counted.
  bool settling() const { return quiet_ != 0 && quiet_ < quiet_edges; }

 private:
  WarpSet held_ = 0;
  std::array<RegisterSet, spilled_warps> saved_{};
  bool busy_ = false, fill_ = false;
  std::uint8_t warp_ = 0;   ///< of the command that is carried out
  std::uint8_t quiet_ = 0;  ///< length of the present run of quiet edges, as far as they count
};

}  // namespace heddle

#pragma once

#include <vector>

#include "hw/sm/issue/scoreboard.hpp"

namespace heddle {

/// mov.b32 r, r, as the register file injects it.
struct MoveInstruction {
  ptx::Instruction instruction;
  Hazards hazards{instruction};
};

/// That of register r, below 64: one for all SMs, so that the host finds it in its cache.
inline const MoveInstruction& move_of(unsigned r) {
  static const std::vector<MoveInstruction> all = [] {
    std::vector<MoveInstruction> moves;
    for (std::uint8_t reg = 0; reg < 64; ++reg) {
      ptx::Instruction i;
      i.unit = ptx::Unit::sp;
      i.source_count = i.destination_count = 1;
      i.sources[0] = i.destinations[0] = reg;
      i.execute = [](const ptx::Instruction&, const ptx::WarpContext&, LaneMask, ptx::Operands& o) {
        o.destination[0] = o.source[0];
      };
      moves.push_back({i});
    }
    return moves;
  }();
  return all[r];
}

}  // namespace heddle

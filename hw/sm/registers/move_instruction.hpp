// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle {

/// mov.b32 r, r, as the register file injects it.
inline ptx::Instruction move_of(std::uint8_t r) {
  ptx::Instruction i;
  i.unit = ptx::Unit::sp;
  i.source_count = i.destination_count = 1;
  i.sources[0] = i.destinations[0] = r;
  i.execute = [](const ptx::Instruction&, const ptx::WarpContext&, LaneMask, ptx::Operands& o) {
    o.destination[0] = o.source[0];
  };
  return i;
}

}  // namespace heddle

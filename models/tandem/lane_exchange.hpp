// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"
#include "models/tandem/tandem_warp.hpp"

namespace heddle {

struct SettledLanes {
  LaneMask registers = all_lanes, predicates = all_lanes;  ///< of the results of each kind
};

/// For an instruction by which lanes see each other's operands: the lanes of `active` whose results depend
/// on no value that the program has not set. The instruction is executed with two different values in the
/// place of each of those; where the results are the same, they do not matter.
SettledLanes settled_lanes(const TandemWarp& warp, const ptx::Instruction& instruction, LaneMask active);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/register_set.hpp"
#include "models/ptx/flow/code_flow.hpp"

namespace heddle {

/// Where a warp gives registers back (Jeon2015, 6.1), by instruction of Kernel::code.
struct ReleasePoints {
  /// Release flags: bit k releases source_groups()[k] when the instruction has read all its operands, even if
  /// its guard switches every lane off. No register is released twice, nor one that is written, too.
  std::vector<std::uint8_t> flags;
  /// Registers released ahead of the instruction, where a basic block begins: the instruction does not read
  /// them. They may be unmapped, when the warp has come another way.
  std::vector<RegisterSet> ahead;
  std::vector<bool> head;  ///< CodeFlow::head
};

/// Releases each register as early as one of the two can name it, and no earlier than the last lane of the
/// warp has read it (SimtLiveness): by a flag at its last use inside a block, else at the head of a block,
/// which is where diverged lanes have met, where a loop has been left, or what follows a value that nothing
/// reads. A warp's end releases all, so nothing is released ahead of an exit. Registers below `exempt` are
/// never released. The code is that of a whole kernel (ptx::Kernel::code), which names registers up to 62.
ReleasePoints release_points(const std::vector<ptx::Instruction>& code, unsigned exempt = 0);

}  // namespace heddle

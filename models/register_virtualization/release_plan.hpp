// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/register_virtualization/register_order.hpp"
#include "models/register_virtualization/release_program.hpp"
#include "models/register_virtualization/renaming_budget.hpp"

namespace heddle {

/// What the compiler hands to a GPU with virtual registers: all that an SM needs to run the kernel. `points`
/// and `program` speak of `kernel`, whose registers are renumbered.
struct ReleasePlan {
  ptx::Kernel kernel;
  std::uint32_t exempt = 0;  ///< registers [0, exempt) are not renamed and never released
  ReleasePoints points;
  ReleaseProgram program;
  std::uint32_t ctas = 0;  ///< that may be resident at once; 0: all that fit into the SM
  bool spills = false;     ///< a CTA can claim more registers than there are: warps' registers go to memory
  bool in_code = true;     ///< false: the code has no metadata; a warp gives back all when it ends

  /// Where spilled registers lie in a thread's local memory, after the program's own data, and their bytes.
  std::uint32_t spill_offset() const { return (kernel.local_bytes + 3) / 4 * 4; }
  std::uint32_t spill_bytes() const { return spills ? 4 * kernel.registers : 0; }
};

/// The plan for a kernel of which `warps` can be resident on an SM. Throws Error for no warps.
ReleasePlan plan_releases(const ptx::Kernel& kernel, const RenamingBudget& table, std::uint32_t warps);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/thread_registers.hpp"
#include "models/ptx/flow/guarded_liveness.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// A basic block of finished code: instructions [begin, end).
struct CodeBlock {
  std::uint32_t begin = 0, end = 0;
  std::vector<std::uint32_t> successors{};  ///< blocks; none: leaves the kernel or returns
  std::uint32_t loops = 0;                  ///< natural loops that it belongs to
};

/// Static figures of a kernel's code, in architected registers.
struct KernelAnalysis {
  std::vector<CodeBlock> blocks{};  ///< in order of the code; those of called functions behind the kernel's
  std::uint32_t branches = 0;       ///< branch instructions with a guard
  std::uint32_t loops = 0;  ///< distinct heads of backward edges (from a block that the head dominates)
  std::uint32_t barriers = 0, calls = 0;
  std::uint32_t loads = 0, stores = 0;  ///< of global, shared, local, generic memory; atomics are both
  std::uint32_t local_loads = 0,
                local_stores = 0;  ///< those of local memory among them: spills and local arrays
  /// Architected registers that are live after each instruction.
  std::vector<ThreadRegisters> live{};
  std::uint32_t max_live = 0;  ///< largest number of them, an instruction's results included
};

/// Changes `live` from the registers that are live after the instruction to those that are live before it,
/// for one thread alone.
void step_backwards(const Instruction&, ThreadRegisters& live, GuardedLiveness&);

/// Analyses the path of one thread: lanes that are switched off keep their registers and change nothing.
/// Calls are not followed: what is live across a call lies in the stack frame.
KernelAnalysis analyse(const Kernel&);

}  // namespace heddle::ptx

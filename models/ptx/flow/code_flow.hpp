// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// Where warps can go in finished code, instruction by instruction. A call is treated as an instruction that
/// goes on to the next one; `calls` lists the calls.
struct CodeFlow {
  /// Of each instruction. A guarded branch has its target first; none: leaves the kernel or returns.
  std::vector<std::vector<std::uint32_t>> successors;
  /// Whether the instruction begins a basic block: a warp can reach it other than from the one before it, or
  /// it follows a branch, a call or an instruction that may leave.
  std::vector<bool> head;
  /// The first instruction of the function that each instruction belongs to; 0 for the kernel's own, and for
  /// code that nothing reaches.
  std::vector<std::uint32_t> function;
  std::vector<std::uint32_t> calls;  ///< all call instructions
};

CodeFlow code_flow(const std::vector<Instruction>& code);

/// Calls f(instruction) for each to which a thread may go from `i`: into the function of a call, and from its
/// `ret` behind every call of it.
template <class F>
void for_each_next(const std::vector<Instruction>& code, const CodeFlow& flow, std::uint32_t i, F&& f) {
  if (code[i].control == Control::call) return f(code[i].target);
  for (const std::uint32_t next : flow.successors[i]) f(next);
  if (code[i].control != Control::ret) return;
  for (const std::uint32_t call : flow.calls)
    if (code[call].target == flow.function[i] && call + 1 < code.size()) f(call + 1);
}

}  // namespace heddle::ptx

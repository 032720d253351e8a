// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/draft/draft.hpp"

namespace heddle::ptx {

/// Does the instruction end the lanes' path through the kernel or the function?
inline bool leaves(const Instruction& i) {
  return i.control == Control::exit || i.control == Control::ret || i.control == Control::trap;
}

inline bool jumps(const Draft& d) { return d.instruction.control == Control::branch; }

/// A run of instructions that is entered at its first and left at its last.
struct BasicBlock {
  std::uint32_t begin = 0, end = 0;         ///< instructions [begin, end)
  std::vector<std::uint32_t> successors{};  ///< blocks; none = leaves the kernel
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;  ///< in order of the code
  /// Whether the last instruction of a block may leave the kernel or return (its exit may be guarded). A trap
  /// does not: behind it no lane goes anywhere.
  std::vector<bool> leaves;
};

ControlFlow control_flow(const std::vector<Draft>& code);

/// The immediate post-dominator of each block; blocks.size() stands for the end of the kernel. A block from
/// which the end cannot be reached (an endless loop) gets the end. In a function the one block that returns
/// stands for the end: lanes meet there, whatever others leave the kernel on the way.
std::vector<std::uint32_t> post_dominators(const ControlFlow&);

/// Sets Instruction::reconvergence of every branch: its block's immediate post-dominator, for which the ways
/// that lead from a choice straight out of the kernel do not count. (Lanes with `if (a) x(); else if (b) y();
/// else return;` meet behind x and y, as a barrier there needs them to.)
void set_reconvergence(std::vector<Draft>& code, const ControlFlow&);

}  // namespace heddle::ptx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/program/code_generation.hpp"

/// What is done to a function between the selection of its instructions and the allocation of registers. Each
/// pass is a file of this folder; each leaves code that computes the same in every thread.
namespace heddle::ptx {

struct Pass {
  std::string_view name;
  std::string_view does;  ///< for the reader of `heddle kernel --passes`
  void (*run)(DraftKernel&, InstructionSet);
};

/// Those of a level, in their order.
std::span<const Pass> passes_of(const CodeGeneration&);

/// Copies of registers, and conversions of addresses that change none, are read from where they came.
void forward_copies(DraftKernel&, InstructionSet);
/// Literals, parameters, constants and special registers become operands of the instructions that read them,
/// where the instruction set has such operands; what is left of a parameter's load becomes a move.
void fold_constants(DraftKernel&, InstructionSet);
/// What an instruction set does not have as operands is moved to registers.
void legalise_operands(DraftKernel&, InstructionSet);
/// Instructions whose results nobody reads are left out.
void remove_unread(DraftKernel&, InstructionSet);
/// The same instructions at the end of two ways to one place stand there once (tail merging or cross-jumping:
/// Muchnick, Advanced Compiler Design and Implementation, 1997, 18.8).
void tail_merge(DraftKernel&, InstructionSet);
/// Jumps to the next instruction are left out, and so are jumps around a jump.
void straighten(DraftKernel&, InstructionSet);
/// If-conversion: a branch over a few instructions is left out, and they execute under its guard instead.
void if_convert(DraftKernel&, InstructionSet);
/// Values that one instruction makes of constants alone are made again where they are read, instead of being
/// kept, as long as fewer registers are live at once then: the "never-killed values" of Briggs, Cooper and
/// Torczon, Rematerialization, PLDI 1992.
void rematerialise(DraftKernel&, InstructionSet);
/// List scheduling of each basic block, which weighs the critical path against register pressure (Goodman and
/// Hsu, Code Scheduling and Register Allocation in Large Basic Blocks, ICS 1988). The kernel takes no more
/// registers than before.
void schedule(DraftKernel&, InstructionSet);

}  // namespace heddle::ptx

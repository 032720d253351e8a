// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/module/layout.hpp"

namespace heddle::ptx {

/// Turns a parsed kernel or function into instructions on virtual registers: checks operands against the
/// opcode's row, encodes literals, resolves variables to addresses, attaches the execute functions. The last
/// instruction is always one that leaves or jumps; a function returns at its last one only. `has_stack`: the
/// kernel calls functions, so frames are found through a stack pointer. With independent threads, lanes are
/// gathered ahead of what the members of a mask execute together. Throws Error at the statement.
DraftKernel select_instructions(const SourceText&, const Module&, const Function&, const Layout&,
                                bool has_stack, Divergence);

}  // namespace heddle::ptx

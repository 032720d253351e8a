#pragma once

#include "models/ptx/draft.hpp"
#include "models/ptx/layout.hpp"

namespace heddle::ptx {

/// Turns a parsed kernel into instructions on virtual registers: checks operands against the opcode's row,
/// encodes literals, resolves variables to addresses, attaches the execute functions. The last instruction is
/// always one that leaves the kernel or jumps. Throws Error at the statement.
DraftKernel select_instructions(const SourceText&, const Function&, const Layout&);

}  // namespace heddle::ptx

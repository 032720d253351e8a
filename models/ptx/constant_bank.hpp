#pragma once

#include "models/ptx/program.hpp"

namespace heddle::ptx {

/// ld.param and ld.const: reads WarpContext::parameters at operand[0] (if any) + offset, as `memory`
/// describes. Throws Error when a lane reads outside the bank.
void read_constant_bank(const Instruction&, const WarpContext&, LaneMask active, Operands&);

}  // namespace heddle::ptx

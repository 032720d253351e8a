// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// ld.param of a kernel: reads WarpContext::parameters at operand[0] (if any) + offset, as `memory`
/// describes. Throws Error when a lane reads outside the parameter block.
void read_parameters(const Instruction&, const WarpContext&, LaneMask active, Operands&);
/// ld.const: the same for the module's constants; addresses are those in device memory.
void read_constants(const Instruction&, const WarpContext&, LaneMask active, Operands&);

/// The bytes of such a bank that an operand names, as a number.
std::uint64_t constant_operand(const ConstantOperand&, const WarpContext&);

}  // namespace heddle::ptx

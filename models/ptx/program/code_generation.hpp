// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/value.hpp"

namespace heddle::ptx {

/// Which operands of an instruction take no register.
///   ptx      literals and special registers, as PTX has them; parameters and constants are loaded. So
///   GPGPU-Sim
///            executes PTX.
///   fermi    one operand of an instruction may be a literal or lie in the constant bank, parameters included
///            (instruction_set.hpp). So sm_20 has it.
///   ptxplus  the same, and special registers. So GT200 has it, whose machine code GPGPU-Sim reads as
///   PTXPlus.
enum class InstructionSet : std::uint8_t { ptx, fermi, ptxplus };

constexpr auto names_of(InstructionSet) {
  return std::array{Named{InstructionSet::ptx, "ptx"}, Named{InstructionSet::fermi, "fermi"},
                    Named{InstructionSet::ptxplus, "ptxplus"}};
}

/// For what a kernel is compiled, besides its divergence, and by which passes (passes/passes.hpp).
struct CodeGeneration {
  InstructionSet isa = InstructionSet::ptx;
  /// 0: the instructions are those of the PTX file, in their order; 1: what the instruction set asks for and
  /// saves registers; 2: all passes.
  std::uint32_t optimize = 0;
  bool operator==(const CodeGeneration&) const = default;
};

}  // namespace heddle::ptx

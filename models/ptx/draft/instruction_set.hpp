// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/draft/draft.hpp"
#include "models/ptx/program/code_generation.hpp"

namespace heddle::ptx {

/// May operand k of the instruction be a literal that is not zero, or lie in the constant bank, where the
/// instruction set allows one such operand? In Fermi's machine code that is the last source of two, and the
/// second or third of three (asfermi, wiki pages "OpcodeInteger", "OpcodeFloat", "OpcodeDataMovement": the
/// "composite operand"); where operands may change places, or a comparison has its mirror image, it is any.
/// What reads memory, exchanges lanes or becomes a subroutine there (division) has none.
bool may_be_composite(const Draft&, unsigned k);
/// May any of its operands?
bool has_composite(const Draft&);

/// Is operand k one of those now? Zero is a register of its own (RZ).
bool is_composite(const Draft&, unsigned k);

/// Does Fermi keep the special register in the constant bank, before the parameters (%ntid, %nctaid)?
bool in_constant_bank(unsigned number);

}  // namespace heddle::ptx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/register_set.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// Source operands that a release flag can name (Jeon2015, 6.2).
inline constexpr unsigned flagged_operands = 3;

/// The registers that each bit of an instruction's release flags stands for: its first three register
/// operands, in the order of Instruction::sources. A 64-bit operand is an aligned pair and the data of a
/// vector store an aligned row of up to four, with one bit for all; an operand that names the same registers
/// again has them, too. Operands beyond the third (mov.b64 of four halves) have no bit.
std::array<RegisterSet, flagged_operands> source_groups(const ptx::Instruction&);

}  // namespace heddle

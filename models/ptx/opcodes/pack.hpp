// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// mov d, {a, b, ...}: operand[k] of `part_bits` (8, 16 or 32) each, lowest first, into one or two
/// destination words.
Execute pack(unsigned part_bits);
/// mov {a, b, ...}, s: the reverse; one destination word for each part.
Execute unpack(unsigned part_bits);
/// mov of operand[0], `bits` wide (8 to 64).
Execute move_bits(unsigned bits);

}  // namespace heddle::ptx

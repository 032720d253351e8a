// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/register_set.hpp"
#include "models/register_virtualization/release_instruction.hpp"
#include "models/register_virtualization/source_groups.hpp"

namespace heddle {

/// Registers that one release flag stands for, `count` from the first on (Jeon2015, section 6.2, and
/// source_groups.hpp).
struct FlaggedOperand {
  std::uint8_t first = 0;  ///< 0 to 63
  std::uint8_t count = 0;  ///< 0 to 4; 0: there is no such operand
};

/// The registers that an instruction gives back when it has read its operands: bit k of `flags` releases
/// operand k. Registers beyond 63 are ignored.
RegisterSet flagged_registers(std::uint8_t flags,
                              const std::array<FlaggedOperand, flagged_operands>& operands);

/// The registers that a pbr names; none for a word that is no pbr.
RegisterSet branch_registers(std::uint64_t word);

}  // namespace heddle

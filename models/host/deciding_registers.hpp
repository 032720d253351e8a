// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ptx/program/program.hpp"

namespace heddle {

/// The architected registers on which it depends how these instructions of a kernel go on: what they access
/// in memory and store there, which lanes execute, where they branch, and what other lanes get of them. A
/// register that they only write, or that only counts their rounds, is none of these. Ascending. Nothing when
/// it also depends on a special register that changes, as %clock.
///
/// This is a backward slice (Weiser, Program Slicing, ICSE 1981) of all accesses, predicates and control
/// instructions among `visited`, which holds indices into Kernel::code.
std::optional<std::vector<std::uint8_t>> deciding_registers(const ptx::Kernel& kernel,
                                                            const std::vector<std::uint32_t>& visited);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/estimate/netlist.hpp"

namespace heddle::estimate {

/// Compares a netlist of cells with the same design ahead of the mapping (generic_gates.hpp), in reset,
/// behind it with random inputs, and in a second reset: outputs, and registers that have the same instance
/// name in both. A register may be held as its inverse, but then always. What depends on a register that has
/// no reset counts once it has a value. Throws Error that names the register and its cell, or the output and
/// the cells of the registers before it.
void require_same_machine(const Netlist& unmapped, const Netlist& mapped, const std::string& block);

}  // namespace heddle::estimate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/cosim/rtl/rtl_source.hpp"

// RTL of the user's own as yosys can read it. Debian's yosys rejects much of SystemVerilog, and of some of it
// (arrays of packed structs, functions that return structs) it leaves nets undriven without an error. So it
// reads what this makes of the user's RTL, and nothing else of it.

namespace heddle::lower {

/// The source with plain Verilog in place of the user's RTL, with its parameters set, in a file of the cache;
/// Heddle's own RTL as it is. Throws Error for what Verilator rejects, and that names construct, file and
/// line of what cannot be lowered.
RtlSource plain_source(const RtlSource& source);

/// A parameter set of a block, as for a co-simulation.
struct ParameterSet {
  std::string block;
  std::string set{};
  std::vector<std::string> overrides{};
};

/// Co-simulates both with the block's model, and throws Error unless both are equal to it, or both differ
/// from it first at the same cycle in the same values. Simulates in a process of its own, so it must be
/// called before this one simulates. What was shown is kept in the cache.
void require_equal(const RtlSource& original, const RtlSource& plain, const ParameterSet& set);

/// `plain_source`, shown to be equal to the user's RTL.
RtlSource synthesizable(const RtlSource& source, const ParameterSet& set);

}  // namespace heddle::lower

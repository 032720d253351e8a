// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heddle::verify {

/// Turns a netlist in BLIF of two instances, `a` and `b`, of a flat module, whose only output is high when
/// they differ, into one without registers: its inputs are also the registers, an input for each register
/// that both have, and its output is high when the former output is, or when the two would not hold the same
/// behind the next edge. If that is never high, they never differ: an induction over the edges, from
/// registers that begin alike (those of which one instance begins otherwise are left apart).
std::string step_from_equal_registers(const std::string& blif);

}  // namespace heddle::verify

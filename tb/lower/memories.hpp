// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "tb/lower/tree.hpp"
#include "tb/lower/types.hpp"

namespace heddle::lower {

/// The unpacked arrays of a module that stay memories in plain Verilog: of one dimension, written a word at a
/// time at an address that signals decide, in processes of one clock edge, and read word by word. Every other
/// array becomes a vector for each element.
std::set<std::string, std::less<>> memories_of(const Node& module, const Node& netlist, const Types& types);

}  // namespace heddle::lower

#pragma once

#include <string>

#include "tb/lower/tree.hpp"

namespace heddle::lower {

/// The design of a tree as one module of plain Verilog, with the name and the pins of its top. Throws Error
/// that names construct, file and line of what cannot be lowered.
std::string plain_verilog(const Node& netlist);

}  // namespace heddle::lower

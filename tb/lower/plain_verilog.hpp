// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tb/lower/tree.hpp"

namespace heddle::lower {

/// The design of a tree as one module of plain Verilog, with the name and the pins of its top. Throws Error
/// that names construct, file and line of what cannot be lowered. Files that $readmemh and $readmemb name are
/// searched for in `folders`, then in the working folder.
std::string plain_verilog(const Node& netlist, const std::vector<std::filesystem::path>& folders);

}  // namespace heddle::lower

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "hw/sim/rtl_model.hpp"

namespace heddle {

bool is_vhdl(const std::filesystem::path& file);

/// Makes Verilog of an entity called after the block (ghdl --synth, VHDL-2008): a file of the cache whose
/// module has that name and no parameters, because those of `parameters` that the text mentions as generics
/// are in it; they are taken out. `files` in the order in which they need each other. Throws Error with
/// ghdl's first message, when ghdl is missing, and for VHDL that writes files or calls C unless it is
/// `trusted`.
std::filesystem::path verilog_of_vhdl(std::string_view block, const std::vector<std::filesystem::path>& files,
                                      RtlParameters& parameters, bool trusted = false);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "tb/cosim/rtl/rtl_source.hpp"

// Pieces of yosys scripts.

namespace heddle::estimate {

/// A path as a word of a script. Throws Error when yosys cannot take it.
std::string quoted(const std::filesystem::path& path);

/// Gives the top module its parameters, all at once, since one of them may be legal only beside another;
/// empty when there are none. Without an end of line.
std::string parameter_command(const RtlSource& source);

/// Reads `files`, of which included ones are skipped, with the folders and the parameters of `source`;
/// `options` are those of read_verilog beside -sv.
std::string read_command(const RtlSource& source, std::span<const std::filesystem::path> files,
                         std::string_view options = "");

/// The same for all files of the source.
std::string read_command(const RtlSource& source);

}  // namespace heddle::estimate

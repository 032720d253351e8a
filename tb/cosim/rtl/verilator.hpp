// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"

// How Verilator is called, and what it answers.

namespace heddle {

/// Its options for a source: folders, macros, parameters, the top module, and for a user's RTL that delays
/// are ignored and that all warnings are told in one run.
std::vector<std::string> verilator_options(const RtlSource& source);

/// A file of RTL on its command line: an absolute path. Verilator looks for a relative one in the folders of
/// -I, too, where Heddle's own RTL may have the same.
std::string verilator_path(const std::filesystem::path& file);

/// Runs `verilator` with these arguments, at most `seconds` (0: as long as it takes), with as much stack as
/// it may have.
CommandResult call_verilator(std::vector<std::string> arguments, unsigned seconds = 0);

/// Runs `verilator` with `mode` ("--cc", ...), the options and the files of the source, and returns its
/// output. Throws Error with its first error; else, of a user's RTL, with all warnings that are not allowed,
/// unless `only_read`.
std::string run_verilator(const RtlSource& source, const std::vector<std::string>& mode,
                          bool only_read = false, const std::vector<std::string>& more = {});

}  // namespace heddle

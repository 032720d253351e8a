// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/scratch_folder.hpp"

// The external tools of an estimate.

namespace heddle::estimate {

/// A program and the Debian package that brings it.
struct Tool {
  std::string_view program;
  std::string_view package;
};

inline constexpr Tool yosys{"yosys", "yosys"};
inline constexpr Tool open_sta{"sta", "opensta"};

/// Throws Error naming the package when the program is not on the PATH.
void require(const Tool& tool);

/// Runs `tool` with `arguments` in `folder` and returns what it printed. Throws Error when the tool is
/// missing, exits non-zero, prints a line that starts with "Error" or "ERROR" (OpenSTA exits 0 after those),
/// or takes longer than half an hour; `doing` says what it was meant to do.
std::string run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                     const std::filesystem::path& folder, std::string_view doing);

/// Writes a file. Throws Error when it cannot.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace heddle::estimate

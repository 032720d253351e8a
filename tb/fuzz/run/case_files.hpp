// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tb/fuzz/run/check_case.hpp"

namespace heddle::fuzz {

/// Writes `name`.ptx, `name`.yaml (a launch file that expects what the scalar interpreter computes) and the
/// contents of its buffers into the folder, and returns the command that runs the kernel on the case's first
/// machine. Throws Error when a file cannot be written, or the tree is no kernel.
std::string write_case(const Case& c, const std::filesystem::path& folder, const std::string& name);

}  // namespace heddle::fuzz

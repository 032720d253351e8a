// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tb/estimate/liberty_groups.hpp"

// Foundries deliver a library in several files: gates in one, flip-flops in another. The tools take one.

namespace heddle::estimate {

struct LibertyFile {
  std::string name;  ///< as the user has given it
  std::string text;  ///< unpacked
  LibertyGroup library;
  bool packed = false;  ///< by gzip
};

/// Reads and parses the files. Throws Error when one cannot be read or is malformed, and when they are not
/// alike: in process, voltage or temperature, in a unit, in a threshold of delays, or in a figure for what
/// cells do not say.
std::vector<LibertyFile> read_liberty_files(std::span<const std::filesystem::path> files);

}  // namespace heddle::estimate

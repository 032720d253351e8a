// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Where the RTL's files of memory contents are.
struct HeddleMemoryFiles {
  std::vector<std::string> folders;  ///< searched in this order, ahead of the working folder
  bool devices = false;              ///< devices and pipes may be read, too
};

extern HeddleMemoryFiles heddle_memory_files;

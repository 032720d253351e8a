// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tb/serve/served_block.hpp"

namespace heddle {

/// What the files of a block's model are made from.
struct DpiRequest {
  std::string block{};
  std::string set{};                     ///< a named parameter set; empty: the default
  std::vector<std::string> overrides{};  ///< "latency=4"
  std::string module{};                  ///< name of the model's module
  bool vpi = false;                      ///< for a simulator with VPI, which has no DPI-C
  std::vector<std::filesystem::path> plugins{};
  std::filesystem::path program{};  ///< which simulates it
};

/// Names and texts of the files for a simulator with DPI-C, or VPI: MODULE.sv, the model with the ports of
/// the block's RTL; MODULE_check.sv, which compares RTL with it; MODULE.c and heddle_client.h, their C side.
std::vector<std::pair<std::string, std::string>> dpi_files(const DpiRequest& request,
                                                           const ServedBlock& block);

}  // namespace heddle

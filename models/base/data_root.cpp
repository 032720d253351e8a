// SPDX-License-Identifier: Apache-2.0
#include "models/base/data_root.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/this_program.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// The folder that InstalledData has set; empty when there is none.
std::string& linked_installation() {
  static std::string folder;
  return folder;
}

bool holds_data(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "configs", ignored);
}

}  // namespace

InstalledData::InstalledData(const char* folder) { linked_installation() = folder; }

fs::path data_root() {
  if (const char* set = std::getenv("HEDDLE_DATA"); set && *set) {
    if (holds_data(set)) return fs::absolute(set);
    throw Error({.place = "environment variable HEDDLE_DATA",
                 .what = "names no folder that holds Heddle's data",
                 .value = set,
                 .legal = "a folder with the subfolder 'configs'"});
  }
  std::vector<std::string> tried;
  const fs::path& program = this_program();
  for (const fs::path& place : {program.parent_path().parent_path() / HEDDLE_INSTALL_DATADIR,
                                fs::path(linked_installation()), fs::path(HEDDLE_SOURCE_DIR)}) {
    if (place.empty()) continue;
    if (holds_data(place)) return place;
    tried.push_back(place.string());
  }
  throw Error({.what = fmt::format("Heddle's data (configs, workloads, RTL) is in none of {}",
                                   fmt::join(tried, ", ")),
               .legal = "set HEDDLE_DATA to the folder that holds it"});
}

fs::path data_file(const fs::path& relative) {
  const fs::path root = data_root();
  std::error_code none;
  if (!fs::exists(root / relative, none))
    throw Error({.place = root.string(), .what = "missing file", .value = relative.string()});
  return root / relative;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "models/base/scratch_folder.hpp"

#include <cstdlib>

#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "heddle-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw Error({.what = "cannot make a temporary folder", .value = name});
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace heddle

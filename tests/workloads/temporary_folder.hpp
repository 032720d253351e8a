// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "models/base/scratch_folder.hpp"

namespace heddle {

/// An empty folder that the destructor removes.
class TemporaryFolder {
 public:
  const std::filesystem::path& path() const { return folder_.path(); }
  std::string add(const std::string& name, const std::string& content) const {
    const auto file = path() / name;
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

 private:
  ScratchFolder folder_;
};

/// The path of a file with this content, which is removed when the program ends.
inline std::string temporary_file(const std::string& name, const std::string& content) {
  static const TemporaryFolder folder;
  return folder.add(name, content);
}

}  // namespace heddle

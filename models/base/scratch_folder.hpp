// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace heddle {

/// A fresh folder below the system's temporary one; removed with all it holds at the end of its scope.
class ScratchFolder {
 public:
  /// Throws Error when none can be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "models/base/fresh_file.hpp"

namespace heddle {

/// Waits until the content of a file or folder is on the disk. Throws Error when the disk reports that it is
/// not; a file system that cannot say is believed.
void sync_to_disk(const std::filesystem::path& path);

/// A file that appears only when it is complete: its text is written as a FreshFile first and, once it is on
/// the disk, takes its place.
class WholeFile {
 public:
  /// Throws Error when it cannot be written; what it replaces stays until `write`.
  explicit WholeFile(const std::filesystem::path& path);

  /// To be called once. Throws Error, as on a full disk, and then changes nothing.
  void write(std::string_view text);

 private:
  [[noreturn]] void fail() const;

  FreshFile fresh_;
  std::ofstream out_;
};

}  // namespace heddle

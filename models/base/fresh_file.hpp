// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heddle {

/// Where the content of a file goes until it is complete: to `.NAME.partial-PID` beside the file, which then
/// takes the file's place. A symbolic link keeps pointing where it points; a device or a pipe is written as
/// it is.
class FreshFile {
 public:
  explicit FreshFile(const std::filesystem::path& file);
  /// Removes the content that has not taken the file's place.
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  /// The file that is written: the one that the constructor was given, or the one to which that points.
  const std::filesystem::path& file() const { return file_; }
  /// Where to write.
  const std::filesystem::path& path() const { return path_; }
  /// Is that the file itself?
  bool as_it_is() const { return path_ == file_; }
  /// The content is complete and closed: it takes the file's place. Returns why it cannot, or nothing.
  std::error_code finish();

 private:
  std::filesystem::path file_, path_;
};

/// The name of the file whose content, not complete, a process that was killed has left under this name.
std::optional<std::string> unfinished(const std::string& name);

}  // namespace heddle

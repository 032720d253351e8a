#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace heddle {

/// A folder of results that is written as a whole or not at all: beside its place first, then renamed.
class ResultFolder {
 public:
  /// Checks the path, and changes nothing. Throws Error when `path` exists and is no folder of results (those
  /// hold the file `mark` and may be replaced), and when no folder can be made there.
  explicit ResultFolder(std::filesystem::path path, const std::string& mark = "stats.json");

  /// Writes the files by name. Throws Error when that fails; an earlier folder then stays as it was.
  void write(const std::map<std::string, std::string>& files) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace heddle

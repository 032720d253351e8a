// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle {

/// A folder of results with a record of them, manifest.json: what they were made from (see manifest.hpp), and
/// the hash of each. A folder owns what its manifest names. It replaces nothing else, whatever lies beside
/// it, and nothing of its own that somebody has changed since.
class ResultFolder {
 public:
  static constexpr const char* manifest = "manifest.json";

  /// Checks the path, and changes nothing. `names` are files that will be written. Throws Error when `path`
  /// exists and is neither empty nor a folder of results, when a file of these names is somebody else's, and
  /// when no folder can be made there.
  explicit ResultFolder(std::filesystem::path path, const std::vector<std::string>& names = {});

  /// Is the file, which another option names, to lie in this folder? Throws Error when its name is one of
  /// `names`, or the manifest's.
  bool holds(const std::filesystem::path& file) const;
  /// Makes the folder, still without results, for files that are written beside them.
  void make() const;

  /// Replaces the earlier results by these, and writes the manifest, with the further keys `about`. Throws
  /// Error when that fails; before the first file is replaced the earlier results stay as they were, and
  /// afterwards the new ones stay in the folder that the message names.
  void write(const std::map<std::string, std::string>& files,
             nlohmann::ordered_json about = nlohmann::ordered_json::object()) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path stage(const std::map<std::string, std::string>& files) const;
  void replace(const std::map<std::string, std::string>& files, const std::filesystem::path& staged,
               const nlohmann::ordered_json& about) const;

  std::filesystem::path path_;
  std::vector<std::string> names_;
};

}  // namespace heddle

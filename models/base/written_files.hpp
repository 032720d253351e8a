// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

namespace heddle {

/// Which files of a folder Heddle has written: a record in the folder, a JSON file, has the hash of each.
/// What the record does not have, or what has another content by now, is somebody else's and is never
/// replaced.
class WrittenFiles {
 public:
  /// Reads the record. A folder without one, or with one that cannot be read, has no files of Heddle's.
  WrittenFiles(std::filesystem::path folder, std::string record);

  /// The folder has a record.
  bool recorded() const { return recorded_; }
  /// The record says that its files belong together: no replacement of them was interrupted.
  bool complete() const { return complete_; }
  /// The record as it was read; null when there is none.
  const nlohmann::ordered_json& record() const { return json_; }
  std::set<std::string> names() const;

  /// Something of this name is there, and is not as Heddle has written it.
  bool foreign(const std::string& name) const;
  /// All files of the record are there as they were written.
  bool intact() const;

  /// Notes, before a file is replaced, that it may have this content as well as the one before: whenever the
  /// process ends, both count as Heddle's.
  void expect(const std::string& name, std::string_view content);
  /// Notes that the file has this content and no other.
  void wrote(const std::string& name, std::string_view content);
  void forget(const std::string& name) { hashes_.erase(name); }
  /// Writes the record, with these further keys. Throws Error when it cannot be written.
  void save(bool complete, const nlohmann::ordered_json& more = nlohmann::ordered_json::object());
  /// The record's text, as `save` writes it.
  std::string text(bool complete, const nlohmann::ordered_json& more) const;

 private:
  std::filesystem::path folder_;
  std::string record_;
  bool recorded_ = false, complete_ = false;
  nlohmann::ordered_json json_{};
  std::map<std::string, std::set<std::string>> hashes_{};  ///< of each file: one, or two while it is replaced
};

}  // namespace heddle

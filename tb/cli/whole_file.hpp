#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace heddle {

/// A file that is there when all of it is: what is written stands beside it until it is finished.
class WholeFile {
 public:
  /// Throws Error when it cannot be written; what it replaces stays till then.
  explicit WholeFile(std::filesystem::path path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Once. Throws Error, as on a full disk, and then changes nothing.
  void write(const std::string& text);

 private:
  [[noreturn]] void fail() const;

  const std::filesystem::path path_, fresh_;
  std::ofstream out_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace heddle {

/// A file that this process has read as an input of what it computes.
struct ReadFile {
  std::string kind{};  ///< what it was read as: "PTX file"
  std::string path{};  ///< absolute
  std::string hash{};  ///< of its content (ContentHash)
  std::uint64_t bytes = 0;

  auto operator<=>(const ReadFile&) const = default;
};

/// Remembers an input. `read_text_file` does it for all that it reads; what is read otherwise (a plug-in) and
/// what a child process has read is noted by whoever reads it.
void note_read(const std::filesystem::path& file, std::string_view kind, std::string_view content);
void note_read(ReadFile file);

/// All inputs so far, of this process and its child processes; within a ReadScope those of the scope.
std::set<ReadFile> read_files();

/// While it lives, read_files() begins anew; afterwards it has the scope's files, too. For one thread; scopes
/// may nest.
class ReadScope {
 public:
  ReadScope();
  ~ReadScope();
  ReadScope(const ReadScope&) = delete;
  ReadScope& operator=(const ReadScope&) = delete;

 private:
  std::set<ReadFile> outer_;
};

}  // namespace heddle

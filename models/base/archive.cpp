// SPDX-License-Identifier: Apache-2.0
#include "models/base/archive.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view ending = ".zip", separator = ":";

/// Is that the name of a file below the archive's root, written in the one way?
bool is_plain(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && path.is_relative() && *path.begin() != ".." && *path.begin() != "." &&
         path.lexically_normal().string() == name;
}

/// Goes through the members of an archive.
class Members {
 public:
  /// `asked` is the path in messages, `kind` what is to be read.
  Members(const fs::path& archive, std::string_view kind, std::string asked)
      : kind_(kind), asked_(std::move(asked)), packed_(read_text_file(archive, "archive", FileRole::made)) {
    // Of a zip file the list of members at its end counts: members are found without unpacking those before
    // them.
    check(archive_read_support_format_zip_seekable(reader_.get()));
    check(archive_read_open_memory(reader_.get(), packed_.data(), packed_.size()));
  }

  /// The name of the next file; empty after the last.
  std::string next() {
    archive_entry* entry = nullptr;
    do {
      const int state = archive_read_next_header(reader_.get(), &entry);
      if (state == ARCHIVE_EOF) return "";
      check(state);
    } while (archive_entry_filetype(entry) == AE_IFDIR);
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || !is_plain(name) || archive_entry_filetype(entry) != AE_IFREG)
      fail(fmt::format("the archive's member '{}' is no file below its root", name == nullptr ? "" : name));
    return name;
  }

  /// The content of the file whose name was the last.
  std::string content() {
    const std::uint64_t most = most_bytes_of(kind_);
    std::string text;
    for (;;) {
      char part[1 << 16];
      const la_ssize_t n = archive_read_data(reader_.get(), part, sizeof part);
      if (n == 0) return text;
      if (n < 0) check(static_cast<int>(n));
      text.append(part, static_cast<std::size_t>(n));
      if (text.size() > most) fail("unpacked, " + larger_than(most));
    }
  }

  [[noreturn]] void fail(const std::string& reason, const std::string& nearest = "") const {
    throw Error(
        {.what = fmt::format("cannot read the {}: {}", kind_, reason), .value = asked_, .nearest = nearest});
  }

 private:
  void check(int state) const {
    if (state == ARCHIVE_OK) return;
    const char* reason = archive_error_string(reader_.get());
    fail(fmt::format("the archive is damaged ({})", reason == nullptr ? "no reason given" : reason));
  }

  struct Free {
    void operator()(archive* reader) const { archive_read_free(reader); }
  };
  const std::string_view kind_;
  const std::string asked_, packed_;
  const std::unique_ptr<archive, Free> reader_{archive_read_new()};
};

}  // namespace

std::optional<ArchiveMember> archive_member(const fs::path& file) {
  const std::string path = file.string(), mark = fmt::format("{}{}", ending, separator);
  const std::size_t at = path.find(mark);
  std::error_code none;
  if (at == path.npos || fs::exists(file, none)) return {};
  return ArchiveMember{path.substr(0, at + ending.size()), path.substr(at + mark.size())};
}

fs::path path_of(const ArchiveMember& member) {
  return fmt::format("{}{}{}", member.archive.string(), separator, member.name);
}

std::vector<std::string> members_of(const fs::path& archive) {
  Members members(archive, "archive", archive.string());
  std::vector<std::string> names;
  for (std::string name = members.next(); !name.empty(); name = members.next()) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_member(const ArchiveMember& member, std::string_view kind) {
  Members members(member.archive, kind, path_of(member).string());
  std::vector<std::string> others;
  for (std::string name = members.next(); !name.empty(); name = members.next()) {
    if (name == member.name) return members.content();
    others.push_back(name);
  }
  members.fail("the archive has no such file", nearest_name(member.name, others));
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "models/base/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "models/base/archive.hpp"
#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "models/base/read_files.hpp"

namespace heddle {
namespace {

/// A file descriptor that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(const char* path) : number_(::open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return number_; }

 private:
  const int number_;
};

/// The content of what has a place of its own in the file system.
std::string read_whole(const std::filesystem::path& file, std::string_view kind) {
  const auto fail = [&](std::string_view reason) {
    throw Error({.what = fmt::format("cannot read the {}: {}", kind, reason), .value = file.string()});
  };
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) fail(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) fail("it is a folder");
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) fail("it is a device");
  const Descriptor in(file.c_str());
  if (in < 0) fail(std::strerror(errno));
  const std::uint64_t most = most_bytes_of(kind);
  std::string text;
  for (;;) {
    char part[1 << 16];
    const ssize_t n = ::read(in, part, sizeof part);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(std::strerror(errno));
    if (n == 0) break;
    text.append(part, static_cast<std::size_t>(n));
    if (text.size() > most) fail(larger_than(most));
  }
  return text;
}

}  // namespace

std::string larger_than(std::uint64_t bytes) {
  return bytes < mebibyte ? fmt::format("it is larger than {} bytes", bytes)
                          : fmt::format("it is larger than {} MiB", bytes / mebibyte);
}

std::string read_text_file(const std::filesystem::path& file, std::string_view kind, FileRole role) {
  const auto member = archive_member(file);
  std::string text = member ? read_member(*member, kind) : read_whole(file, kind);
  if (role == FileRole::input) note_read(file, kind, text);
  return text;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "models/base/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;

void sync_to_disk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && (::fsync(file) == 0 || errno == EINVAL || errno == EROFS);
  const int why = errno;
  if (file >= 0) ::close(file);
  if (!synced)
    throw Error(
        {.what = fmt::format("the file cannot be written: {}", std::strerror(why)), .value = path.string()});
}

WholeFile::WholeFile(const fs::path& path)
    : fresh_(path),
      out_(fresh_.path(), std::ios::binary | (fresh_.as_it_is() ? std::ios::app : std::ios::out)) {
  if (!out_) fail();
}

void WholeFile::fail() const {
  throw Error({.what = "the file cannot be written", .value = fresh_.file().string()});
}

void WholeFile::write(std::string_view text) {
  out_.write(text.data(), static_cast<std::streamsize>(text.size()));
  out_.close();
  if (!out_) fail();
  if (fresh_.as_it_is()) return;
  sync_to_disk(fresh_.path());
  if (fresh_.finish()) fail();
  const fs::path folder = fresh_.file().parent_path();
  sync_to_disk(folder.empty() ? "." : folder);
}

}  // namespace heddle

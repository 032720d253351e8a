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
namespace {

/// Returns whether the path is a device or a pipe (/dev/null, /dev/stdout): it is written directly, since it
/// cannot be replaced by a finished file.
bool takes_as_it_is(const fs::path& path) {
  std::error_code none;
  if (fs::absolute(path, none).string().starts_with("/dev/") && fs::exists(path, none)) return true;
  const fs::file_status status = fs::status(path, none);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

void sync_to_disk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && (::fsync(file) == 0 || errno == EINVAL || errno == EROFS);
  const int why = errno;
  if (file >= 0) ::close(file);
  if (!synced)
    throw Error(
        {.what = fmt::format("the file cannot be written: {}", std::strerror(why)), .value = path.string()});
}

WholeFile::WholeFile(fs::path path) : path_(std::move(path)) {
  std::error_code none;
  if (takes_as_it_is(path_)) {
    fresh_ = path_;
  } else {
    if (fs::is_symlink(path_, none)) path_ = fs::weakly_canonical(path_, none);
    fresh_ = path_.parent_path() / fmt::format(".{}.partial-{}", path_.filename().string(), ::getpid());
  }
  if (fs::is_directory(path_, none)) fail();
  out_.open(fresh_, fresh_ == path_ ? std::ios::binary | std::ios::app : std::ios::binary | std::ios::out);
  if (!out_) fail();
}

WholeFile::~WholeFile() {
  std::error_code none;
  if (fresh_ != path_) fs::remove(fresh_, none);
}

void WholeFile::fail() const {
  std::error_code none;
  if (fresh_ != path_) fs::remove(fresh_, none);  // no destructor runs when the constructor throws
  throw Error({.what = "the file cannot be written", .value = path_.string()});
}

void WholeFile::write(std::string_view text) {
  out_.write(text.data(), static_cast<std::streamsize>(text.size()));
  out_.close();
  if (!out_) fail();
  if (fresh_ == path_) return;
  sync_to_disk(fresh_);
  std::error_code failure;
  fs::rename(fresh_, path_, failure);
  if (failure) fail();
  sync_to_disk(path_.has_parent_path() ? path_.parent_path() : fs::path("."));
}

}  // namespace heddle

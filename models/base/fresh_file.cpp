// SPDX-License-Identifier: Apache-2.0
#include "models/base/fresh_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace heddle {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view mark = ".partial-";

/// Is it a device, a pipe or a folder, or does it stand for what a process has open (/dev/stdout)? No
/// finished file can take its place.
bool takes_as_it_is(const fs::path& path) {
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  if (status.type() == fs::file_type::none) return true;  // as links in a circle: to open it fails
  if (!fs::exists(status)) return false;
  const std::string whole = fs::absolute(path, none).string();
  return !fs::is_regular_file(status) ||
         (fs::is_symlink(path, none) && (whole.starts_with("/dev/") || whole.starts_with("/proc/")));
}

/// Where a symbolic link points, also when nothing is there yet.
fs::path target_of(fs::path path) {
  std::error_code none;
  for (int links = 0; links < 40 && fs::is_symlink(path, none); ++links)  // Linux follows no more than 40
    path = path.parent_path() / fs::read_symlink(path, none);
  return path;
}

}  // namespace

FreshFile::FreshFile(const fs::path& file) : file_(file), path_(file) {
  if (takes_as_it_is(file)) return;
  file_ = target_of(file);
  path_ = file_.parent_path() / fmt::format(".{}{}{}", file_.filename().string(), mark, ::getpid());
}

FreshFile::~FreshFile() {
  std::error_code none;
  if (!as_it_is()) fs::remove(path_, none);
}

std::error_code FreshFile::finish() {
  std::error_code failure;
  if (!as_it_is()) fs::rename(path_, file_, failure);
  return failure;
}

std::optional<std::string> unfinished(const std::string& name) {
  const std::size_t at = name.rfind(mark);
  if (at == std::string::npos || at < 2 || !name.starts_with('.')) return std::nullopt;
  const std::string_view process = std::string_view(name).substr(at + mark.size());
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (process.empty() || !std::ranges::all_of(process, is_digit)) return std::nullopt;
  return name.substr(1, at - 1);
}

}  // namespace heddle

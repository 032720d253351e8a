#include "tb/run/result_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& what, const std::string& legal = "") {
  throw Error({.place = "results", .what = what, .value = path.string(), .legal = legal});
}

fs::path beside(const fs::path& path, const char* what) {
  return path.parent_path() / fmt::format(".{}.{}-{}", path.filename().string(), what, ::getpid());
}

}  // namespace

ResultFolder::ResultFolder(fs::path path, const std::string& mark) {
  path_ = fs::absolute(path).lexically_normal();
  if (!path_.has_filename()) path_ = path_.parent_path();  // "results/"
  std::error_code none;
  if (fs::exists(path_, none)) {
    const bool replaceable =
        fs::is_directory(path_, none) && (fs::exists(path_ / mark, none) || fs::is_empty(path_, none));
    if (!replaceable) refuse(path_, "this is in the way", "a new folder, or one of earlier results");
  }
  fs::path existing = path_.parent_path();
  while (!fs::exists(existing, none)) existing = existing.parent_path();
  if (!fs::is_directory(existing, none) || ::access(existing.c_str(), W_OK | X_OK) != 0)
    refuse(path_, "no folder can be made there", "a place in a folder that can be written");
}

void ResultFolder::write(const std::map<std::string, std::string>& files) const {
  const fs::path fresh = beside(path_, "partial"), old = beside(path_, "old");
  std::error_code failure, none;
  const auto fail = [&](const std::string& why) {
    fs::remove_all(fresh, none);
    refuse(path_, "the results cannot be written (" + why + ")");
  };
  fs::create_directories(fresh, failure);
  if (failure) fail(failure.message());
  for (const auto& [name, text] : files) {
    std::ofstream out(fresh / name, std::ios::binary);
    out << text;
    out.close();
    if (!out) fail(name);
  }
  if (fs::exists(path_, none)) fs::rename(path_, old, failure);
  if (!failure) fs::rename(fresh, path_, failure);
  if (failure) {
    if (fs::exists(old, none)) fs::rename(old, path_, none);
    fail(failure.message());
  }
  fs::remove_all(old, none);
}

}  // namespace heddle

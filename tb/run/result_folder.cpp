// SPDX-License-Identifier: Apache-2.0
#include "tb/run/result_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "models/base/error.hpp"
#include "models/base/whole_file.hpp"
#include "models/base/written_files.hpp"
#include "tb/run/manifest.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& what, const std::string& legal = "") {
  throw Error({.place = "results", .what = what, .value = path.string(), .legal = legal});
}

const char* const other_place = "another folder, or this one without that file";

}  // namespace

ResultFolder::ResultFolder(fs::path path, const std::vector<std::string>& names) : names_(names) {
  path_ = fs::absolute(path).lexically_normal();
  if (!path_.has_filename()) path_ = path_.parent_path();  // "results/"
  std::error_code none;
  if (fs::exists(path_, none)) {
    const WrittenFiles written(path_, manifest);
    if (!fs::is_directory(path_, none) || (!written.recorded() && !fs::is_empty(path_, none)))
      refuse(path_, "this is in the way", "a new or empty folder, or one of earlier results");
    for (const std::string& name : written.names())
      if (written.foreign(name))
        refuse(path_ / name, "this result was changed after it was written, and is not replaced",
               other_place);
    for (const std::string& name : names_)
      if (written.foreign(name)) refuse(path_ / name, "this is in the way", other_place);
  }
  fs::path existing = path_;
  while (!fs::exists(existing, none)) existing = existing.parent_path();
  if (!fs::is_directory(existing, none) || ::access(existing.c_str(), W_OK | X_OK) != 0)
    refuse(path_, "no folder can be made there", "a place in a folder that can be written");
}

bool ResultFolder::holds(const fs::path& file) const {
  const fs::path path = fs::absolute(file).lexically_normal(), beside = path.lexically_relative(path_);
  if (beside.empty() || *beside.begin() == "..") return false;
  if (beside == manifest || std::ranges::find(names_, beside.string()) != names_.end())
    throw Error({.place = "command line", .what = "another result has this name", .value = file.string()});
  return true;
}

void ResultFolder::make() const {
  std::error_code failure;
  fs::create_directories(path_, failure);
  if (failure) refuse(path_, fmt::format("no folder can be made there ({})", failure.message()));
  WrittenFiles written(path_, manifest);
  if (!written.recorded()) written.save(false);
}

/// Writes the files to a folder of their own, beside a place that is free, else in the folder itself.
fs::path ResultFolder::stage(const std::map<std::string, std::string>& files) const {
  std::error_code failure, none;
  const std::string id = fmt::format("partial-{}", ::getpid());
  const fs::path folder = fs::exists(path_, none)
                              ? path_ / ("." + id)
                              : path_.parent_path() / fmt::format(".{}.{}", path_.filename().string(), id);
  const auto fail = [&](const std::string& why) {
    fs::remove_all(folder, none);
    refuse(path_, "the results cannot be written (" + why + ")");
  };
  fs::create_directories(folder, failure);
  if (failure) fail(failure.message());
  for (const auto& [name, text] : files) {
    std::ofstream out(folder / name, std::ios::binary);
    out << text;
    out.close();
    if (!out) fail(name);
    try {
      sync_to_disk(folder / name);
    } catch (const Error& error) {
      fail(error.problem().what);
    }
  }
  return folder;
}

/// Moves the files into the folder, which may hold files of others. Whenever that ends, each file is known as
/// an earlier or a new result.
void ResultFolder::replace(const std::map<std::string, std::string>& files, const fs::path& staged,
                           const nlohmann::ordered_json& about) const {
  WrittenFiles written(path_, manifest);
  const std::set<std::string> before = written.names();
  for (const auto& [name, text] : files)
    if (written.foreign(name) || name == manifest)
      refuse(path_ / name, fmt::format("this is in the way; the results are kept in {}", staged.string()));
  for (const auto& [name, text] : files) written.expect(name, text);
  written.save(false, about);
  for (const auto& [name, text] : files) {
    fs::rename(staged / name, path_ / name);
    written.wrote(name, text);
  }
  for (const std::string& name : before) {
    if (files.contains(name)) continue;
    if (!written.foreign(name)) fs::remove(path_ / name);
    written.forget(name);
  }
  sync_to_disk(path_);
  written.save(true, about);
  std::error_code none;
  fs::remove(staged, none);
}

void ResultFolder::write(const std::map<std::string, std::string>& files,
                         nlohmann::ordered_json about) const {
  about.update(about_this_process());
  std::error_code none;
  std::map<std::string, std::string> all = files;
  const bool fresh = !fs::exists(path_, none);
  if (fresh) {
    WrittenFiles written(path_, manifest);
    for (const auto& [name, text] : files) written.wrote(name, text);
    all[manifest] = written.text(true, about);
  }
  const fs::path staged = stage(all);
  try {
    if (fresh) {
      fs::rename(staged, path_);
      sync_to_disk(path_.parent_path());
    } else {
      replace(files, staged, about);
    }
  } catch (const fs::filesystem_error& failure) {
    refuse(path_, fmt::format("the results cannot be written ({}); they are kept in {}",
                              failure.code().message(), staged.string()));
  }
}

}  // namespace heddle

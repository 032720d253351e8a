// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/point_store.hpp"

#include <string>
#include <string_view>

#include "models/base/fresh_file.hpp"
#include "tb/experiment/experiment_points.hpp"
#include "tb/run/result_folder.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

/// Is it a run_key: 32 hexadecimal digits?
bool is_key(std::string_view name) {
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_of_a_point(const fs::path& path) {
  std::error_code none;
  if (fs::is_symlink(path, none)) return false;
  const std::string name = path.filename().string();
  if (is_key(name)) return fs::is_regular_file(path / ResultFolder::manifest, none);
  const std::string file = unfinished(name).value_or(name);
  constexpr std::string_view ending = ExperimentPoint::timeline_ending;
  return file.ends_with(ending) && is_key(std::string_view(file).substr(0, file.size() - ending.size())) &&
         fs::is_regular_file(path, none);
}

}  // namespace

std::vector<fs::path> entries_of_points(const fs::path& store) {
  std::vector<fs::path> all;
  std::error_code none;
  for (auto it = fs::directory_iterator(store, none); !none && it != fs::end(it); it.increment(none))
    if (is_of_a_point(it->path())) all.push_back(it->path());
  return all;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/process/cache_folder.hpp"

#include <cstdlib>

#include "models/base/bounded_cache.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value != nullptr ? value : "");
  };
  if (const fs::path chosen = variable("HEDDLE_CACHE"); !chosen.empty()) return fs::absolute(chosen);
  if (const fs::path cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache / "heddle";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache" / "heddle";
  throw Error({.what = "no place for what tools have built", .legal = "set HEDDLE_CACHE to a folder"});
}

void used_from_cache(const fs::path& entry) {
  mark_used(entry);
  const std::uint64_t most = bound_from_environment("HEDDLE_CACHE_MIB", 4096) << 20;
  std::vector<fs::path> all;
  const fs::path cache = cache_folder();
  for (const fs::path& folder : {cache, cache / "vhdl", cache / "netlists"})
    for (const fs::path& path : entries_of(folder)) {
      const bool kind = folder == cache && fs::is_directory(path);  // holds entries, or is being made
      if (!kind) all.push_back(path);
    }
  bound_cache(all, most, {entry});
}

}  // namespace heddle

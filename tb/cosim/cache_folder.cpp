#include "tb/cosim/cache_folder.hpp"

#include <cstdlib>

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

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "tb/run/plugin.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <string>

#include "models/base/registry.hpp"
#include "models/base/text_file.hpp"
#include "tb/run/child_process.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path>& loaded() {
  static std::vector<fs::path> files;
  return files;
}

[[noreturn]] void refuse(const fs::path& file, const char* what, const std::string& value) {
  throw Error(
      {.place = file.string(),
       .what = what,
       .value = value,
       .legal = "a shared object made with the CMake target heddle::plugin of Heddle " HEDDLE_VERSION});
}

/// Loads the file into this process.
void open_plugin(const fs::path& file, const fs::path& whole) {
  void* handle = dlopen(whole.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) refuse(file, "the plug-in cannot be loaded", dlerror());
  const auto* version = static_cast<const char*>(dlsym(handle, "heddle_plugin_version"));
  if (version == nullptr) refuse(file, "the file is no plug-in of Heddle: it has no HEDDLE_PLUGIN", "");
  if (version != std::string(HEDDLE_VERSION))
    refuse(file, "the plug-in was compiled for another version", version);
  require_registrations(file.string());
}

/// Loads it in a process of its own first: a shared object that is cut short kills the process that maps it,
/// and what its static objects throw cannot be caught.
void try_plugin(const fs::path& file, const fs::path& whole) {
  constexpr const char* loaded = "loaded";
  std::string outcome;
  try {
    outcome = in_child_process(file.string(), [&]() -> std::string {
      open_plugin(file, whole);
      return loaded;
    });
  } catch (const ProcessEnded& ended) {
    refuse(file, "the plug-in cannot be loaded", ended.problem().value);
  } catch (const Error& error) {
    if (!error.problem().place.empty()) throw;
    refuse(file, "the plug-in cannot be loaded", error.what());
  }
  if (outcome != loaded) refuse(file, "the plug-in ends the program while it is loaded", "");
}

}  // namespace

const std::vector<fs::path>& loaded_plugins() { return loaded(); }

void load_plugin(const fs::path& file) {
  std::error_code none;
  const fs::path whole = fs::weakly_canonical(file, none);
  if (std::find(loaded().begin(), loaded().end(), whole) != loaded().end()) return;
  if (!fs::is_regular_file(whole, none)) refuse(file, "there is no such plug-in", "");
  read_text_file(whole, "plug-in");  // for the record of what was read
  try_plugin(file, whole);
  open_plugin(file, whole);
  loaded().push_back(whole);
}

}  // namespace heddle

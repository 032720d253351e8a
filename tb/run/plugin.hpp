// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace heddle {

/// Loads a plug-in (models/base/plugin.hpp) for as long as the program runs; once is enough. Throws Error
/// when the file is none, was compiled for another version of Heddle, needs a symbol that the program lacks,
/// or registers a name that is taken.
void load_plugin(const std::filesystem::path& file);

/// The files that were loaded, in order, as absolute paths.
const std::vector<std::filesystem::path>& loaded_plugins();

}  // namespace heddle

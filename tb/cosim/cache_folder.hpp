#pragma once

#include <filesystem>

namespace heddle {

/// The cache of what tools have made: $HEDDLE_CACHE, else $XDG_CACHE_HOME/heddle, else ~/.cache/heddle.
/// Throws Error when there is none of these.
std::filesystem::path cache_folder();

}  // namespace heddle

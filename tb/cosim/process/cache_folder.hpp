// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace heddle {

/// The cache of what tools have made: $HEDDLE_CACHE, else $XDG_CACHE_HOME/heddle, else ~/.cache/heddle.
/// Throws Error when there is none of these.
std::filesystem::path cache_folder();

/// To be called with an entry that was just used or made: removes those that were used longest ago, until the
/// cache takes at most $HEDDLE_CACHE_MIB (4096 without it). Whatever is removed is made again when it is
/// needed.
void used_from_cache(const std::filesystem::path& entry);

}  // namespace heddle

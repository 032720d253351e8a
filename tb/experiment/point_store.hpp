// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace heddle {

/// What lies in a store of ExperimentPoints and is of one of them: its folder (named by its key, with a
/// point's manifest), its timeline, or what a run that was killed has left of that. What else lies there is
/// the user's own.
std::vector<std::filesystem::path> entries_of_points(const std::filesystem::path& store);

}  // namespace heddle

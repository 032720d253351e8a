// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace heddle {

/// How old the figures of a page of experiments are.
struct PageAge {
  std::string commit{};  ///< of which the page was made
  unsigned since = 0;    ///< commits behind it that changed what decides its figures
};

/// Reads the commit from the page, and counts by git, in the repository of the sources at `root`, those since
/// then that touched blocks, models, the running of workloads, the workloads, GPUs or technologies, and no
/// documents. Throws Error where the page names no commit, or the repository does not have it.
PageAge age_of(const std::filesystem::path& page, const std::filesystem::path& root);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/pairs/variants.hpp"

namespace heddle::pairs {

/// The options of `heddle pairs`.
struct CampaignOptions {
  std::vector<std::string> among{};      ///< techniques that are all combined; empty: every pair and triple
  std::vector<std::string> workloads{};  ///< empty: all
  std::uint64_t draw = 0;                ///< so many runs of all, drawn; 0: all of them
  std::uint64_t seed = 1;                ///< of what is drawn, and of the workload of each triple
  bool least = false;                    ///< each resource has its least size
  unsigned jobs = 1;
};

/// Runs techniques in all their variants beside each other: a pair on every workload, three on one that is
/// drawn. Prints a line for each run that fails, with the command that repeats it, and counts what the
/// configuration refuses apart. Returns whether none failed. Throws Error for unknown techniques and
/// workloads.
bool run_campaign(const Variants& all, const CampaignOptions& options);

}  // namespace heddle::pairs

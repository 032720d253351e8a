// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/register_virtualization/release_plan.hpp"

namespace heddle {

/// The code as it lies in memory: a line a word, with its number, for an instruction its PTX line, how many
/// registers of the warp are needed ahead of it, and what it releases; for metadata what it holds.
std::string release_chart(const ReleasePlan&);

/// Registers that flags release, and that pbr name, in the code of a plan.
struct ReleaseTally {
  std::uint32_t flags = 0, flagged = 0;  ///< flags that are set, and the registers that they release
  std::uint32_t in_pbrs = 0;
};
ReleaseTally tally(const ReleasePlan&);

}  // namespace heddle

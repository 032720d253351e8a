// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/statistics.hpp"

namespace heddle {

/// Declares in the group `summary` how fast a GPU works and what its instructions are: IPC, and shares of the
/// warp instructions. Call it after the GPU is made.
void add_rates(StatGroup& stats);

}  // namespace heddle

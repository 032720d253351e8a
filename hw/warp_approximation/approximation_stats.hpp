// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/hooks/sm_technique.hpp"

namespace heddle {

/// The statistics of warp approximation in an SM.
inline StatGroup& approximation_stats(const SmTechniqueParts& parts) {
  return parts.stats.group("register_file").group("warp_approximation");
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/hooks/sm_technique.hpp"

namespace heddle {

/// The statistics of register virtualization in an SM.
inline StatGroup& stats_of(const SmTechniqueParts& parts) {
  return parts.stats.group("register_file").group("virtualization");
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "models/host/lane_places.hpp"

namespace heddle {

/// Where some lanes go within a range of memory that begins at `base`; `bytes` of each.
inline LanePlaces places_in(const ptx::LaneAddresses& addresses, LaneMask lanes, std::uint64_t base,
                            unsigned bytes) {
  LanePlaces places;
  const auto lead =
      static_cast<std::uint32_t>(addresses[static_cast<unsigned>(std::countr_zero(lanes))] - base);
  std::uint32_t sparse = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const auto offset = static_cast<std::uint32_t>(addresses[lane] - base);
    places.offset[lane] = (lanes >> lane & 1) != 0 ? offset : lead;
    sparse |= places.offset[lane] ^ 4 * lane;
  }
  places.dense = sparse == 0 && bytes == 4 && lanes == all_lanes;
  return places;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/memory/coalescer.hpp"

#include <bit>

namespace heddle {

LineAccess Coalescer::next() {
  Group& g = groups_[first_];
  const ptx::LaneAddresses& addresses = *g.addresses;
  const std::uint64_t block = addresses[static_cast<unsigned>(std::countr_zero(g.lanes))] >> g.shift
                                                                                                 << g.shift;
  LaneMask same = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    same |= static_cast<LaneMask>((addresses[lane] ^ block) >> g.shift == 0) << lane;
  same &= g.lanes;
  const LineAccess access{block, same, g.fragment, g.path};
  g.lanes &= ~same;
  if (g.lanes == 0) ++first_;
  return access;
}

SectorLanes sectors_of(const ptx::LaneAddresses& addresses, LaneMask lanes) {
  SectorLanes sectors{};
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    sectors[addresses[lane] / burst_bytes % sectors.size()] |= LaneMask{1} << lane;
  }
  return sectors;
}

}  // namespace heddle

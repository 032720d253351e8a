// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/representative_selector/representative_selector.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

RepresentativeLane RepresentativeSelector::compute(const RepresentedLanes& request) {
  const unsigned lane = choice_.choose(request.active);
  return {request.active & LaneMask{1} << lane, {static_cast<std::uint8_t>(lane)}};
}

static const Registration<BlockEntry> registration{block_entry<RepresentativeSelector>("warp_approximation")};

}  // namespace heddle

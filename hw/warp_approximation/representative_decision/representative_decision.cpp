// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/representative_decision/representative_decision.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

DecidedLanes RepresentativeDecision::compute(const CollectedInstruction& request) {
  SourceSimilarity sources{.sources = request.sources.value};
  for (unsigned k = 0; k < request.known.size(); ++k)
    sources.known[k] = RegisterSimilarity::of_pins(request.known[k]);
  const LaneDecision d = decide_lanes({.active = request.active,
                                       .read = request.read,
                                       .level = request.level.value,
                                       .approximable = (request.enough.value & 2) != 0,
                                       .uniform = (request.enough.value & 1) != 0},
                                      {request.lanes, request.representative}, sources);
  return {.executed = d.executed,
          .read = d.read,
          .scalars = {static_cast<std::uint8_t>(d.scalars)},
          .representative = {static_cast<std::uint8_t>(d.representative)},
          .path = {static_cast<std::uint8_t>(d.path)},
          .of_path = d.of_path,
          .similar = d.similar,
          .one_lane = d.one_lane};
}

static const Registration<BlockEntry> registration{block_entry<RepresentativeDecision>("warp_approximation")};

}  // namespace heddle

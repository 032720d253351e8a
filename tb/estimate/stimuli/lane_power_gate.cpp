// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "models/warp_approximation/lane_gating.hpp"
#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {
namespace {

/// An instruction waits until its lanes are on, and then occupies the pipeline.
PinSequence dispatch(const RtlParameters& parameters, unsigned operations, Random& random) {
  constexpr unsigned depth = 4, longest_gap = 16;
  LaneGating gating(static_cast<unsigned>(std::stoul(parameters.at("IdleDetect"))),
                    static_cast<unsigned>(std::stoul(parameters.at("WakeUp"))));
  PinSequence sequence({{"demand_wanted_i", warp_size}, {"demand_busy_i", warp_size}});
  LaneMask wanted = 0, busy = 0;
  unsigned gap = 0, stages = 0;
  for (unsigned n = 0; n < operations; ++n) {
    const bool dispatched = wanted != 0 && (wanted & ~gating.on()) == 0;
    sequence.append(0, wanted);
    sequence.append(1, busy);
    gating.step(n + 1, wanted, busy);
    if (stages != 0 && --stages == 0) busy = 0;
    if (dispatched) {
      busy = std::exchange(wanted, 0);
      stages = depth;
      gap = random.below(longest_gap);
    } else if (wanted == 0 && gap-- == 0) {
      wanted = random.one_in(2) ? all_lanes : LaneMask{1};
    }
  }
  return sequence;
}

const Registration<Stimulus> lane_power_gate_stimulus{
    {.name = "lane_power_gate",
     .random_description =
         "instructions with gaps of up to 16 cycles, half of them on all lanes, half on the "
         "lowest one as the representative",
     .random = dispatch}};

}  // namespace
}  // namespace heddle::estimate

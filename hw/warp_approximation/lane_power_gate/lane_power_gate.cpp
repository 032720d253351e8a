// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/lane_power_gate/lane_power_gate.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle LanePowerGate::tick(Cycle now) {
  const bool in_reset = io.in_reset();
  if (in_reset)
    gating_.reset();
  else
    gating_.step(now, io.demand.payload().wanted, io.demand.payload().busy);
  io.power.put({{.on = gating_.on(), .gated = gating_.gated()}});
  return in_reset ? never : gating_.next(now);
}

static const Registration<BlockEntry> registration{block_entry<LanePowerGate>("warp_approximation")};

}  // namespace heddle

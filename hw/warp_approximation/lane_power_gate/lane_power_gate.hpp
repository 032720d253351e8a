// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/lane_gating.hpp"

namespace heddle {

/// What an execution unit does with its lanes. An instruction is dispatched in a cycle in which all lanes
/// that it executes are seen to be on; until then it waits in its operand collector.
struct LaneDemand {
  LaneMask wanted;  ///< by the instruction to be dispatched next, in the cycle of its dispatch, too
  LaneMask busy;    ///< with an instruction in any stage, from the cycle behind its dispatch on
  bool operator==(const LaneDemand&) const = default;
};

/// State of the lanes; one in neither set is waking.
struct LanePower {
  LaneMask on;     ///< ready to execute
  LaneMask gated;  ///< leaks nothing
  bool operator==(const LanePower&) const = default;
};

struct LanePowerGatePins : Pins {
  LevelIn<LaneDemand> demand{channels, "demand"};
  LevelOut<LanePower> power{channels, "power"};
};

struct LanePowerGateConfig {
  unsigned idle_detect = 10;
  unsigned wake_up = 3;

  static constexpr auto parameters() {
    using C = LanePowerGateConfig;
    return std::tuple{parameter(&C::idle_detect, "idle_detect", "cycles", 1u, 255u, "Wong2016 section 5.7",
                                "idle edges in a row at the last of which a lane is gated"),
                      parameter(&C::wake_up, "wake_up", "cycles", 0u, 64u, "Wong2016 section 5.7",
                                "for which a lane is waking before it is on")};
  }
};

/// Switches off the idle lanes of one SP unit, and wakes those that an instruction wants (Wong2016 section
/// 5.7); LaneGating has the rule. A gated lane that is wanted shows as on behind 1 + wake_up edges.
class LanePowerGate final : public BlockWith<LanePowerGatePins> {
 public:
  using Config = LanePowerGateConfig;
  using PinsType = LanePowerGatePins;
  static constexpr const char* block_name = "lane_power_gate";
  static unsigned settle(const Config& c) { return std::max(c.idle_detect, c.wake_up) + 2; }

  LanePowerGate(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), gating_(config.idle_detect, config.wake_up) {}

  Cycle tick(Cycle now) override;

 private:
  LaneGating gating_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/sim/block_entry.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/warp_approximation/lane_power_gate/lane_power_gate.hpp"

namespace heddle {

struct LanePowerGatingConfig {
  unsigned idle_detect = 10;
  unsigned wake_up = 3;
  unsigned break_even = 14;

  static constexpr auto parameters() {
    using C = LanePowerGatingConfig;
    return std::tuple{parameter(&C::idle_detect, "idle_detect", "cycles", 1u, 255u, "Wong2016 section 5.7",
                                "idle cycles after which a lane is switched off"),
                      parameter(&C::wake_up, "wake_up", "cycles", 0u, 64u, "Wong2016 section 5.7",
                                "for which a lane is waking before it can execute"),
                      parameter(&C::break_even, "break_even", "cycles", 0u, 1000u, "Wong2016 section 5.7",
                                "for which a lane would leak as much as it costs to switch it off and on; "
                                "of the energy alone")};
  }
  LanePowerGateConfig gate() const { return {.idle_detect = idle_detect, .wake_up = wake_up}; }
};

/// Power gating of the lanes of an SM's SP pipelines, with a lane_power_gate for each (Wong2016 section 5.7).
/// An instruction is dispatched into a pipeline whose lanes, those that it executes in, are on and stay on.
class LanePowerGating final : public sc_core::sc_module,
                              public SmTechnique,
                              public DispatchGate,
                              public SmObserver {
 public:
  LanePowerGating(sc_core::sc_module_name name, const LanePowerGatingConfig& config,
                  const SmTechniqueParts& parts);

  void attach(SmHooks& hooks, const SmStations& stations) override;
  void begin_cycle() override;
  void end_cycle() override;
  void credit(Cycle elapsed) override;

  void expect(ptx::Unit unit, unsigned pipeline, const InFlight& f) override;
  std::uint32_t open(ptx::Unit unit, const InFlight& f, std::uint32_t free) override;

  void dispatched(unsigned sm, const char* kind, unsigned number, const InFlight& f, Cycle cycles,
                  Cycle now) override;
  void finished(unsigned sm, const InFlight& f, Cycle now) override;

 private:
  /// One SP pipeline.
  struct Pipeline {
    Pipeline(unsigned number, const LanePowerGateConfig& config, const SmTechniqueParts& parts);
    LaneMask busy() const;

    Wire<Level<LaneDemand>> demand;
    Wire<Level<LanePower>> power;
    std::unique_ptr<BlockWith<LanePowerGatePins>> block;
    LanePower seen{.on = 0, .gated = all_lanes};  ///< in the last cycle of the SM
    LaneMask wanted = 0;                          ///< in the next cycle
    std::vector<std::pair<const InFlight*, LaneMask>> inside;
  };

  std::deque<Pipeline> pipelines_;
  const unsigned break_even_;
  std::vector<std::uint64_t> waited_for_;  ///< by collector: 1 + sequence of the instruction last counted
  Counter &lane_cycles_, &on_, &gated_, &wake_ups_, &switching_, &waiting_, &waits_;
};

}  // namespace heddle

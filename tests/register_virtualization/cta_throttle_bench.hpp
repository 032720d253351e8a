// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// A throttle with its wires in a clock domain; `step` advances one edge with `inputs` and then clears them.
struct CtaThrottleTestBench {
  CtaThrottleTestBench() {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.launch.port(launch_wire);
    block.io.cta.port(cta);
    block.io.change.port(change);
    block.io.allowed.port(decision);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() {
    launch_wire.write(inputs.launch);
    cta.write({inputs.cta});
    change.write({inputs.change});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    inputs = {};
    launch_wire.write({});
    cta.write({});
    change.write({});
  }
  void launch(std::uint16_t most, std::uint16_t margin, const ClusterCounts& capacity) {
    inputs.launch = {{most, margin, capacity}, true};
  }
  void claim(unsigned element, unsigned of_cta, unsigned cluster) {
    BalanceChanges& c = inputs.change;
    c.claimed.value = static_cast<std::uint8_t>(c.claimed.value | 1u << element);
    c.claim_ctas[element / ptx::max_destinations] = static_cast<std::uint8_t>(of_cta);
    c.claim_clusters[element] = static_cast<std::uint8_t>(cluster);
  }
  void give_back(unsigned port, unsigned of_cta, unsigned cluster) {
    BalanceChanges& c = inputs.change;
    c.released.value = static_cast<std::uint8_t>(c.released.value | 1u << port);
    c.release_ctas[port] = static_cast<std::uint8_t>(of_cta);
    c.release_clusters[port] = static_cast<std::uint8_t>(cluster);
  }
  unsigned allowed() const { return decision.read().payload.ctas; }
  bool throttled() const { return decision.read().payload.throttled; }

  struct {
    Beat<BalanceLaunch> launch{};
    CtaChanges cta{};
    BalanceChanges change{};
  } inputs;
  ClockDomain domain{"core", 1000};
  Wire<Beat<BalanceLaunch>> launch_wire{"launch"};
  Wire<Level<CtaChanges>> cta{"cta"};
  Wire<Level<BalanceChanges>> change{"change"};
  Wire<Level<AllowedCtas>> decision{"decision"};
  Wire<bool> rst_n{"rst_n"};
  CtaThrottle block{"throttle", {}};
};

}  // namespace heddle

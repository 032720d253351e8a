// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/lane_power_gate/lane_power_gate.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::lane_power_gate_test {
namespace {

constexpr LaneMask representative = 1u << 7;

/// A gate with its wires in a clock domain; `step` advances one edge with the present demand.
struct Bench {
  explicit Bench(const LanePowerGateConfig& config = {}) : block("gate", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.demand.port(demand_wire);
    block.io.power.port(power);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  LanePower step() {
    demand_wire.write({demand});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    return power.read().payload;
  }
  void wake(LaneMask lanes) {
    demand = {.wanted = lanes, .busy = 0};
    while ((step().on & lanes) != lanes) {
    }
  }

  LaneDemand demand{};
  ClockDomain domain{"core", 1000};
  Wire<Level<LaneDemand>> demand_wire{"demand"};
  Wire<Level<LanePower>> power{"power"};
  Wire<bool> rst_n{"rst_n"};
  LanePowerGate block;
};

class WakeUp : public testing::TestWithParam<unsigned> {};

TEST_P(WakeUp, ShowsBehindOneEdgeMoreThanItsLatencyAndNotBefore) {
  Bench bench({.wake_up = GetParam()});
  bench.demand.wanted = representative;
  for (unsigned edge = 1; edge < 1 + GetParam(); ++edge)
    ASSERT_EQ(bench.step(), (LanePower{.on = 0, .gated = ~representative})) << "edge " << edge;
  EXPECT_EQ(bench.step(), (LanePower{.on = representative, .gated = ~representative}));
}
INSTANTIATE_TEST_SUITE_P(LanePowerGate, WakeUp, testing::Values(0u, 1u, 3u, 64u));

class IdleDetect : public testing::TestWithParam<unsigned> {};

TEST_P(IdleDetect, GatesALaneBehindItsLastIdleEdgeAndNotBefore) {
  Bench bench({.idle_detect = GetParam()});
  bench.wake(all_lanes);
  bench.demand = {};
  for (unsigned edge = 1; edge < GetParam(); ++edge) ASSERT_EQ(bench.step().on, all_lanes) << "edge " << edge;
  EXPECT_EQ(bench.step(), (LanePower{.on = 0, .gated = all_lanes}));
}
INSTANTIATE_TEST_SUITE_P(LanePowerGate, IdleDetect, testing::Values(1u, 2u, 10u, 255u));

// Wong2016, section 5.7: one lane executes an approximated instruction, and the others can be gated.
TEST(LanePowerGate, AnApproximatedWarpLeavesTheOtherLanesGated) {
  Bench bench;
  bench.wake(all_lanes);
  for (unsigned edge = 0; edge < 10; ++edge) {
    bench.demand = {.wanted = edge % 2 == 0 ? representative : 0, .busy = edge % 2 == 0 ? 0 : representative};
    bench.step();
  }
  EXPECT_EQ(bench.power.read().payload, (LanePower{.on = representative, .gated = ~representative}));
  bench.demand = {.wanted = all_lanes, .busy = representative};
  for (unsigned edge = 0; edge < 3; ++edge) EXPECT_EQ(bench.step(), (LanePower{representative, 0})) << edge;
  EXPECT_EQ(bench.step().on, all_lanes);
}

TEST(LanePowerGate, AnyUseBeginsTheIdleDetectionAnew) {
  Bench bench;
  bench.wake(all_lanes);
  for (const LaneDemand use : {LaneDemand{.wanted = 1, .busy = 0}, LaneDemand{.wanted = 0, .busy = 1}}) {
    bench.demand = {};
    for (unsigned edge = 1; edge < 10; ++edge) bench.step();
    bench.demand = use;
    EXPECT_EQ(bench.step().on & 1, 1u);
  }
  bench.demand = {};
  for (unsigned edge = 1; edge < 10; ++edge) EXPECT_EQ(bench.step().on, 1u);
  EXPECT_EQ(bench.step().on, 0u);
}

TEST(LanePowerGate, BusyWakesNothing) {
  Bench bench;
  bench.demand.busy = all_lanes;
  for (unsigned edge = 0; edge < 10; ++edge) EXPECT_EQ(bench.step().gated, all_lanes);
}

TEST(LanePowerGate, ALaneThatIsNotWantedAnyMoreStillWakes) {
  Bench bench;
  bench.demand.wanted = 1;
  bench.step();
  bench.demand = {};
  for (unsigned edge = 0; edge < 2; ++edge) EXPECT_EQ(bench.step(), (LanePower{.on = 0, .gated = ~1u}));
  for (unsigned edge = 0; edge < 10; ++edge) EXPECT_EQ(bench.step().on, 1u);
  EXPECT_EQ(bench.step().gated, all_lanes);
}

TEST(LanePowerGate, WakesAnewWhenItIsWantedInTheCycleInWhichItIsGated) {
  Bench bench({.idle_detect = 1, .wake_up = 3});
  bench.wake(1);
  bench.demand = {};
  EXPECT_EQ(bench.step().gated, all_lanes);
  bench.demand.wanted = 1;
  for (unsigned edge = 0; edge < 3; ++edge) EXPECT_EQ(bench.step(), (LanePower{.on = 0, .gated = ~1u}));
  EXPECT_EQ(bench.step().on, 1u);
}

TEST(LanePowerGate, ResetGatesAllLanesAndForgetsIdleEdges) {
  Bench bench({.idle_detect = 2, .wake_up = 0});
  bench.wake(1);
  bench.demand = {};
  bench.step();
  bench.rst_n.write(false);
  EXPECT_EQ(bench.step(), (LanePower{.on = 0, .gated = all_lanes}));
  bench.rst_n.write(true);
  bench.wake(1);
  bench.demand = {};
  EXPECT_EQ(bench.step().on, 1u);
  EXPECT_EQ(bench.step().on, 0u);
}

TEST(LanePowerGate, SleepsWhileLanesWakeAndWhileIdleEdgesAreCounted) {
  Bench bench({.idle_detect = 255, .wake_up = 64});
  bench.demand.wanted = 1;
  const std::uint64_t before = bench.domain.ticks();
  for (int edge = 0; edge < 70; ++edge) bench.step();
  EXPECT_EQ(bench.power.read().payload.on, 1u);
  bench.demand = {};
  for (int edge = 0; edge < 300; ++edge) bench.step();
  EXPECT_EQ(bench.power.read().payload.on, 0u);
  EXPECT_LT(bench.domain.ticks() - before, 20u);
}

struct OutOfRange {
  const char *setting, *value;
};
void PrintTo(const OutOfRange& o, std::ostream* out) { *out << o.setting; }
class LanePowerGateTimes : public testing::TestWithParam<OutOfRange> {};

TEST_P(LanePowerGateTimes, OutOfRangeAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set(GetParam().setting);
  try {
    resolve<LanePowerGateConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam().value);
  }
}
INSTANTIATE_TEST_SUITE_P(LanePowerGate, LanePowerGateTimes,
                         testing::Values(OutOfRange{"idle_detect=0", "0"},
                                         OutOfRange{"idle_detect=256", "256"},
                                         OutOfRange{"wake_up=65", "65"}));

}  // namespace
}  // namespace heddle::lane_power_gate_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/free_register_counter/free_register_counter.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hw/sim/wire.hpp"

namespace heddle::free_register_counter_test {
namespace {

/// A counter with its wires in a clock domain; `step` advances one edge and then clears all inputs.
struct Bench {
  Bench() : block("counter", {}) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.launch.port(launch_pins);
    block.io.claim.port(claim_pins);
    block.io.freed.port(freed_pins);
    block.io.free.port(free);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  ClusterCounts step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    launch_pins.write({});
    claim_pins.write({});
    freed_pins.write({});
    return counts();
  }
  ClusterCounts counts() const { return free.read().payload.counts; }
  void launch(const ClusterCounts& counts) { launch_pins.write({{counts}, true}); }
  /// One cluster for each of the claims; 4 means no claim.
  void claim(const std::vector<unsigned>& in_clusters) {
    ClaimedRegisters c;
    for (unsigned k = 0; k < in_clusters.size(); ++k) {
      if (in_clusters[k] == clusters) continue;
      c.valid.value = static_cast<std::uint8_t>(c.valid.value | 1u << k);
      c.clusters.value = static_cast<std::uint16_t>(c.clusters.value | in_clusters[k] << 2 * k);
    }
    claim_pins.write({c});
  }
  void give_back(const std::vector<RegisterId>& registers) {
    FreedRegisters f;
    for (unsigned k = 0; k < registers.size(); ++k) {
      f.valid.value = static_cast<std::uint8_t>(f.valid.value | 1u << k);
      f.registers[k] = registers[k];
    }
    freed_pins.write({f});
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<FreeAtLaunch>> launch_pins{"launch"};
  Wire<Level<ClaimedRegisters>> claim_pins{"claim"};
  Wire<Level<FreedRegisters>> freed_pins{"freed"};
  Wire<Level<FreeCounts>> free{"free"};
  Wire<bool> rst_n{"rst_n"};
  FreeRegisterCounter block;
};

TEST(FreeRegisterCounter, AClaimCountsBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.launch({256, 256, 256, 256});
  bench.step();
  bench.claim({2});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.counts(), (ClusterCounts{256, 256, 256, 256}));
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.counts(), (ClusterCounts{256, 256, 255, 256}));
}

// Jeon2015, 7.1: the compiler chooses the bank of a register.
TEST(FreeRegisterCounter, EachClusterHasACountOfItsOwn) {
  Bench bench;
  bench.launch({1, 2, 3, 4});
  EXPECT_EQ(bench.step(), (ClusterCounts{1, 2, 3, 4}));
  bench.claim({0, 1, 2, 3});
  EXPECT_EQ(bench.step(), (ClusterCounts{0, 1, 2, 3}));
  bench.give_back({4, 9, 1022, 3});
  EXPECT_EQ(bench.step(), (ClusterCounts{1, 2, 3, 4}));
}

TEST(FreeRegisterCounter, AllClaimsOfACycleCount) {
  Bench bench;
  bench.launch({20, 20, 20, 20});
  bench.step();
  bench.claim({1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(bench.step(), (ClusterCounts{20, 12, 20, 20}));
  bench.claim({4, 4, 4, 4, 4, 4, 4, 3});
  EXPECT_EQ(bench.step(), (ClusterCounts{20, 12, 20, 19}));
}

TEST(FreeRegisterCounter, ClaimedAndFreedInOneCycleBothCount) {
  Bench bench;
  bench.launch({0, 5, 5, 5});
  bench.step();
  bench.claim({0, 3, 3});
  bench.give_back({8, 12, 16, 3});
  EXPECT_EQ(bench.step(), (ClusterCounts{2, 5, 5, 4}));
}

TEST(FreeRegisterCounter, ALaunchReplacesTheCountsAndActsFirst) {
  Bench bench;
  bench.launch({9, 9, 9, 9});
  bench.step();
  bench.launch({3, 3, 3, 0xfe03});
  bench.claim({0, 3});
  bench.give_back({1});
  EXPECT_EQ(bench.step(), (ClusterCounts{2, 4, 3, 2}));
}

TEST(FreeRegisterCounter, CountsWrapAtNineBits) {
  Bench bench;
  bench.launch({0, 511, 0, 0});
  bench.step();
  bench.claim({0, 0});
  bench.give_back({1, 5});
  EXPECT_EQ(bench.step(), (ClusterCounts{510, 1, 0, 0}));
}

TEST(FreeRegisterCounter, AClaimThatIsHeldCountsAtEachEdge) {
  Bench bench;
  bench.launch({100, 0, 0, 0});
  bench.step();
  bench.claim({0});
  sc_core::sc_start(sc_core::sc_time::from_value(3000));
  EXPECT_EQ(bench.counts()[0], 97);
}

TEST(FreeRegisterCounter, ResetLeavesNoRegisterFree) {
  Bench bench;
  bench.launch({7, 7, 7, 7});
  bench.step();
  bench.rst_n.write(false);
  bench.give_back({0, 1, 2, 3});
  EXPECT_EQ(bench.step(), ClusterCounts{});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.step(), ClusterCounts{});
}

TEST(FreeRegisterCounter, SleepsWithoutAChange) {
  Bench bench;
  bench.launch({7, 7, 7, 7});
  bench.step();
  sc_core::sc_start(sc_core::sc_time::from_value(2000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
}

}  // namespace
}  // namespace heddle::free_register_counter_test

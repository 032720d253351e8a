// SPDX-License-Identifier: Apache-2.0
#include "hw/register_file/power_gate/power_gate.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::power_gate_test {
namespace {

/// A power gate with its wires in a clock domain; `step` advances one edge with the present inputs.
struct Bench {
  explicit Bench(const PowerGateConfig& config = {}) : block("gate", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.need.port(need);
    block.io.write.port(write);
    block.io.clear.port(clear);
    block.io.power.port(power);
    rst_n.write(false);
    sc_core::sc_start(sc_core::sc_time::from_value(1500));
    rst_n.write(true);
  }
  DomainPower step() {
    need.write({{domains}});
    write.write({writes});
    clear.write(cleared);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    writes = {};
    cleared = {};
    return power.read().payload;
  }
  void put(unsigned port, RegisterId reg, BankSet banks, bool partial = false) {
    writes.valid.value = static_cast<std::uint8_t>(writes.valid.value | 1u << port);
    writes.partial.value = static_cast<std::uint8_t>(writes.partial.value | unsigned{partial} << port);
    writes.registers[port] = reg;
    writes.banks[port] = banks;
  }

  DomainSet domains{};
  EntryWrites writes{};
  Beat<RegisterRange> cleared{};

  ClockDomain domain{"core", 1000};
  Wire<Level<DomainNeeds>> need{"need"};
  Wire<Level<EntryWrites>> write{"write"};
  Wire<Beat<RegisterRange>> clear{"clear"};
  Wire<Level<DomainPower>> power{"power"};
  Wire<bool> rst_n{"rst_n"};
  PowerGate block;
};

class WakeUp : public testing::TestWithParam<unsigned> {};

TEST_P(WakeUp, ShowsBehindOneEdgeMoreThanItsLatencyAndNotBefore) {
  Bench bench({.wake_up = GetParam()});
  bench.domains[0] = 1u << 5;
  for (unsigned edge = 1; edge < 1 + GetParam(); ++edge) {
    const DomainPower power = bench.step();
    ASSERT_EQ(power.awake[0], 0u) << "edge " << edge;
    ASSERT_EQ(power.gated[0], ~(1u << 5)) << "edge " << edge;
  }
  EXPECT_EQ(bench.step().awake[0], 1u << 5);
}
INSTANTIATE_TEST_SUITE_P(PowerGate, WakeUp, testing::Values(0u, 1u, 3u, 10u, 64u));

/// Requests domains of the first group until they are awake.
void wake(Bench& bench, std::uint32_t banks) {
  bench.domains[0] |= banks;
  while ((bench.step().awake[0] & banks) != banks) {
  }
}

TEST(PowerGate, EveryDomainThatThereIsIsGatedBehindReset) {
  Bench bench({.rows_per_domain = 128});
  EXPECT_EQ(bench.power.read().payload, (DomainPower{{}, {~0u, ~0u, 0, 0}}));
}

TEST(PowerGate, ACompressedRegisterLeavesSevenBanksOfItsClusterGated) {
  Bench bench;
  wake(bench, 0x0000'0100);
  bench.put(3, 9, 0x01);  // register 9 as <4,0>: one bank of cluster 1
  bench.step();
  bench.domains = {};
  const DomainPower power = bench.step();
  EXPECT_EQ(power.awake[0], 0x0000'0100u);
  EXPECT_EQ(power.gated[0], ~0x0000'0100u);
}

TEST(PowerGate, IsGatedAtTheEdgeAtWhichTheLastEntryGoes) {
  Bench bench({.wake_up = 1});
  wake(bench, 0xff);
  bench.put(0, 0, 0xff);
  bench.put(1, 4, 0x01);
  bench.step();
  bench.domains = {};
  EXPECT_EQ(bench.step().awake[0], 0xffu);
  bench.cleared = {{.first = 0, .count = 1}, true};
  EXPECT_EQ(bench.step().awake[0], 0x01u) << "register 4 is there";
  bench.cleared = {{.first = 4, .count = 1}, true};
  EXPECT_EQ(bench.step(), (DomainPower{{}, {~0u, 0, 0, 0}}));
}

TEST(PowerGate, AWriteKeepsItsDomainWhenTheNeedEndsInItsCycle) {
  Bench bench;
  wake(bench, 1);
  bench.domains = {};
  bench.put(7, 0, 1);
  EXPECT_EQ(bench.step().awake[0], 1u);
  EXPECT_EQ(bench.step().awake[0], 1u);
}

TEST(PowerGate, WakesAnewWhenItIsNeededInTheCycleInWhichItIsGated) {
  Bench bench({.wake_up = 3});
  wake(bench, 1);
  bench.domains = {};
  EXPECT_EQ(bench.step().gated[0], ~0u);
  bench.domains[0] = 1;
  for (unsigned edge = 0; edge < 3; ++edge)
    EXPECT_EQ(bench.step(), (DomainPower{{}, {~1u, 0, 0, 0}})) << edge;
  EXPECT_EQ(bench.step().awake[0], 1u);
}

TEST(PowerGate, ResetForgetsEntriesAndPower) {
  Bench bench;
  wake(bench, 1);
  bench.put(0, 0, 1);
  bench.step();
  bench.rst_n.write(false);
  bench.domains = {};
  EXPECT_EQ(bench.step().gated[0], ~0u);
  bench.rst_n.write(true);
  wake(bench, 1);
  bench.domains = {};
  EXPECT_EQ(bench.step().gated[0], ~0u) << "it holds nothing";
}

TEST(PowerGate, SleepsWhileItWakesAndWhenNothingChanges) {
  Bench bench({.wake_up = 64});
  bench.domains[0] = 1;
  const std::uint64_t before = bench.domain.ticks();
  for (int edge = 0; edge < 200; ++edge) bench.step();
  EXPECT_EQ(bench.power.read().payload.awake[0], 1u);
  EXPECT_LT(bench.domain.ticks() - before, 10u);
}

TEST(PowerGate, RowsThatDoNotDivideABankAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("rows_per_domain=100");
  try {
    resolve<PowerGateConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "100");
    EXPECT_EQ(e.problem().legal, "64, 128 or 256");
  }
}

TEST(PowerGate, AWakeUpOutOfRangeIsAnErrorThatNamesIt) {
  ConfigTree tree;
  tree.set("wake_up=65");
  try {
    resolve<PowerGateConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "65");
  }
}

}  // namespace
}  // namespace heddle::power_gate_test

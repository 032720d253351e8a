// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"

#include <gtest/gtest.h>

#include "tests/register_virtualization/register_spill_unit_bench.hpp"

namespace heddle::register_spill_unit_test {
namespace {

using Bench = RegisterSpillUnitTestBench;

Beat<SpillCommand> spill(std::uint8_t warp) { return {{0, warp, false}, true}; }
Beat<SpillCommand> fill(std::uint8_t warp, RegisterSet registers) { return {{registers, warp, true}, true}; }

constexpr SpillState three_warps{
    .quiet = true, .room = false, .resident = 0b111, .starved = 0b010, .waiting = 0};

TEST(RegisterSpillUnit, ACommandStandsBehindTheEighthQuietEdgeForOneCycle) {
  Bench bench;
  bench.state = three_warps;
  for (unsigned edge = 1; edge < Bench::enough; ++edge) bench.step();
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before the eighth edge
  EXPECT_FALSE(bench.command().valid);
  EXPECT_EQ(bench.held(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.command(), spill(2));
  EXPECT_EQ(bench.held(), 0b100u);
  bench.step();
  EXPECT_FALSE(bench.command().valid);
  EXPECT_EQ(bench.held(), 0b100u);
}

TEST(RegisterSpillUnit, QuietEdgesMustFollowEachOther) {
  Bench bench;
  bench.state = three_warps;
  for (unsigned edge = 1; edge < Bench::enough; ++edge) bench.step();
  bench.state.quiet = false;
  bench.step();
  EXPECT_FALSE(bench.command().valid);
  bench.state.quiet = true;
  EXPECT_EQ(bench.next(), spill(2));
}

TEST(RegisterSpillUnit, TheLowestStarvedWarpGetsWhatTheOthersHaveAndTheyComeBackBehindIt) {
  Bench bench;
  bench.state = three_warps;
  EXPECT_EQ(bench.next(), spill(2));
  bench.finish(0xf0);
  bench.state.resident = 0b011;
  EXPECT_EQ(bench.next(), spill(0)) << "warp 1 is spared";
  bench.finish(0xabc);
  bench.state = {.quiet = true, .room = false, .resident = 0b010, .starved = 0b100, .waiting = 0b010};
  EXPECT_EQ(bench.next(), spill(1)) << "to make room: it stands at a barrier";
  bench.finish(~RegisterSet{0});
  bench.state.resident = 0;
  bench.state.room = true;
  EXPECT_EQ(bench.next(), fill(0, 0xabc));
  EXPECT_EQ(bench.held(), 0b111u) << "held until it is back";
  bench.finish();
  EXPECT_EQ(bench.held(), 0b110u);
  bench.state.resident = 0b001;
  EXPECT_EQ(bench.next(), fill(2, 0xf0)) << "warp 1 waits";
  bench.finish();
  bench.state = {.quiet = true, .room = true, .resident = 0b101, .starved = 0, .waiting = 0b101};
  EXPECT_EQ(bench.next(), fill(1, ~RegisterSet{0}));
  bench.finish();
  EXPECT_EQ(bench.held(), 0u);
}

TEST(RegisterSpillUnit, TheLowestStarvedWarpIsSparedThoughItIsTheHighest) {
  Bench bench;
  bench.state = {.quiet = true,
                 .room = false,
                 .resident = WarpSet{1} << 63 | 0b11,
                 .starved = WarpSet{1} << 63,
                 .waiting = 0};
  EXPECT_EQ(bench.next(), spill(1));
}

TEST(RegisterSpillUnit, ARoomIsNotGivenToASpilledWarpWhileAnotherIsStarved) {
  Bench bench;
  bench.state = three_warps;
  EXPECT_EQ(bench.next(), spill(2));
  bench.finish(1);
  bench.state.resident = 0b011;
  bench.state.room = true;
  EXPECT_EQ(bench.next(), spill(0));
}

TEST(RegisterSpillUnit, WhenNobodyIsStarvedOrSpilledThereIsNoCommand) {
  Bench bench;
  bench.state = {.quiet = true, .room = true, .resident = 0b111, .starved = 0, .waiting = 0b111};
  for (unsigned edge = 0; edge < 3 * Bench::enough; ++edge) {
    bench.step();
    EXPECT_FALSE(bench.command().valid);
  }
  bench.state.starved = 0b001;  // it has been quiet for long
  bench.step();
  EXPECT_EQ(bench.command(), spill(2));
}

TEST(RegisterSpillUnit, AWarpAloneIsNotSpilledForItself) {
  Bench bench;
  bench.state = {.quiet = true, .room = false, .resident = 0b010, .starved = 0b010, .waiting = 0};
  EXPECT_FALSE(bench.next().valid);
}

// What the SM reports just behind the end of a command may describe the time before it: warp 2, which has
// been filled, would then be the highest resident warp that does nothing.
TEST(RegisterSpillUnit, QuietEdgesBeforeTheEndOfACommandDoNotCount) {
  Bench bench;
  bench.state = three_warps;
  EXPECT_EQ(bench.next(), spill(2));
  for (unsigned edge = 0; edge < 3 * Bench::enough; ++edge) {
    bench.step();
    EXPECT_FALSE(bench.command().valid);
  }
  bench.finish(7);
  EXPECT_FALSE(bench.command().valid);
  bench.state.resident = 0b011;
  EXPECT_EQ(bench.next(), spill(0));
}

TEST(RegisterSpillUnit, DoneWithoutACommandMeansNothing) {
  Bench bench;
  bench.state = three_warps;
  EXPECT_EQ(bench.next(), spill(2));
  bench.finish(5);
  bench.state = {};
  bench.finish(9);
  bench.state = {.quiet = true, .room = true, .resident = 0b011, .starved = 0, .waiting = 0b011};
  EXPECT_EQ(bench.next(), fill(2, 5));
}

TEST(RegisterSpillUnit, ResetLetsAllGo) {
  Bench bench;
  bench.state = three_warps;
  EXPECT_EQ(bench.next(), spill(2));
  bench.rst_n.write(false);
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
  EXPECT_FALSE(bench.command().valid);
  bench.rst_n.write(true);
  EXPECT_EQ(bench.next(), spill(2)) << "neither busy nor held";
}

}  // namespace
}  // namespace heddle::register_spill_unit_test

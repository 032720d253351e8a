// SPDX-License-Identifier: Apache-2.0
// A spill unit and a random SM with registers for one warp but not for all: there is no deadlock, and spilled
// registers return with their values.
#include <gtest/gtest.h>

#include <functional>

#include "tb/register_virtualization/register_spill_unit/spilling_sm.hpp"
#include "tests/register_virtualization/register_spill_unit_bench.hpp"

namespace heddle::register_spill_unit_system_test {
namespace {

using Launch = SpillingSm::Launch;

struct Outcome {
  unsigned hung = 0, ended = 0;
  SpillingSm::Counts counts{};
};

Outcome play(
    std::uint64_t seed, unsigned launches, const std::function<void(Launch&)>& change = [](Launch&) {},
    bool deaf = false) {
  RegisterSpillUnitTestBench bench;
  SpillingSm sm(seed);
  Outcome outcome;
  for (unsigned n = 0; n < launches && outcome.hung == 0; ++n) {
    Launch launch = sm.draw();
    change(launch);
    sm.begin(launch);
    unsigned left = 200'000;
    while (!sm.ended() && --left != 0) {
      const SpillInputs told =
          sm.tick(deaf ? Beat<SpillCommand>{} : bench.command(), deaf ? 0 : bench.held());
      bench.state = told.state;
      bench.done = told.done;
      bench.step();
    }
    ++(left == 0 ? outcome.hung : outcome.ended);
    bench.state = {};
    for (unsigned c = 0; c < 10; ++c) bench.step();
    EXPECT_TRUE(left == 0 || bench.held() == 0) << "nobody has ended while held";
  }
  outcome.counts = sm.counts();
  return outcome;
}

class SpillingSystem : public testing::TestWithParam<unsigned> {};

TEST_P(SpillingSystem, NothingGetsStuckAndEverySetComesBack) {
  const Outcome outcome = play(GetParam(), 300);
  EXPECT_EQ(outcome.hung, 0u);
  EXPECT_EQ(outcome.counts.wrong, 0u);
  EXPECT_EQ(outcome.counts.crowded, 0u);
  EXPECT_LE(outcome.counts.most_commands, 33u) << "all warps of the largest CTA out, one back";
  EXPECT_GT(outcome.counts.spills, 1000u);
  EXPECT_EQ(outcome.counts.spills, outcome.counts.fills);
  EXPECT_GT(outcome.counts.opened, 100u);
}
INSTANTIATE_TEST_SUITE_P(Seeds, SpillingSystem, testing::Range(1u, 5u));

TEST(SpillingSystemLimit, TheFileTakesOneWarpAndNoMore) {
  const Outcome outcome = play(7, 300, [](Launch& launch) {
    launch.capacity.fill(launch.most());
    launch.hoards = true;
  });
  EXPECT_EQ(outcome.hung, 0u);
  EXPECT_EQ(outcome.counts.wrong, 0u);
  EXPECT_LE(outcome.counts.most_commands, 33u);
}

TEST(SpillingSystemControl, WithoutTheUnitItGetsStuck) {
  EXPECT_NE(play(
                1, 20, [](Launch& launch) { launch.hoards = true; }, true)
                .hung,
            0u);
}

Outcome delayed(unsigned edges) {
  return play(3, 300, [edges](Launch& launch) {
    launch.delay = edges;
    launch.capacity.fill(launch.most());
  });
}

TEST(SpillingSystemLimit, AnSmThatIsSeenToGoOnAsLateAsTheUnitWaitsGetsOn) {
  const Outcome outcome = delayed(WarpSpilling::quiet_edges - 1);
  EXPECT_EQ(outcome.hung, 0u);
  EXPECT_LE(outcome.counts.most_commands, 33u);
}

/// A warp that has just been filled is spilled again while its first instruction is in flight.
TEST(SpillingSystemControl, AnSmThatIsSeenToGoOnLaterIsStoppedInMidFlight) {
  EXPECT_GT(delayed(WarpSpilling::quiet_edges).counts.wrong, 0u);
}

}  // namespace
}  // namespace heddle::register_spill_unit_system_test

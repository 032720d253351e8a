// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/representative_selector/representative_selector.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::representative_selector_test {
namespace {

using enum RepresentativePolicy;
using Bench = PipelineBench<RepresentativeSelector>;

RepresentativeSelectorConfig by(RepresentativePolicy policy) { return {static_cast<unsigned>(policy)}; }

class RepresentativePolicies : public testing::TestWithParam<RepresentativePolicy> {
 protected:
  RepresentativeLane select(LaneMask active) { return bench_.answer({active}); }
  Bench bench_{by(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(All, RepresentativePolicies,
                         testing::Values(lowest, highest, middle, RepresentativePolicy::random));

TEST(RepresentativeSelector, BlockedOneEdgeBeforeAndReadyAtTheFirstEdge) {
  expect_latency<RepresentativeSelector>({}, 1, {0b0110}, {0b0010, {1}});
}

// Wong2016, section 3.1.3 and Fig. 3: the active lanes 0110, written from lane 0 on, are represented by 0100.
TEST(RepresentativeSelector, TheLowestActiveLaneRepresentsByDefault) {
  Bench bench({});
  constexpr LaneMask lanes_1_and_2 = 0b0110;
  EXPECT_EQ(bench.answer({lanes_1_and_2}), (RepresentativeLane{0b0010, {1}}));
  EXPECT_EQ(bench.answer({all_lanes}), (RepresentativeLane{1, {0}}));
}

TEST_P(RepresentativePolicies, ALoneLaneRepresentsItself) {
  for (unsigned lane = 0; lane < warp_size; ++lane)
    EXPECT_EQ(select(1u << lane), (RepresentativeLane{1u << lane, {static_cast<std::uint8_t>(lane)}}));
}

TEST_P(RepresentativePolicies, WithoutAnActiveLaneTheMaskIsEmpty) {
  EXPECT_EQ(select(0), (RepresentativeLane{0, {0}}));
}

TEST(RepresentativeSelector, TheHighestActiveLane) {
  Bench bench(by(highest));
  EXPECT_EQ(bench.answer({0b0110}).lane.value, 2);
  EXPECT_EQ(bench.answer({all_lanes}).lane.value, 31);
}

TEST(RepresentativeSelector, TheMiddleOneHasHalfOfTheActiveLanesBelowIt) {
  Bench bench(by(middle));
  EXPECT_EQ(bench.answer({0b0110}).lane.value, 2);
  EXPECT_EQ(bench.answer({0b0111}).lane.value, 1);
  EXPECT_EQ(bench.answer({all_lanes}).lane.value, 16);
  EXPECT_EQ(bench.answer({0x80000001}).lane.value, 31);
  EXPECT_EQ(bench.answer({0x8000f001}).lane.value, 14);
}

TEST(RepresentativeSelector, ARandomLaneIsTheFirstActiveOneFromTheShiftRegisterUpward) {
  Bench bench(by(RepresentativePolicy::random));
  RepresentativeChoice start(RepresentativePolicy::random);
  for (int n = 0; n < 200; ++n) {
    const unsigned from = start.state() % warp_size;
    EXPECT_EQ(bench.answer({all_lanes}).lane.value, from);
    start.choose(all_lanes);
    const unsigned next = start.state() % warp_size;
    EXPECT_EQ(bench.answer({0x00010010}).lane.value, next > 4 && next <= 16 ? 16 : 4) << next;
    start.choose(0x00010010);
  }
}

TEST(RepresentativeSelector, RandomLanesAreTheSameAgainBehindAReset) {
  Bench bench(by(RepresentativePolicy::random));
  std::array<unsigned, 20> once{}, again{};
  for (auto& lane : once) lane = bench.answer({all_lanes}).lane.value;
  bench.rst_n.write(false);
  bench.step();
  bench.rst_n.write(true);
  for (auto& lane : again) lane = bench.answer({all_lanes}).lane.value;
  EXPECT_EQ(once, again);
  EXPECT_NE(once.front(), once.back());
}

TEST(RepresentativeSelector, ResetEmptiesTheStage) {
  expect_reset_empties_every_stage<RepresentativeSelector>({}, 1);
}

TEST(RepresentativeSelector, APolicyOutOfRangeIsAnErrorThatNamesIt) {
  expect_refused<RepresentativeSelector>("policy", "4", "0 .. 3");
}

}  // namespace
}  // namespace heddle::representative_selector_test

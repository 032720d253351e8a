// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/representative_decision/representative_decision.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::representative_decision_test {
namespace {

using Bench = PipelineBench<RepresentativeDecision>;

constexpr RegisterSimilarity unknown{}, stored{.similar = true, .stored = true, .d = 0},
    equal{.similar = true, .stored = false, .d = 0}, similar_4{.similar = true, .stored = false, .d = 4};

constexpr std::uint8_t similar_ones = 2, equal_ones = 1;

/// All lanes of a whole warp, represented by lane 3.
CollectedInstruction with(std::initializer_list<RegisterSimilarity> sources) {
  CollectedInstruction i{.active = all_lanes,
                         .read = all_lanes,
                         .lanes = {all_lanes, 0},
                         .representative = {3, 0},
                         .known = {},
                         .sources = {static_cast<std::uint8_t>((1u << sources.size()) - 1)},
                         .level = {4},
                         .enough = {similar_ones | equal_ones}};
  std::size_t k = 0;
  for (const RegisterSimilarity& s : sources) i.known[divergence_paths * k++] = s.pins();
  return i;
}

DecidedLanes answer(const CollectedInstruction& i) {
  static Bench bench({});  // a process simulates once
  return bench.answer(i);
}

constexpr LaneMask lane_3 = 1u << 3;

TEST(RepresentativeDecision, BlockedOneEdgeBeforeAndReadyAtTheFirstEdge) {
  expect_latency<RepresentativeDecision>({}, 1, with({stored, similar_4}),
                                         {.executed = lane_3,
                                          .read = lane_3,
                                          .scalars = {1},
                                          .representative = {3},
                                          .path = {0},
                                          .of_path = true,
                                          .similar = true,
                                          .one_lane = true});
}

// Wong2016, section 3.1.2: one lane executes when all source registers are similar.
TEST(RepresentativeDecision, OneSourceThatIsNotSimilarKeepsAllLanes) {
  const DecidedLanes d = answer(with({stored, unknown}));
  EXPECT_FALSE(d.one_lane);
  EXPECT_FALSE(d.similar);
  EXPECT_EQ(d.executed, all_lanes);
  EXPECT_EQ(d.read, all_lanes);
  EXPECT_EQ(d.scalars.value, 1);  // which is read from the representative all the same
}

TEST(RepresentativeDecision, SimilarityCountsUpToTheLevel) {
  CollectedInstruction i = with({similar_4});
  EXPECT_TRUE(answer(i).one_lane);
  i.level.value = 3;
  EXPECT_FALSE(answer(i).one_lane);
}

TEST(RepresentativeDecision, WhatStaysExactNeedsEqualSourcesAndUniformResults) {
  CollectedInstruction i = with({equal, stored});
  i.enough.value = equal_ones;
  EXPECT_TRUE(answer(i).one_lane);
  i.enough.value = 0;
  EXPECT_FALSE(answer(i).one_lane);
  i = with({equal, similar_4});
  i.enough.value = equal_ones;
  EXPECT_FALSE(answer(i).one_lane);
  EXPECT_TRUE(answer(i).similar);
}

TEST(RepresentativeDecision, SomeLanesOfAPathAllExecute) {
  CollectedInstruction i = with({stored});
  i.active = i.read = 0x0000ffff;
  const DecidedLanes d = answer(i);
  EXPECT_FALSE(d.of_path);
  EXPECT_FALSE(d.one_lane);
  EXPECT_EQ(d.executed, 0x0000ffffu);
  EXPECT_EQ(d.read, 0x0000ffffu);
}

// Wong2016, section 3.1.3: each path of a split has its own bits and representative.
TEST(RepresentativeDecision, TheOtherPathHasItsOwnLaneAndBits) {
  CollectedInstruction i = with({stored});
  i.lanes = {0x0000ffff, 0xffff0000};
  i.representative = {3, 20};
  i.active = 0xffff0000;
  EXPECT_FALSE(answer(i).one_lane);
  EXPECT_EQ(answer(i).scalars.value, 0);
  i.known[1] = stored.pins();
  const DecidedLanes d = answer(i);
  EXPECT_TRUE(d.one_lane);
  EXPECT_EQ(d.path.value, 1);
  EXPECT_EQ(d.executed, 1u << 20);
}

TEST(RepresentativeDecision, WithoutASourceNothingStandsAgainstIt) {
  EXPECT_TRUE(answer(with({})).one_lane);
  CollectedInstruction i = with({});
  i.enough.value = 0;
  EXPECT_FALSE(answer(i).one_lane);
}

TEST(RepresentativeDecision, ResetEmptiesTheStage) {
  expect_reset_empties_every_stage<RepresentativeDecision>({}, 1);
}

TEST(RepresentativeDecision, ParametersThatItDoesNotHaveAreAnError) {
  ConfigTree tree;
  tree.set("latency=2");
  resolve<RepresentativeDecisionConfig>(tree);
  EXPECT_THROW(tree.check_all_used(), Error);
}

}  // namespace
}  // namespace heddle::representative_decision_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/value_broadcaster/value_broadcaster.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::value_broadcaster_test {
namespace {

using Bench = PipelineBench<ValueBroadcaster>;

/// Lane i has 100 + i.
ReadOperand counting(bool broadcast, unsigned lane) {
  ReadOperand request{.data = {}, .broadcast = broadcast, .lane = {static_cast<std::uint8_t>(lane)}};
  for (unsigned i = 0; i < warp_size; ++i) request.data[i] = 100 + i;
  return request;
}

WarpRegister all_of(std::uint32_t value) {
  WarpRegister data;
  data.lane.fill(value);
  return data;
}

TEST(ValueBroadcaster, BlockedOneEdgeBeforeAndReadyAtTheFirstEdge) {
  expect_latency<ValueBroadcaster>({}, 1, counting(true, 9), {all_of(109)});
}

// Wong2016, Fig. 3 B: the similar scalar 7, in lane 0 only, is copied for a lane of the other path.
TEST(ValueBroadcaster, ASimilarScalarReachesAllLanes) {
  Bench bench({});
  ReadOperand scalar{.data = {}, .broadcast = true, .lane = {0}};
  scalar.data[0] = 7;
  EXPECT_EQ(bench.answer(scalar).data, all_of(7));
}

TEST(ValueBroadcaster, EachLaneCanBeTheSource) {
  Bench bench({});
  for (unsigned lane = 0; lane < warp_size; ++lane)
    EXPECT_EQ(bench.answer(counting(true, lane)).data, all_of(100 + lane));
}

TEST(ValueBroadcaster, WithoutABroadcastNothingChanges) {
  Bench bench({});
  for (unsigned lane = 0; lane < warp_size; ++lane)
    EXPECT_EQ(bench.answer(counting(false, lane)).data, counting(false, lane).data);
}

TEST(ValueBroadcaster, TakesOneOperandACycle) {
  Bench bench({});
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    bench.req.write({counting(true, lane), true});
    bench.step();
    ASSERT_TRUE(bench.rsp.read().valid);
    EXPECT_EQ(bench.rsp.read().payload.data, all_of(100 + lane));
  }
}

TEST(ValueBroadcaster, ResetEmptiesTheStage) { expect_reset_empties_every_stage<ValueBroadcaster>({}, 1); }

TEST(ValueBroadcaster, ParametersThatItDoesNotHaveAreAnError) {
  ConfigTree tree;
  tree.set("latency=2");
  resolve<ValueBroadcasterConfig>(tree);
  EXPECT_THROW(tree.check_all_used(), Error);
}

}  // namespace
}  // namespace heddle::value_broadcaster_test

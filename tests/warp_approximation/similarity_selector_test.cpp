// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_selector/similarity_selector.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::similarity_selector_test {
namespace {

using Bench = PipelineBench<SimilaritySelector>;

/// Lane i has 100 + i.
ExecutedResult counting(LaneMask active) {
  ExecutedResult request{.data = {}, .active = active, .d = {3}, .input = 77};
  for (unsigned i = 0; i < warp_size; ++i) request.data[i] = 100 + i;
  return request;
}

TEST(SimilaritySelector, BlockedOneEdgeBeforeAndReadyAtTheFirstEdge) {
  const ExecutedResult request = counting(0xff00);
  expect_latency<SimilaritySelector>({}, 1, request, {request.data, 0xff00, {3}, 77, 108});
}

TEST(SimilaritySelector, SelectsTheLowestActiveLaneWhicheverItIs) {
  Bench bench({});
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    EXPECT_EQ(bench.answer(counting(1u << lane)).representative, 100 + lane);
    EXPECT_EQ(bench.answer(counting(all_lanes << lane)).representative, 100 + lane);
    EXPECT_EQ(bench.answer(counting(1u << 31 | 1u << lane)).representative, 100 + lane);
  }
}

TEST(SimilaritySelector, WithoutAnActiveLaneTheValueIsZero) {
  Bench bench({});
  EXPECT_EQ(bench.answer(counting(0)).representative, 0u);
}

TEST(SimilaritySelector, TakesOneResultACycle) {
  Bench bench({});
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    bench.req.write({counting(1u << lane), true});
    bench.step();
    ASSERT_TRUE(bench.rsp.read().valid);
    EXPECT_EQ(bench.rsp.read().payload.representative, 100 + lane);
  }
}

TEST(SimilaritySelector, ResetEmptiesTheStage) {
  expect_reset_empties_every_stage<SimilaritySelector>({}, 1);
}

TEST(SimilaritySelector, ParametersThatItDoesNotHaveAreAnError) {
  ConfigTree tree;
  tree.set("latency=2");
  resolve<SimilaritySelectorConfig>(tree);
  EXPECT_THROW(tree.check_all_used(), Error);
}

}  // namespace
}  // namespace heddle::similarity_selector_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"

#include <gtest/gtest.h>

#include "tests/register_virtualization/cta_throttle_bench.hpp"

namespace heddle::cta_throttle_test {
namespace {

using Bench = CtaThrottleTestBench;

TEST(CtaThrottle, ADecisionStandsBehindTheSecondEdgeAndNotBeforeIt) {
  Bench bench;
  bench.launch(4, 1, {8, 8, 8, 8});
  bench.step();
  bench.inputs.cta.started = 1;
  bench.step();
  EXPECT_EQ(bench.allowed(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.allowed(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.allowed(), 0xffu);
}

TEST(CtaThrottle, AClusterThatRunsShortLeavesTheGuaranteedCtasAlone) {
  Bench bench;
  bench.launch(4, 2, {20, 10, 20, 20});
  bench.inputs.cta.started = 0b11;  // in the cycle of the launch
  for (int cycle = 0; cycle < 3; ++cycle) bench.step();
  EXPECT_EQ(bench.allowed(), 0xffu);
  for (const unsigned cta : {1u, 0u}) {  // each two of cluster 1 by both slots: 6 are left for 2 + 2
    bench.claim(0, cta, 1);
    bench.claim(7, cta, 1);
    bench.step();
  }
  bench.inputs.cta.started = 1u << 6;
  bench.step();
  bench.step();
  EXPECT_EQ(bench.allowed(), 0xffu);
  bench.claim(0, 6, 1);
  bench.step();
  EXPECT_EQ(bench.allowed(), 0xffu);
  bench.step();
  EXPECT_EQ(bench.allowed(), 0b11u) << "5 are left for 2 + 2, and the margin is 2";
  EXPECT_TRUE(bench.throttled());
  bench.give_back(2, 6, 1);
  bench.step();
  EXPECT_EQ(bench.allowed(), 0b11u);
  bench.step();
  EXPECT_EQ(bench.allowed(), 0xffu);
  EXPECT_FALSE(bench.throttled());
}

TEST(CtaThrottle, BehindTheLastGuaranteedCtasEndNobodyIssuesForTwoCycles) {
  Bench bench;
  bench.launch(4, 1, {4, 4, 4, 4});
  bench.step();
  for (int wait = 0; wait < 4; ++wait) bench.step();
  bench.inputs.cta.started = 0b101000;
  bench.step();
  bench.step();
  EXPECT_EQ(bench.allowed(), 1u << 3);
  bench.inputs.cta.ended = 1u << 3;
  bench.step();
  EXPECT_EQ(bench.allowed(), 1u << 3);
  for (int cycle = 0; cycle < 2; ++cycle) {
    bench.step();
    EXPECT_EQ(bench.allowed(), 0u);
    EXPECT_TRUE(bench.throttled());
  }
  bench.step();
  EXPECT_EQ(bench.allowed(), 1u << 5);
}

TEST(CtaThrottle, OneSlotEndsAndStartsInOneCycle) {
  Bench bench;
  bench.launch(4, 1, {4, 4, 4, 4});
  bench.inputs.cta.started = 1;
  for (int cycle = 0; cycle < 6; ++cycle) bench.step();
  EXPECT_EQ(bench.allowed(), 1u);
  bench.inputs.cta = {.started = 1, .ended = 1};
  bench.step();
  bench.step();
  EXPECT_EQ(bench.allowed(), 0u) << "the new CTA is not guaranteed its registers by its slot";
  bench.step();
  bench.step();
  EXPECT_EQ(bench.allowed(), 1u);
}

TEST(CtaThrottle, ResetMakesItForgetAllCtas) {
  Bench bench;
  bench.launch(4, 1, {8, 8, 8, 8});
  bench.inputs.cta.started = 0xff;
  bench.step();
  bench.step();
  EXPECT_EQ(bench.allowed(), 0xffu);
  bench.rst_n.write(false);
  bench.step();
  EXPECT_EQ(bench.allowed(), 0u);
  EXPECT_FALSE(bench.throttled());
  bench.rst_n.write(true);
  for (int cycle = 0; cycle < 4; ++cycle) bench.step();
  EXPECT_EQ(bench.allowed(), 0u);
  EXPECT_FALSE(bench.throttled());
}

}  // namespace
}  // namespace heddle::cta_throttle_test

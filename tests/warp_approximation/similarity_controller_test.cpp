// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"

#include <gtest/gtest.h>

#include "models/base/config.hpp"
#include "tests/warp_approximation/similarity_controller_bench.hpp"

namespace heddle::similarity_controller_test {
namespace {

using Bench = SimilarityControllerTestBench;

constexpr SimilarityControllerConfig small{.window = 20, .step = 3, .hysteresis = 2};
constexpr SimilarityLaunch launch{.target = 8, .least = {4}, .most = {20}, .initial = {10}, .enabled = true};

TEST(SimilarityController, ALaunchSetsDBehindItsEdgeAndNotBefore) {
  Bench bench(SimilarityControllerConfig{});
  bench.launch.write({launch, true});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.d(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.d(), 10u);
}

TEST(SimilarityController, AWindowDecidesBehindItsLastEdgeAndNotBefore) {
  Bench bench(SimilarityControllerConfig{});
  bench.begin(launch);
  bench.run(999);
  EXPECT_EQ(bench.d(), 10u);
  bench.run(1);
  EXPECT_EQ(bench.d(), 11u);
}

struct Count {
  unsigned found, d;
};
void PrintTo(const Count& c, std::ostream* out) { *out << c.found << " found"; }
class ACount : public testing::TestWithParam<Count> {};

TEST_P(ACount, MovesDOnlyBeyondTheHysteresis) {
  Bench bench(small);
  bench.begin(launch);
  bench.window(20, GetParam().found);
  EXPECT_EQ(bench.counted(), GetParam().found);
  EXPECT_EQ(bench.d(), GetParam().d);
}
INSTANTIATE_TEST_SUITE_P(SimilarityController, ACount,
                         testing::Values(Count{0, 13}, Count{5, 13}, Count{6, 10}, Count{8, 10},
                                         Count{10, 10}, Count{11, 7}, Count{20, 7}));

TEST(SimilarityController, WhatIsFoundAtTheLastEdgeCountsAndTheNextEdgeIsOfTheNextWindow) {
  Bench bench(small);
  bench.begin(launch);
  bench.run(19);
  bench.find(0b1011);
  EXPECT_EQ(bench.counted(), 3u);
  bench.find(0b1111);
  EXPECT_EQ(bench.counted(), 3u);
  bench.run(19);
  EXPECT_EQ(bench.counted(), 4u);
}

TEST(SimilarityController, AllResultsOfAllEdgesAreCounted) {
  Bench bench(SimilarityControllerConfig{.window = 65535});
  bench.begin(launch);
  bench.similar.write({{0b1111}});
  bench.run(65535);
  EXPECT_EQ(bench.counted(), 4u * 65535u);
}

TEST(SimilarityController, DStaysWithinItsBounds) {
  Bench bench(small);
  bench.begin(launch);
  for (const unsigned d : {13u, 16u, 19u, 20u, 20u}) {
    bench.window(20, 0);
    EXPECT_EQ(bench.d(), d);
  }
  for (const unsigned d : {17u, 14u, 11u, 8u, 5u, 4u, 4u}) {
    bench.window(20, 20);
    EXPECT_EQ(bench.d(), d);
  }
}

struct Bounds {
  std::uint8_t least, most, initial, d;
};
void PrintTo(const Bounds& b, std::ostream* out) {
  *out << unsigned{b.initial} << " in " << unsigned{b.least} << " .. " << unsigned{b.most};
}
class ALaunch : public testing::TestWithParam<Bounds> {};

TEST_P(ALaunch, BringsDWithinItsBounds) {
  Bench bench(small);
  const Bounds& b = GetParam();
  bench.begin({.target = 0, .least = {b.least}, .most = {b.most}, .initial = {b.initial}, .enabled = false});
  EXPECT_EQ(bench.d(), b.d);
}
INSTANTIATE_TEST_SUITE_P(SimilarityController, ALaunch,
                         testing::Values(Bounds{4, 20, 3, 4}, Bounds{4, 20, 21, 20}, Bounds{0, 31, 31, 31},
                                         Bounds{20, 4, 10, 4}));

TEST(SimilarityController, WithoutControlDStaysAndWindowsAreCounted) {
  Bench bench(small);
  SimilarityLaunch off = launch;
  off.enabled = false;
  bench.begin(off);
  for (const unsigned found : {0u, 20u, 7u}) {
    bench.window(20, found);
    EXPECT_EQ(bench.d(), 10u);
    EXPECT_EQ(bench.counted(), found);
  }
}

TEST(SimilarityController, ALaunchBeginsAWindowAndItsEdgeIsOfNone) {
  Bench bench(small);
  bench.begin(launch);
  bench.window(20, 8);
  for (unsigned n = 0; n < 7; ++n) bench.find(1);
  bench.similar.write({{0b1111}});
  bench.begin(launch);
  bench.similar.write({});
  EXPECT_EQ(bench.counted(), 0u);
  bench.window(20, 9);
  EXPECT_EQ(bench.counted(), 9u);
}

// The loop of section 6.1: a larger d finds more similar results, and d settles where the rate is the target.
TEST(SimilarityController, FindsTheDThatGivesTheTarget) {
  Bench bench(SimilarityControllerConfig{.window = 100, .step = 1, .hysteresis = 3});
  bench.begin({.target = 36, .least = {0}, .most = {31}, .initial = {1}, .enabled = true});
  for (unsigned n = 0; n < 40; ++n) bench.window(100, 4 * bench.d());
  EXPECT_EQ(bench.d(), 9u);
}

TEST(SimilarityController, ResetForgetsTheLaunchAndTheWindow) {
  Bench bench(small);
  bench.begin(launch);
  bench.window(20, 0);
  for (unsigned n = 0; n < 7; ++n) bench.find(1);
  bench.rst_n.write(false);
  bench.run(3);
  EXPECT_EQ(bench.state.read().payload, SimilarityState{});
  bench.rst_n.write(true);
  bench.window(20, 5);
  EXPECT_EQ(bench.counted(), 5u) << "the first window begins with the first edge";
  EXPECT_EQ(bench.d(), 0u);
}

struct OutOfRange {
  const char *setting, *value;
};
void PrintTo(const OutOfRange& o, std::ostream* out) { *out << o.setting; }
class SimilarityControllerParameters : public testing::TestWithParam<OutOfRange> {};

TEST_P(SimilarityControllerParameters, OutOfRangeAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set(GetParam().setting);
  try {
    resolve<SimilarityControllerConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam().value);
  }
}
INSTANTIATE_TEST_SUITE_P(SimilarityController, SimilarityControllerParameters,
                         testing::Values(OutOfRange{"window=15", "15"}, OutOfRange{"window=65536", "65536"},
                                         OutOfRange{"step=0", "0"}, OutOfRange{"step=32", "32"},
                                         OutOfRange{"hysteresis=1024", "1024"}));

}  // namespace
}  // namespace heddle::similarity_controller_test

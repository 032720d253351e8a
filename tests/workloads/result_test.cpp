// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/result.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace heddle::result_test {
namespace {

WorkloadResult compared(std::vector<float> expected, std::vector<float> got, double tolerance) {
  WorkloadResult result;
  result.compare<float>("c", expected, got, tolerance);
  return result;
}

TEST(WorkloadResult, NothingCheckedHasNotPassed) { EXPECT_FALSE(WorkloadResult{}.passed()); }

TEST(WorkloadResult, ToleranceZeroAsksForEquality) {
  EXPECT_TRUE(compared({1, -0.0f, 3}, {1, 0.0f, 3}, 0).passed());
  const auto result = compared({1, 2, 3}, {1, std::nextafter(2.0f, 3.0f), 4}, 0);
  EXPECT_EQ(result.checked, 3u);
  EXPECT_EQ(result.mismatches, 2u);
  EXPECT_EQ(result.first, "c[1]: expected 2, got 2.0000002");
  EXPECT_EQ(result.max_error, 1.0);
}

TEST(WorkloadResult, ToleranceIsAbsoluteBelowOneAndRelativeAbove) {
  EXPECT_TRUE(compared({0.5f}, {0.5009f}, 1e-3).passed());
  EXPECT_FALSE(compared({0.5f}, {0.502f}, 1e-3).passed());
  EXPECT_TRUE(compared({1000}, {1000.9f}, 1e-3).passed());
  EXPECT_FALSE(compared({1000}, {1001.1f}, 1e-3).passed());
}

TEST(WorkloadResult, NotANumberIsFarFromEveryNumber) {
  EXPECT_FALSE(compared({1}, {NAN}, 1e9).passed());
  EXPECT_FALSE(compared({NAN}, {1}, 1e9).passed());
  EXPECT_TRUE(compared({NAN, INFINITY}, {NAN, INFINITY}, 0).passed());
  EXPECT_FALSE(compared({INFINITY}, {-INFINITY}, 1).passed());
  EXPECT_FALSE(compared({INFINITY}, {1}, 1).passed());
  EXPECT_TRUE(std::isinf(compared({1}, {NAN}, 0).max_error));
}

TEST(WorkloadResult, MissingElementsAreMismatches) {
  const auto result = compared({1, 2, 3}, {1}, 0);
  EXPECT_EQ(result.checked, 3u);
  EXPECT_EQ(result.mismatches, 2u);
  EXPECT_EQ(result.first, "c: expected 3 elements, got 1");
}

TEST(WorkloadResult, AddsUpOverBuffersAndKeepsTheFirstMismatch) {
  WorkloadResult result;
  const std::vector<std::uint8_t> a{1, 2}, b{1, 7}, c{9, 9};
  result.compare<std::uint8_t>("a", a, a);
  result.compare<std::uint8_t>("b", a, b);
  result.compare<std::uint8_t>("c", a, c);
  EXPECT_EQ(result.checked, 6u);
  EXPECT_EQ(result.mismatches, 3u);
  EXPECT_EQ(result.first, "b[1]: expected 2, got 7");
}

/// Two numbers of 64 bits that are the same as doubles.
TEST(WorkloadResult, IntegersOf64BitsDifferByASingleOne) {
  const auto compared_64 = [](std::uint64_t expected, std::uint64_t got, double tolerance) {
    WorkloadResult result;
    result.compare<std::uint64_t>("c", std::vector{expected}, std::vector{got}, tolerance);
    return result;
  };
  const std::uint64_t large = 7884233062730717075;
  EXPECT_TRUE(compared_64(large, large, 0).passed());
  const auto result = compared_64(large, large + 1, 0);
  EXPECT_EQ(result.first, "c[0]: expected 7884233062730717075, got 7884233062730717076");
  EXPECT_EQ(result.max_error, 1);
  EXPECT_FALSE(compared_64(large + 1, large, 0).passed());
  EXPECT_TRUE(compared_64(large, large + 1, 1e-18).passed());
  WorkloadResult of_signs;
  of_signs.compare<std::int64_t>("c", std::vector<std::int64_t>{-(1ll << 62) - 1},
                                 std::vector<std::int64_t>{-(1ll << 62)});
  EXPECT_FALSE(of_signs.passed());
}

}  // namespace
}  // namespace heddle::result_test

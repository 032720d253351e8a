// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/promises.hpp"

#include <gtest/gtest.h>

#include <map>

namespace heddle::promises_test {
namespace {

BenchRow row(const char* workload, unsigned sms, double instructions, double cycles,
             const char* technique = "-") {
  return {.workload = workload,
          .technique = technique,
          .sms = sms,
          .warp_instructions = instructions,
          .cycles = cycles,
          .host = {.launch_seconds = 2, .peak_bytes = 150'000'000},
          .passed = true};
}

TEST(Promises, FollowFromTheRows) {
  const auto promises =
      promises_of({row("matmul", 15, 1e6, 9e4), row("matmul", 15, 4e5, 9e4, "warped_compression"),
                   row("bfs", 15, 1e5, 9e4), row("matmul", 1, 1.3e6, 9e5), row("matmul", 0, 5e7, 0)});
  std::map<std::string, std::pair<double, bool>> found;
  for (const Promise& p : promises) found[p.what] = {p.measured, p.kept()};
  EXPECT_EQ(found, (std::map<std::string, std::pair<double, bool>>{
                       {"matmul, 15 SMs", {5e5, true}},
                       {"matmul, 15 SMs, warped_compression", {2e5, false}},  // half of 500 k
                       {"bfs, 15 SMs", {4.5e4, false}},                       // cycles
                       {"peak memory of all runs", {150, true}},
                       {"matmul, cost of a warp instruction, 15 SMs over 1", {1.3, false}},
                       {"matmul without time", {2.5e7, true}}}));
}

TEST(Promises, OfLengthsCompareTheDearestWithTheCheapest) {
  const auto promises = length_promises_of(
      {row("matmul", 15, 1e6, 1), row("matmul", 15, 1.5e6, 1), row("matmul", 15, 1.2e6, 1)});
  ASSERT_EQ(promises.size(), 1u);
  EXPECT_DOUBLE_EQ(promises[0].measured, 1.5);
  EXPECT_FALSE(promises[0].kept());
}

TEST(Promises, ARateByInstructionExecutedCountsWhatTheTechniqueIssued) {
  BenchRow without = row("hotspot", 15, 1e6, 9e4), with = row("hotspot", 15, 1e6, 9e4, "warp_approximation");
  without.all_seconds = {2, 2, 2};
  with.all_seconds = {3, 4, 5};
  with.offered = 5e5;
  const RateShare share = rate_share(with, without);
  EXPECT_DOUBLE_EQ(share.median, 0.5);
  EXPECT_DOUBLE_EQ(share.least, 0.4);
  EXPECT_DOUBLE_EQ(share.most, 2. / 3);
  EXPECT_DOUBLE_EQ(share.by_executed, 0.75);
}

}  // namespace
}  // namespace heddle::promises_test

// SPDX-License-Identifier: Apache-2.0
// The levels that heddle tune proposes; and the machine's errors equal those of the functional model.
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/run/program.hpp"
#include "tb/run/report.hpp"
#include "tb/warp_approximation/cli/level_errors.hpp"

namespace heddle::tune_test {
namespace {

std::vector<LevelError> errors(std::vector<double> of_levels) {
  std::vector<LevelError> all;
  for (const double e : of_levels) all.push_back({static_cast<unsigned>(all.size()), e});
  return all;
}

/// The error need not grow with the level.
TEST(Tune, TakesTheLargestLevelWithinTheTarget) {
  const ProposedLevels p = proposed_levels(errors({0, 0.005, 0.02, 0.009, 0.5}), 0.01);
  EXPECT_EQ(p.largest_within, 3u);
  EXPECT_FALSE(p.least_with_error);
}

/// As for knn and ray in Wong2016 Table 1.
TEST(Tune, NamesTheLeastLevelWithAnErrorWhereTheErrorJumps) {
  const ProposedLevels p = proposed_levels(errors({0, 0, 0.055, 0.3}), 0.01);
  EXPECT_EQ(p.largest_within, 1u);
  EXPECT_EQ(p.least_with_error, 2u);
}

TEST(Tune, NeedsNoErrorAtAll) {
  const ProposedLevels p = proposed_levels(errors({0, 0, 0}), 0.01);
  EXPECT_EQ(p.largest_within, 2u);
  EXPECT_FALSE(p.least_with_error);
}

class TunedWorkloads : public testing::TestWithParam<const char*> {};

/// With the workload's marks, at a level with an error: the machine's output deviates from the exact one as
/// much as the functional model's, and it finds as many new similar instructions.
TEST_P(TunedWorkloads, HaveTheErrorsThatTheMachineHas) {
  RunRequest request;
  request.target = GetParam();
  request.workload.small = true;
  // Random places are hardly ever similar, so that no level has an error.
  if (request.target == "knn") request.workload.sizes = {"values=tracks"};
  request.platform.techniques = {"warp_approximation"};
  // For dct8x8, only results that differ between lanes are counted.
  const std::string count =
      fmt::format("warp_approximation.closed_loop.count_equal={}", request.target != "dct8x8");
  request.platform.assignments = {count};
  const std::vector<LevelError> levels = level_errors(request);
  ASSERT_EQ(levels.size(), 32u);
  EXPECT_EQ(levels[0].error, 0);
  EXPECT_GT(levels[24].error, 0);
  EXPECT_GE(levels[24].representative, levels[0].representative);
  request.platform.assignments = {count, "sms=2", "warp_approximation.level=24",
                                  "warp_approximation.override_levels=true"};
  const RunResult run = run_apart(request);
  ASSERT_TRUE(run.quality);
  EXPECT_DOUBLE_EQ(run.quality->error(measure_of(request)), levels[24].error);
  EXPECT_TRUE(
      std::any_of(levels.begin(), levels.end(), [](const LevelError& l) { return l.newly_similar > 0; }));
  EXPECT_EQ(statistic(run.stats, "sm_total.register_file.warp_approximation.new_similar_instructions"),
            static_cast<double>(levels[24].newly_similar));
}

INSTANTIATE_TEST_SUITE_P(WarpApproximation, TunedWorkloads,
                         testing::Values("black_scholes", "dct8x8", "fft", "hotspot", "knn", "ray_trace",
                                         "sobel"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace heddle::tune_test

// SPDX-License-Identifier: Apache-2.0
// A run that a technique needs ahead of the run itself: E2MC's offline code.
#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tb/run/report.hpp"
#include "tb/run/run.hpp"

namespace heddle::first_pass_test {
namespace {

RunRequest scan(std::vector<std::string> settings) {
  RunRequest request{.target = "scan"};
  request.workload.small = true;
  request.platform.techniques = {"line_compression"};
  request.platform.assignments = {"sms=2", "line_compression.what=e2mc", "l2.cache.bytes=4096"};
  for (std::string& s : settings) request.platform.assignments.push_back(std::move(s));
  return request;
}

double of(const RunResult& run, const char* counter) {
  return statistic(run.stats, fmt::format("dram_total.edge.{}", counter));
}

TEST(FirstPass, MakesAnOfflineCodeOfAllOfARunAhead) {
  const RunResult offline = run_apart(scan({"line_compression.e2mc.code=offline"})),
                  online = run_apart(scan({"line_compression.e2mc.sampled_instructions=100000"}));
  EXPECT_TRUE(offline.right());
  EXPECT_TRUE(online.right());
  EXPECT_EQ(of(offline, "code.sampled_lines"), 0);
  EXPECT_GT(of(online, "code.sampled_lines"), 0);
  // The host's copies are compressed, too.
  EXPECT_GT(of(offline, "decoded_lines"), of(online, "decoded_lines"));
  EXPECT_LT(statistic(offline.stats, "dram_total.read_bursts"),
            statistic(online.stats, "dram_total.read_bursts"));
}

/// The raw ratio is at least that in bursts.
TEST(FirstPass, SizesOfAllLinesCanBeCounted) {
  const RunResult run =
      run_apart(scan({"line_compression.e2mc.code=offline", "line_compression.count_sizes=true"}));
  const double lines = of(run, "sizes.lines"), bursts = statistic(run.stats, "dram_total.read_bursts") +
                                                        statistic(run.stats, "dram_total.write_bursts");
  EXPECT_GE(lines, of(run, "decoded_lines") + of(run, "encoded_lines"));
  EXPECT_LT(of(run, "sizes.bytes"), bursts * 32);
  EXPECT_GT(of(run, "sizes.bytes"), bursts * 32 / 3);
}

/// What a run leaves gives another one the same code; no run is made ahead of that.
TEST(FirstPass, LeavesItsCodeForOtherRuns) {
  const RunResult made = run_apart(scan({"line_compression.e2mc.code=offline"}));
  RunRequest request = scan({});
  request.platform.texts.emplace_back("code.yaml", made.files.at("code.yaml"));
  const RunResult given = run_apart(request);
  EXPECT_EQ(given.stats, made.stats);
  EXPECT_EQ(given.files, made.files);
}

TEST(FirstPass, AMistakeInATableNamesItsPlace) {
  RunRequest request = scan({});
  request.platform.texts.emplace_back(
      "code.yaml",
      "line_compression: {e2mc: {code: offline, tables: [{escape: 1, values: [1, 2], lengths: [1]}]}}");
  try {
    run_apart(request);
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("code.yaml:1:"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("one length"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::first_pass_test

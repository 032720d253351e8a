// SPDX-License-Identifier: Apache-2.0
// Runs with several codes of E2MC, for kernels or for allocations, whose values come of a run ahead.
#include "tests/gpu/several_codes.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tb/run/report.hpp"

namespace heddle::several_codes_test {
namespace {

double bursts(const RunResult& run) {
  return statistic(run.stats, "dram_total.read_bursts") + statistic(run.stats, "dram_total.write_bursts");
}

/// Codes of their own: those that there are, and those with which compressors of the controllers have encoded
/// lines.
struct OwnCodes {
  unsigned all = 0, used = 0;
};
OwnCodes own_codes(const RunResult& run, const std::string& codes) {
  OwnCodes own;
  const std::string& layer = run.files.at("code.yaml");
  const std::string mark = fmt::format("- {}: ", codes);
  for (auto at = layer.find(mark); at != std::string::npos; at = layer.find(mark, at + 1)) {
    ++own.all;
    if (statistic(run.stats, fmt::format("dram_total.edge.units.code{}_lines", own.all)) > 0) ++own.used;
  }
  return own;
}

class SeveralCodesIn : public testing::TestWithParam<std::tuple<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Gpu, SeveralCodesIn,
                         testing::Combine(testing::Values("scan", "neural_network", "sssp"),
                                          testing::Values("kernel", "allocation")),
                         [](const auto& info) {
                           return fmt::format("{}_{}", std::get<0>(info.param), std::get<1>(info.param));
                         });

/// Under tandem execution, with units that run ahead and with units by their pins; with the layer that a run
/// leaves, too.
TEST_P(SeveralCodesIn, ChangeNoValueAndAreTheSameByPins) {
  const auto [workload, codes] = GetParam();
  RunRequest request = run_with_codes(workload, codes);
  request.check = true;
  const RunResult ahead = run_apart(request);
  EXPECT_TRUE(ahead.right());
  const OwnCodes own = own_codes(ahead, codes);
  EXPECT_GE(own.all, 1u);
  EXPECT_GE(own.used, 1u);
  EXPECT_GT(statistic(ahead.stats, "dram_total.edge.decoded_lines"), 0);
  EXPECT_EQ(run_apart(request).stats, ahead.stats);

  request.platform.assignments.push_back("skip_idle_cycles=false");
  const RunResult by_pins = run_apart(request);
  EXPECT_TRUE(by_pins.right());
  EXPECT_EQ(by_pins.stats, ahead.stats);
  EXPECT_EQ(by_pins.files, ahead.files);

  RunRequest given = run_with_codes(workload, codes);
  given.platform.texts.emplace_back("code.yaml", ahead.files.at("code.yaml"));
  EXPECT_EQ(run_apart(given).stats, ahead.stats);
}

TEST(SeveralCodes, OfAllocationsMakeLinesShorter) {
  const auto run = [](const char* codes) {
    return run_apart(run_with_codes("scan", codes, {"line_compression.count_sizes=true"}));
  };
  const auto line = [](const RunResult& of) {
    return statistic(of.stats, "dram_total.edge.sizes.written_bytes") /
           statistic(of.stats, "dram_total.edge.sizes.written_lines");
  };
  const RunResult one = run("run"), several = run("allocation");
  EXPECT_EQ(own_codes(several, "allocation").all, 3u);
  EXPECT_GE(own_codes(several, "allocation").used, 2u);
  EXPECT_LT(line(several), 0.98 * line(one));
}

/// The sizes of lines are those in the code that they have, so that reads of lines which other kernels have
/// written are not counted in the code of the kernel that runs.
TEST(SeveralCodes, CountSizesOfLinesInTheirOwnCode) {
  for (const char* codes : {"kernel", "allocation"}) {
    SCOPED_TRACE(codes);
    const RunResult run = run_apart(run_with_codes("scan", codes, {"line_compression.count_sizes=true"}));
    const double bytes = statistic(run.stats, "dram_total.edge.sizes.bytes"),
                 lines = statistic(run.stats, "dram_total.edge.sizes.lines");
    EXPECT_LE(bytes, 32 * bursts(run));
    EXPECT_GT(bytes, 32 * bursts(run) / 3);
    EXPECT_GT(lines, statistic(run.stats, "dram_total.edge.decoded_lines"));
  }
}

/// Codes of another program: its kernels are not launched here.
TEST(SeveralCodes, OfAnotherProgramAreRefused) {
  RunRequest request = run_with_codes("fast_walsh_transform", "kernel");
  request.platform.texts.emplace_back("code.yaml",
                                      run_apart(run_with_codes("scan", "kernel")).files.at("code.yaml"));
  try {
    run_apart(request);
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("has not launched"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::several_codes_test

// SPDX-License-Identifier: Apache-2.0
// The lines that a run leaves, against the run's own statistics.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "tb/lines/codec_rows.hpp"
#include "tb/run/report.hpp"
#include "tb/run/run.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::memory_lines::recorded_run_test {
namespace {

RunRequest small_run(const std::string& workload, const std::vector<std::string>& settings) {
  RunRequest request{.target = workload};
  request.workload.small = true;
  request.platform.techniques = {"line_compression"};
  request.platform.assignments = {"sms=2", "l2.cache.bytes=4096"};
  for (const std::string& s : settings) request.platform.assignments.push_back("line_compression." + s);
  return request;
}

std::vector<RecordedLine> lines_of(const RunResult& run) {
  const TemporaryFolder folder;
  return read_lines(folder.add("lines.bin", run.files.at("lines.bin")));
}

double size_of(const RunResult& run, const std::string& counter) {
  return statistic(run.stats, "dram_total.edge.sizes." + counter);
}

/// The sum over the lines, all of them or the written ones, of what the statistics count.
void expect_sizes(const RunResult& run, const LineDesign& design) {
  LineSet set;
  for (const RecordedLine& line : lines_of(run)) set.add(line);
  ASSERT_FALSE(set.lines.empty());
  const auto sizes = encoded_sizes(design, set);
  double written_lines = 0, written_bytes = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    written_lines += set.written[i];
    if (set.written[i]) written_bytes += sizes[i];
  }
  EXPECT_EQ(size_of(run, "lines"), static_cast<double>(set.lines.size()));
  EXPECT_EQ(size_of(run, "bytes"), std::accumulate(sizes.begin(), sizes.end(), 0.0));
  EXPECT_EQ(size_of(run, "written_lines"), written_lines);
  EXPECT_EQ(size_of(run, "written_bytes"), written_bytes);
}

TEST(RecordedRun, LeavesTheLinesThatItsStatisticsCount) {
  for (const char* what : {"bdi", "fpc", "cpack", "best"}) {
    SCOPED_TRACE(what);
    const RunResult run =
        run_apart(small_run("separable_convolution", {"count_sizes=true", "record_lines=true",
                                                      std::string("what=") + what, "executor=ideal"}));
    EXPECT_TRUE(run.right());
    expect_sizes(run, {"", what});
  }
}

/// Nobody has written in a line: it is zeros, and was read. A line that a kernel or the host has written in
/// is one for good.
TEST(RecordedRun, KnowsWhichLinesSomebodyHasWritten) {
  const RunResult run = run_apart(small_run("separable_convolution", {"record_lines=true"}));
  std::set<std::uint64_t> written;
  unsigned never = 0, by_host = 0;
  for (const RecordedLine& line : lines_of(run)) {
    const bool before = written.contains(line.address);
    if (line.to_dram || before) {
      EXPECT_TRUE(line.ever_written) << line.address;
    }
    if (!line.ever_written) {
      EXPECT_EQ(line.bytes, (std::array<unsigned char, 128>{})) << line.address;
    }
    never += !line.ever_written;
    by_host += line.ever_written && !line.to_dram && !before;
    if (line.ever_written) written.insert(line.address);
  }
  EXPECT_GT(never, 0u);
  EXPECT_GT(by_host, 0u);
}

/// Buffers have numbers, and kernels that run one after the other are launches of their own.
TEST(RecordedRun, KnowsBuffersAndLaunches) {
  std::set<unsigned> buffers, launches;
  for (const RecordedLine& line : lines_of(run_apart(small_run("scan", {"record_lines=true"})))) {
    buffers.insert(line.buffer);
    launches.insert(line.launch);
  }
  EXPECT_GE(buffers.size(), 3u);
  EXPECT_TRUE(buffers.contains(1) && buffers.contains(2));
  EXPECT_GE(launches.size(), 2u);
  EXPECT_FALSE(launches.contains(0));
}

/// The machine does the same, and counts the same, whether lines are recorded or not.
TEST(RecordedRun, IsTheSameRun) {
  const RunResult with = run_apart(small_run("scan", {"record_lines=true"})),
                  without = run_apart(small_run("scan", {}));
  EXPECT_EQ(with.stats, without.stats);
  EXPECT_TRUE(without.files.empty());
  EXPECT_EQ(lines_of(with), lines_of(run_apart(small_run("scan", {"record_lines=true"}))));
}

/// Where an edge above compresses, a controller sees uncompressed only what was merged.
TEST(RecordedRun, OfAnEdgeAboveHasTheLinesThatComeUncompressed) {
  const RunResult run = run_apart(small_run("scan", {"record_lines=true", "count_sizes=true", "where=sm"}));
  expect_sizes(run, {"", "bdi"});
}

/// E2MC learns of the lines what a run ahead has learned: there both see the same.
TEST(RecordedRun, HasTheCodeOfAllItsLines) {
  const std::vector<std::string> online{"what=e2mc", "e2mc.sampling=software",
                                        "e2mc.sampled_instructions=100000000", "record_lines=true"};
  const RunResult ahead = run_apart(small_run("scan", online));
  LineSet set;
  for (const RecordedLine& line : lines_of(ahead)) set.add(line);
  RunRequest given = small_run("scan", {"record_lines=true", "count_sizes=true", "what=e2mc"});
  given.platform.texts.emplace_back("code.yaml", ahead.files.at("code.yaml"));
  const RunResult run = run_apart(given);
  const auto codec = codec_of({"", "e2mc"}, set);
  double bytes = 0;
  for (const RecordedLine& line : lines_of(run)) bytes += codec->encode(line.bytes).length;
  EXPECT_EQ(size_of(run, "bytes"), bytes);
}

}  // namespace
}  // namespace heddle::memory_lines::recorded_run_test

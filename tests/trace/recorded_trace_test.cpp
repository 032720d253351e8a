// SPDX-License-Identifier: Apache-2.0
// Traces of runs, through the program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace heddle::recorded_trace_test {
namespace {

using Words = std::vector<std::string>;

nlohmann::json stats_in(const TemporaryFolder& folder, const std::string& name) {
  return nlohmann::json::parse(content_of(folder.path() / name / "stats.json"));
}

double value(const nlohmann::json& stats, const std::string& path) {
  std::string pointer = "/" + path;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  const auto& entry = stats.at(nlohmann::json::json_pointer(pointer));
  return entry.is_object() ? entry.at("value").get<double>() : entry.get<double>();
}

double accesses_of_l2(const nlohmann::json& stats, const std::string& kind) {
  double sum = 0;
  for (const char* end : {"hits", "hits_reserved", "misses", "sector_misses"})
    sum += value(stats, "l2_total." + kind + "_" + end);
  return sum;
}

Ran record(const TemporaryFolder& folder, const std::string& out, Words more) {
  Words words{"run", "vectoradd", "--small", "--out", out};
  words.insert(words.end(), more.begin(), more.end());
  return heddle(words, folder);
}

TEST(RecordedTrace, IsReplayedIntoTheL2AsTheRunWas) {
  const TemporaryFolder folder;
  ASSERT_EQ(record(folder, "r", {"--record-trace", "a.trace"}).status, 0);
  const Ran replayed = heddle({"trace", "a.trace", "--into", "l2", "--out", "t"}, folder);
  ASSERT_EQ(replayed.status, 0) << replayed.err;
  const auto run = stats_in(folder, "r"), replay = stats_in(folder, "t");
  EXPECT_GT(accesses_of_l2(run, "write"), 0);
  EXPECT_EQ(value(replay, "trace.reads"), accesses_of_l2(run, "read"));
  EXPECT_EQ(value(replay, "trace.writes"), accesses_of_l2(run, "write"));
  for (const char* same : {"l2_total.accesses", "l2_total.misses", "crossbar.requests.packets",
                           "crossbar.responses.bytes", "dram_total.reads"})
    EXPECT_EQ(value(replay, same), value(run, same)) << same;
}

TEST(RecordedTrace, IsTheSameEachTimeAndChangesNothingInTheRun) {
  const TemporaryFolder folder;
  ASSERT_EQ(record(folder, "a", {"--record-trace", "a.trace"}).status, 0);
  ASSERT_EQ(record(folder, "b", {"--record-trace", "b.trace"}).status, 0);
  ASSERT_EQ(record(folder, "plain", {}).status, 0);
  EXPECT_EQ(content_of(folder.path() / "a.trace"), content_of(folder.path() / "b.trace"));
  EXPECT_EQ(content_of(folder.path() / "a/stats.json"), content_of(folder.path() / "plain/stats.json"));
}

TEST(RecordedTrace, HasTheSameBytesInEachFormat) {
  const TemporaryFolder folder;
  double sectors = 0;
  for (const char* format : {"dramsim3", "dramsys", "ramulator2", "ramulator2_vectors"}) {
    const std::string name = format;
    ASSERT_EQ(record(folder, "r", {"--record-trace", name, "--trace-format", format}).status, 0);
    const Ran replayed =
        heddle({"trace", name, "--into", "l2", "--access-bytes", "32", "--out", name + "_t"}, folder);
    ASSERT_EQ(replayed.status, 0) << replayed.err;
    const auto stats = stats_in(folder, name + "_t");
    EXPECT_GT(value(stats, "trace.bytes"), 0);
    if (sectors == 0) sectors = value(stats, "trace.bytes");
    EXPECT_EQ(value(stats, "trace.bytes"), sectors) << format;  // vectoradd accesses whole sectors
  }
}

TEST(RecordedTrace, BadRequestsAreRefused) {
  const TemporaryFolder folder;
  expect_refused(
      folder, {"run", "vectoradd", "--small", "--no-out", "--record-trace", "t", "--trace-format", "dramsim"},
      {"command line", "unknown trace format", "'dramsim'", "dramsim3"});
  expect_refused(folder, {"run", "vectoradd", "--functional", "--record-trace", "t"}, {"without time"});
  folder.add("t", "1 R 0 32\n");
  expect_refused(folder, {"trace", "t", "--format", "stl"}, {"unknown trace format", "'stl'"});
  expect_refused(folder, {"trace", "t", "--format", "dramsim3"}, {"t:1", "3 words, not 4", "READ|WRITE"});
  const Ran full = heddle({"run", "vectoradd", "--small", "--no-out", "--record-trace", "/dev/full"}, folder);
  EXPECT_EQ(full.status, 1);
  EXPECT_NE(full.err.find("cannot be written"), std::string::npos) << full.err;
}

}  // namespace
}  // namespace heddle::recorded_trace_test

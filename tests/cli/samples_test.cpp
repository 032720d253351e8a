// SPDX-License-Identifier: Apache-2.0
// --samples writes the values that the statistics have by then, and changes nothing else.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"

namespace heddle::samples_test {
namespace {

using Words = std::vector<std::string>;

Words run(const std::string& workload, const Words& more = {}) {
  Words words{"run", workload, "--small", "--set", "sms=2"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Words three{"--sample", "sm_total.warp_instructions", "--sample", "cycles", "--sample", "summary.ipc"};

Words with_samples(const std::string& file, Words more, const Words& names = three) {
  more.insert(more.end(), {"--samples", file});
  more.insert(more.end(), names.begin(), names.end());
  return more;
}

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(csv);
  for (std::string line; std::getline(in, line);) {
    auto& row = rows.emplace_back(1);
    for (const char c : line) c == ',' ? static_cast<void>(row.emplace_back()) : row.back().push_back(c);
  }
  return rows;
}

TEST(Samples, GrowUpToTheStatistics) {
  const TemporaryFolder folder;
  const Ran ran =
      heddle(run("gaussian", with_samples("s.csv", {"--sample-every", "1", "--out", "r"})), folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto rows = rows_of(content_of(folder.path() / "s.csv"));
  EXPECT_EQ(rows[0], (Words{"cycle", "sm_total.warp_instructions", "cycles", "summary.ipc"}));
  EXPECT_EQ(rows[1], (Words{"0", "0", "0", ""}));
  for (std::size_t k = 2; k < rows.size(); ++k) {
    EXPECT_EQ(std::stoul(rows[k][0]), k - 1);
    EXPECT_GE(std::stoul(rows[k][1]), std::stoul(rows[k - 1][1]));
  }
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(rows.back()[1], stats["sm_total"]["warp_instructions"].dump());
  EXPECT_NEAR(std::stod(rows.back()[2]), stats["cycles"].get<double>(), 2);
  EXPECT_NEAR(std::stod(rows.back()[3]), stats["summary"]["ipc"].get<double>(), 1e-3);
}

TEST(Samples, ChangeNothingElse) {
  for (const char* workload : {"bfs", "pathfinder"})
    for (const Words& with : {Words{}, Words{"--with", "warped_compression,register_virtualization"}}) {
      const TemporaryFolder folder;
      const auto stats = [&](Words more) {
        more.insert(more.end(), {"--out", "r"});
        more.insert(more.end(), with.begin(), with.end());
        EXPECT_EQ(heddle(run(workload, more), folder).status, 0);
        return content_of(folder.path() / "r/stats.json") + content_of(folder.path() / "r/stats.csv") +
               content_of(folder.path() / "r/kernels.csv");
      };
      const std::string without = stats({});
      EXPECT_EQ(stats(with_samples("s.csv", {"--sample-every", "1"})), without) << workload;
      EXPECT_EQ(stats(with_samples("s.csv", {"--sample-every", "97"})), without) << workload;
    }
}

TEST(Samples, StandAmongTheResultsWhenTheyLieThere) {
  const TemporaryFolder folder;
  const Words words =
      run("vectoradd",
          with_samples("./r/s.csv", {"--out", "r", "--sample-every", "100", "--sample-until", "250"}));
  for (int again = 0; again < 2; ++again) ASSERT_EQ(heddle(words, folder).status, 0);
  const auto rows = rows_of(content_of(folder.path() / "r/s.csv"));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows.back()[0], "200");
  EXPECT_EQ(entries(folder), (std::set<std::string>{"r"}));
}

TEST(Samples, OfAnUnknownStatisticAreRefused) {
  const TemporaryFolder folder;
  const Ran ran =
      heddle(run("vectoradd", with_samples("s.csv", {}, {"--sample", "sm_total.warp_instruction"})), folder);
  EXPECT_NE(ran.status, 0);
  EXPECT_NE(ran.err.find("'sm_total.warp_instruction'"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("did you mean 'sm_total.warp_instructions'"), std::string::npos) << ran.err;
  EXPECT_TRUE(entries(folder).empty());
}

TEST(Samples, OfARunThatFailsAreNotWritten) {
  const TemporaryFolder folder;
  add_kernel(folder, "trap;");
  const auto before = entries(folder);
  const Ran ran = heddle(
      {"run", "k.ptx", "--launch", "k.yaml", "--no-out", "--samples", "s.csv", "--sample", "cycles"}, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(entries(folder), before);
}

TEST(Samples, AreRefusedByHalves) {
  const TemporaryFolder folder;
  const auto refused = [&](const Words& more, const std::string& message) {
    const Ran ran = heddle(run("vectoradd", more), folder);
    EXPECT_NE(ran.status, 0);
    EXPECT_NE(ran.err.find(message), std::string::npos) << ran.err;
    EXPECT_TRUE(entries(folder).empty());
  };
  refused({"--sample", "cycles"}, "--sample requires --samples");
  refused({"--sample-every", "10"}, "--sample-every requires --samples");
  refused({"--sample-until", "10"}, "--sample-until requires --samples");
  refused({"--samples", "s.csv"}, "--samples requires --sample");
  refused(with_samples("s.csv", {"--sample-every", "0"}), "--sample-every");
  refused(with_samples("no/such/s.csv", {}), "cannot be written");
  refused(with_samples("s.csv", {"--functional", "--no-out"}), "--functional gives results without time");
}

}  // namespace
}  // namespace heddle::samples_test

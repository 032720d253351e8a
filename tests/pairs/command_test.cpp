// SPDX-License-Identifier: Apache-2.0
// `heddle pairs` to its end: what it runs, prints and returns.
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace heddle::pairs::command_test {
namespace {

/// Two techniques with a variant each, of which one has a second that excludes the other technique.
const std::string variants =
    "techniques:\n"
    "  - name: warped_compression\n"
    "    variants:\n"
    "      - {name: move, source: a test}\n"
    "      - {name: merge, set: [warped_compression.divergence=merge], source: a test}\n"
    "  - name: warp_approximation\n"
    "    variants:\n"
    "      - {name: marked, source: a test}\n";

TEST(Pairs, CountsWhatTheConfigurationRefusesApart) {
  const TemporaryFolder folder;
  folder.add("v.yaml", variants);
  const Ran ran =
      heddle({"pairs", "--variants", "v.yaml", "--workloads", "vectoradd,pathfinder", "--jobs", "2"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("seed 1: 4 runs"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("4 runs: 2 right, 2 refused, 0 failed"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("      2  "), std::string::npos) << ran.out;  // of one reason
  EXPECT_EQ(entries(folder), (std::set<std::string>{"v.yaml"}));
}

/// The command that it prints for a failure fails in the same way.
TEST(Pairs, PrintsTheCommandThatRepeatsAFailure) {
  const TemporaryFolder folder;
  folder.add("v.yaml", "limits: {max_cycles: 100}\n" + variants);
  const Ran ran =
      heddle({"pairs", "--variants", "v.yaml", "--workloads", "vectoradd", "--jobs", "1"}, folder);
  EXPECT_EQ(ran.status, 1) << ran.out;
  EXPECT_NE(ran.out.find("2 runs: 0 right, 1 refused, 1 failed"), std::string::npos) << ran.out;
  const std::string begin = "no progress: heddle ";
  const std::size_t at = ran.out.find(begin);
  ASSERT_NE(at, std::string::npos) << ran.out;
  const std::size_t from = at + begin.size();
  std::istringstream line(ran.out.substr(from, ran.out.find("  # ", from) - from));
  const std::vector<std::string> words{std::istream_iterator<std::string>(line), {}};
  const Ran again = heddle(words, folder);
  EXPECT_EQ(again.status, 1) << again.out;
  EXPECT_NE(again.err.find("longer than max_cycles"), std::string::npos) << again.err;
}

TEST(Pairs, DrawsTheSameRunsFromASeed) {
  const TemporaryFolder folder;
  folder.add("v.yaml", "limits: {max_cycles: 100}\n" + variants);
  const auto drawn = [&](const std::string& seed) {
    const std::string out =
        heddle({"pairs", "--variants", "v.yaml", "--draw", "4", "--seed", seed, "--jobs", "1"}, folder).out;
    return out.substr(0, out.rfind(';'));  // without the time
  };
  EXPECT_EQ(drawn("5"), drawn("5"));
  EXPECT_NE(drawn("5"), drawn("6"));
}

TEST(Pairs, RefusesBadOptions) {
  const TemporaryFolder folder;
  expect_refused(folder, {"pairs", "--pair", "caba,warp_compression"},
                 {"command line", "'warp_compression'", "mean 'warped_compression'?"});
  expect_refused(folder, {"pairs", "--pair", "caba"}, {"command line", "--pair", "two techniques, or three"});
  expect_refused(folder, {"pairs", "--pair", "caba,caba"}, {"command line", "named twice", "'caba'"});
  expect_refused(folder, {"pairs", "--workloads", "sobell"}, {"command line", "'sobell'", "mean 'sobel'?"});
  expect_refused(folder, {"pairs", "--draw", "0"}, {"command line", "--draw"}, 2);
  expect_refused(folder, {"pairs", "--variants", "none.yaml"}, {"none.yaml"});
}

}  // namespace
}  // namespace heddle::pairs::command_test

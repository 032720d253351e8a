// SPDX-License-Identifier: Apache-2.0
// Errors in an experiment file are reported with their place before anything runs; Heddle's own files have
// none.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tb/experiment/summary_page.hpp"
#include "tests/cli/program.hpp"

namespace heddle::files_test {
namespace {

namespace fs = std::filesystem;

const std::string good =
    "title: T\n"
    "workloads: w.yaml\n"
    "configurations:\n"
    "  - {name: plain}\n"
    "  - {name: compressed, with: warped_compression}\n"
    "series:\n"
    "  - {name: time, value: compressed.cycles / plain.cycles}\n";
const std::string workloads = "workloads:\n  - {workload: vectoradd, sizes: n=1000}\n";

Ran check(const std::string& experiment, const std::string& rows) {
  const TemporaryFolder folder;
  folder.add("e.yaml", experiment);
  folder.add("w.yaml", rows);
  const Ran ran = heddle({"experiment", "./e.yaml", "--no-chart"}, folder);
  if (ran.status != 0) {
    EXPECT_EQ(entries(folder), (std::set<std::string>{"e.yaml", "w.yaml"})) << ran.err;
  }
  return ran;
}

/// Returns `good` with `what` in place of `instead_of`.
std::string with(const std::string& instead_of, const std::string& what, std::string text = good) {
  const std::size_t at = text.find(instead_of);
  EXPECT_NE(at, std::string::npos) << instead_of;
  return text.replace(at, instead_of.size(), what);
}

struct Bad {
  std::string experiment, workloads;
  std::vector<std::string> said;
};

class BadExperiment : public testing::TestWithParam<Bad> {};

TEST_P(BadExperiment, IsRefusedBeforeAnythingRuns) {
  const Ran ran = check(GetParam().experiment, GetParam().workloads);
  EXPECT_EQ(ran.status, 1) << ran.out;
  for (const std::string& said : GetParam().said)
    EXPECT_NE(ran.err.find(said), std::string::npos) << said << "\n" << ran.err;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadExperiment,
    testing::Values(
        Bad{with("title: T\n", ""), workloads, {"e.yaml: an experiment needs a title"}},
        Bad{with("title", "titel"), workloads, {"e.yaml:1:1", "did you mean 'title'"}},
        Bad{with("w.yaml", "v.yaml"), workloads, {"e.yaml:2:1", "no such file of workloads"}},
        Bad{with("name: plain", "name: Plain"), workloads, {"e.yaml:4:6", "small letters"}},
        Bad{with("name: plain", "name: compressed"), workloads, {"e.yaml:5:6", "taken"}},
        Bad{with("with: warped_compression", "with: warped_compresion"),
            workloads,
            {"e.yaml:5:6", "did you mean 'warped_compression'"}},
        Bad{with("{name: plain}", "{name: plain, set: sms=0}"), workloads, {"e.yaml:4:6", "out of range"}},
        Bad{with("{name: plain}", "{name: plain, set: smx=1}"),
            workloads,
            {"e.yaml:4:6", "did you mean 'sm'"}},
        Bad{with("title: T", "title: T\nptx: clang20"), workloads, {"clang20"}},
        Bad{with("title: T", "title: T\nperturb: 1\nperturb_up_to: 3"),
            workloads,
            {"perturb_up_to: 3", "perturb: 2"}},
        Bad{good, with("sizes: n=1000", "max_registers: 256", workloads), {"w.yaml:2", "max_registers"}},
        Bad{good, with("sizes: n=1000", "ctas: 33", workloads), {"w.yaml:2", "ctas"}},
        Bad{good,
            with("sizes: n=1000", "size: papers", workloads),
            {"w.yaml:2", "papers", "small, default, paper"}},
        Bad{good,
            with("workload: vectoradd, sizes: n=1000", "workload: micro_issue, size: paper", workloads),
            {"w.yaml:2", "no size of a paper"}},
        Bad{good, with("sizes: n=1000", "size: paper, sizes: small", workloads), {"w.yaml:2", "two sizes"}},
        Bad{with("plain.cycles", "plain.cicles"), workloads, {"e.yaml:7:18", "did you mean 'cycles'"}},
        Bad{with("plain.cycles", "plane.cycles"), workloads, {"e.yaml:7:18", "did you mean 'plain'"}},
        Bad{with("plain.cycles", "plain.summary.compression_ratio"),
            workloads,
            {"e.yaml:7:18", "runs of plain have no such statistic"}},
        Bad{with(" / plain.cycles", " /"), workloads, {"e.yaml:7:18", "too early"}},
        Bad{with(", value: compressed.cycles / plain.cycles", ""), workloads, {"e.yaml:7", "no value"}},
        Bad{good + "compare:\n  - {name: n, value: plain.cycles, why: \"so {vectorad}\"}\n",
            workloads,
            {"e.yaml:9:", "did you mean 'vectoradd'"}},
        Bad{good + "compare:\n  - {name: n, value: plain.cycles, why: \"so {mean: plain.cicles}\"}\n",
            workloads,
            {"e.yaml:9:", "did you mean 'cycles'"}},
        Bad{good + "compare:\n  - {name: n, value: plain.cycles, why: \"so {mean\"}\n",
            workloads,
            {"e.yaml:9:", "does not close"}},
        Bad{good + "compare:\n  - {name: n}\n", workloads, {"e.yaml:9:6", "either a value, or points"}},
        Bad{good + "compare:\n  - {name: n, value: plain.cycles, points: [{x: plain.cycles, y: '1'}]}\n",
            workloads,
            {"e.yaml:9:6", "either a value, or points"}},
        Bad{good + "compare:\n  - {name: n, points: [{x: plain.cycles, y: plain.cicles}]}\n",
            workloads,
            {"e.yaml:9", "did you mean 'cycles'"}},
        Bad{with("{name: time", "{name: time, at: plain.cycles"),
            workloads,
            {"e.yaml:7:", "needs x: pareto"}},
        Bad{with("title: T", "title: T\nx: pareto"), workloads, {"e.yaml:8:", "series[0] needs `at`"}},
        Bad{good, with("vectoradd", "vectorad", workloads), {"w.yaml:2:6", "did you mean 'vectoradd'"}},
        Bad{good, with("n=1000", "m=1000", workloads), {"w.yaml:2:6", "no size of the workload vectoradd"}},
        Bad{good, with("n=1000", "n", workloads), {"w.yaml:2:6", "NAME=VALUE"}},
        Bad{good, workloads + "  - {workload: vectoradd}\n", {"w.yaml:3:6", "taken"}},
        Bad{good, "workloads: []\n", {"w.yaml", "no workloads"}}));

/// The names of Heddle's own experiments by their papers.
std::map<std::string, std::vector<std::string>> papers() {
  std::map<std::string, std::vector<std::string>> all;
  for (const auto& file : fs::directory_iterator(HEDDLE_SOURCE_DIR "/configs/experiments"))
    if (const std::string name = file.path().stem().string(); file.path().extension() == ".yaml")
      all[paper_of(name)].push_back(name);
  return all;
}

class PaperTest : public testing::TestWithParam<std::pair<const std::string, std::vector<std::string>>> {};

TEST_P(PaperTest, NamesOnlyWhatThereIs) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"experiment", "--check"};
  words.insert(words.end(), GetParam().second.begin(), GetParam().second.end());
  const Ran ran = heddle(words, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, std::to_string(GetParam().second.size()) + " experiments can be run\n");
  EXPECT_TRUE(entries(folder).empty());
}

INSTANTIATE_TEST_SUITE_P(Papers, PaperTest, testing::ValuesIn(papers()),
                         [](const auto& paper) { return paper.param.first; });

TEST(Experiments, OfTheProjectExplainTheirDifferences) {
  const std::string page = content_of(HEDDLE_SOURCE_DIR "/configs/experiments/lee2015.md");
  EXPECT_NE(page.find("| [lee2015_fig9](#lee2015_fig9) | energy saved |"), std::string::npos);
  for (const char* paper : {"lee2015", "jeon2015", "wong2016", "vijaykumar2015", "lal2017"})
    EXPECT_EQ(content_of(HEDDLE_SOURCE_DIR "/configs/experiments/" + std::string(paper) + ".md")
                  .find("Not explained"),
              std::string::npos);
}

TEST(Experiments, AreFoundByName) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"experiment", "lee2015_fig99"}, folder);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.err.find("did you mean 'lee2015_fig9'"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace heddle::files_test

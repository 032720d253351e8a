// SPDX-License-Identifier: Apache-2.0
// heddle report: what the page holds, what a browser makes of it, bad input.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/base/written_files.hpp"
#include "tests/cli/program.hpp"
#include "tests/report/browser.hpp"

namespace heddle::report_test {
namespace {

namespace fs = std::filesystem;

void run(const TemporaryFolder& folder, std::vector<std::string> words) {
  const Ran ran = heddle(words, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
}

void add_runs(const TemporaryFolder& folder) {
  run(folder,
      {"run", "gaussian", "--small", "--with", "warped_compression", "--compare", "--samples", "a/over.csv",
       "--sample", "sm_total.warp_instructions", "--sample-every", "1000", "--out", "a"});
  run(folder, {"run", "gaussian", "--small", "--set", "sm.scheduler=lrr", "--out", "b"});
}

std::string page(const TemporaryFolder& folder, std::vector<std::string> results) {
  results.insert(results.begin(), "report");
  run(folder, results);
  return content_of(folder.path() / "report.html");
}

nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(Report, HoldsTheResultsAndNeedsNothingElse) {
  const TemporaryFolder folder;
  add_runs(folder);
  const std::string text = page(folder, {"a", "b"});
  const auto data = data_of(text);
  ASSERT_EQ(data["sources"].size(), 2u);
  EXPECT_EQ(data["sources"][0]["files"]["stats.json"], content_of(folder.path() / "a/stats.json"));
  EXPECT_TRUE(data["sources"][0]["files"].contains("over.csv"));
  EXPECT_FALSE(data["sources"][0]["blocks"].empty());
  ASSERT_EQ(data["differences"].size(), 2u) << "a from its run without techniques, b from a";
  EXPECT_EQ(data["differences"][1]["to"], "b");
  for (const char* outside : {"src=\"", "<link", "@import", "url("})
    EXPECT_EQ(count_of(outside, text.substr(0, text.find("<script>"))), 0u) << outside;
}

TEST(Report, OfRunsIsDrawnInABrowser) {
  const TemporaryFolder folder;
  add_runs(folder);
  page(folder, {"a", "b"});
  const ShownPage shown = shown_page(folder.path() / "report.html");
  EXPECT_EQ(shown.console, "");
  EXPECT_EQ(count_of("<h2", shown.document), 5u) << "side by side, two differences, two runs";
  // Issue slots of both, then of each run, roofline, caches and energy; statistics over time of the first.
  EXPECT_EQ(count_of("<figure", shown.document) - count_of("<figure class=\"plot", shown.document), 10u);
  EXPECT_GE(count_of("<rect", shown.document), 2u * (5 + 3 * 4 + 2 * 5));
  for (const char* said : {"right: 1,680 elements", "gaussian_eliminate", "bdi_compressor", "Roofline",
                           "over.csv: statistics over time", "It takes"})
    EXPECT_GE(count_of(said, shown.document), 1u) << said;
}

TEST(Report, OfSweepsAndExperimentsIsDrawnInABrowser) {
  const TemporaryFolder folder;
  run(folder, {"sweep", "vectoradd", "--size", "n=500", "--set", "sms=1,2", "--with", "none", "--with",
               "warped_compression", "--measure", "cycles,ipc", "--perturb", "2", "--no-chart"});
  run(folder, {"sweep", "vectoradd", "--size", "n=500", "--with", "none", "--with", "warped_compression",
               "--measure", "cycles", "--perturb", "1", "--no-chart", "--out", "bars"});
  folder.add("x.yaml",
             "title: T\nsource: S\nperturb: 2\nprograms: [{workload: vectoradd, sizes: n=500}, {workload: "
             "scan, size: small}]\n"
             "configurations: [{name: a}, {name: b, with: warped_compression}]\ny: ratio\n"
             "series: [{name: r, value: b.cycles / a.cycles}]\n"
             "compare: [{name: r, value: b.cycles / a.cycles, published: 1.02, source: P, mark: published, "
             "why: W}]\n");
  run(folder, {"experiment", "./x.yaml", "--no-chart"});
  page(folder, {"results/sweeps/vectoradd", "bars", "results/experiments/x"});
  const ShownPage shown = shown_page(folder.path() / "report.html");
  EXPECT_EQ(shown.console, "");
  EXPECT_EQ(count_of("<h2", shown.document), 3u);
  EXPECT_GE(count_of("<circle", shown.document), 8u) << "two measures of four points";
  EXPECT_GE(count_of("<rect", shown.document), 2u + 3u) << "two machines; two workloads and their mean";
  EXPECT_GE(count_of("across: published", shown.document), 1u);
}

TEST(Report, OfBlocksIsDrawnInABrowser) {
  const TemporaryFolder folder;
  const std::string figures =
      "{\"area_um2\": 12345.0, \"critical_path_ns\": 1.5, \"highest_clock_mhz\": 666.0, "
      "\"energy_per_operation\": "
      "[{\"without_glitches_pj\": 2.5, \"vectors\": \"v\"}]}";
  folder.add(
      "e.json",
      "[{\"block\": \"b\", \"set\": \"default\", \"flip_flops\": 8, \"gates\": 9, \"nand2_equivalents\": "
      "3.5, \"leakage_mw\": 0.1, \"pipeline_cycles\": 2, \"library\": " +
          figures + "}]");
  folder.add("v.json", "[" + content_of(HEDDLE_SOURCE_DIR "/configs/blocks/verified/mov_injector.json") +
                           ", {\"block\": \"b\", \"levels\": [{\"name\": \"lint\", \"passed\": false, "
                           "\"figures\": \"3 of 4\"}]}]");
  page(folder, {"e.json", "v.json"});
  const ShownPage shown = shown_page(folder.path() / "report.html");
  EXPECT_EQ(shown.console, "");
  for (const char* said : {"12,345", "666", "NO", "mov_injector", "mutation", "3 of 4", "class=\"bad\""})
    EXPECT_GE(count_of(said, shown.document), 1u) << said;
}

TEST(Report, OfWhatEndsAScriptStaysData) {
  const TemporaryFolder folder;
  run(folder, {"run", "vectoradd", "--size", "n=500", "--out", "a</script><!--<script>"});
  const auto data = data_of(page(folder, {"a</script><!--<script>"}));
  EXPECT_EQ(data["sources"][0]["name"], "a</script><!--<script>");
  EXPECT_EQ(shown_page(folder.path() / "report.html").console, "");
}

TEST(Report, OfTheDemonstrationStandsBesideItsResults) {
  const TemporaryFolder folder;
  const Ran ran = heddle({"demo", "--small"}, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::string name = "results/pathfinder+warped_compression.html";
  EXPECT_EQ(count_of(name, ran.out), 1u) << ran.out;
  EXPECT_EQ(data_of(content_of(folder.path() / name))["differences"].size(), 1u);
}

TEST(Report, BadInputIsOneMessage) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "empty");
  folder.add("x.json", "{\"a\": 1}");
  folder.add("y.json", "[1");
  expect_refused(folder, {"report", "empty"}, {"no results that a report shows", "'empty'", "heddle run"});
  expect_refused(folder, {"report", "nothing"}, {"'nothing'"});
  expect_refused(folder, {"report", "x.json"}, {"no result that a report shows", "'x.json'"});
  expect_refused(folder, {"report", "y.json"}, {"y.json:1:3", "is no JSON"});
  run(folder, {"run", "vectoradd", "--size", "n=500", "--out", "r"});
  expect_refused(folder, {"report", "r", "--out", "r/stats.json"}, {"stats.json"});
  auto stats = nlohmann::ordered_json::parse(content_of(folder.path() / "r/stats.json"));
  stats["sm_total"]["register_file"]["reads"] = "many";
  WrittenFiles results(folder.path() / "r", "manifest.json");
  folder.add("r/stats.json", stats.dump());
  results.wrote("stats.json", stats.dump());
  results.save(true, results.record());
  expect_refused(folder, {"report", "r"}, {"r: ", "results as Heddle has written them"});
  std::ofstream(folder.path() / "r/stats.json", std::ios::app) << " ";
  expect_refused(folder, {"report", "r"}, {"not whole, or were changed"});
}

}  // namespace
}  // namespace heddle::report_test

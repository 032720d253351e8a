// SPDX-License-Identifier: Apache-2.0
// Experiments over time: a series has the growth of statistics between samples; wrong files are refused.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/experiment/over_time.hpp"
#include "tests/experiment/written_experiment.hpp"

namespace heddle::over_time_test {
namespace {

TEST(RunSamples, AreReadBack) {
  const RunSamples s = samples_of("cycle,a.b,c\n0,0,\n10,7,0.5\n", "here");
  EXPECT_EQ(s.cycles, (std::vector<std::uint64_t>{0, 10}));
  EXPECT_EQ(s.values[1].at("a.b"), 7);
  EXPECT_TRUE(std::isnan(s.values[0].at("c")));
  for (const char* bad : {"", "cycle,a\n", "cycle,a\n10,1\n", "cycle,a\n0\n", "cycle,a\n0,x\n", "a,b\n0,1\n"})
    EXPECT_THROW(samples_of(bad, "here"), Error) << bad;
}

LoadedExperiment two_series() {
  LoadedExperiment e{.name = "e"};
  e.declared.x = ChartAxis::time;
  e.declared.series = {{.name = "live", .value = "a.live / a.all"},
                       {.name = "x, y", .value = "b.n - a.live"}};
  e.series_places = {"f:1:1", "f:2:1"};
  e.workloads = {{.label = "one"}};
  return e;
}

TEST(Course, IsOfWhatIsGainedInEachInterval) {
  const LoadedExperiment e = two_series();
  const Course c = course_of(e, {{"a", samples_of("cycle,all,live\n0,0,0\n5,10,5\n10,20,7\n15,20,7\n", "")},
                                 {"b", samples_of("cycle,n\n0,0\n5,6\n10,20\n", "")}});
  EXPECT_EQ(c.cycles, (std::vector<std::uint64_t>{5, 10, 15}));
  EXPECT_EQ(csv_of(e, {c}), "workload,cycle,live,\"x, y\"\none,5,0.5,1\none,10,0.2,12\none,15,,\n");
  EXPECT_EQ(json_of(e, {c})[0]["series"][1]["values"].dump(), "[1.0,12.0,null]");
}

TEST(SampledNames, AreThoseOfTheSeries) {
  const RunValues runs{{"a", {{"live", 0}, {"all", 0}, {"other", 0}}}, {"b", {{"n", 0}}}, {"c", {}}};
  EXPECT_EQ(sampled_names(two_series(), runs), (StatisticNames{{"a", {"all", "live"}}, {"b", {"n"}}}));
}

const std::string good =
    "title: T\n"
    "workloads: w.yaml\n"
    "configurations:\n"
    "  - {name: plain, set: sms=1}\n"
    "x: time\n"
    "samples: {every: 50, until: 600}\n"
    "series:\n"
    "  - {name: ipc, value: plain.sm_total.warp_instructions / plain.cycles}\n"
    "compare:\n"
    "  - {name: whole, value: plain.summary.ipc}\n";

std::string with(const std::string& instead_of, const std::string& what) {
  return replaced(good, instead_of, what);
}

TEST(ExperimentOverTime, IsRefusedWithItsPlace) {
  expect_refused({
      {with("x: time", "x: workloads"), "e.yaml:6:", "needs x: time"},
      {with("every: 50", "every: 0"), "e.yaml:6:18", "out of range"},
      {with("every: 50", "evry: 50"), "e.yaml:6:11", "did you mean 'samples.every'"},
      {with("until: 600", "until: 49"), "e.yaml:6:", "50 or more"},
      {with("name: ipc", "name: ipc, bar: b"), "e.yaml:8:", "no bar"},
      {with("plain.cycles", "plain.cicles"), "e.yaml:8:17", "did you mean 'cycles'"},
      {with("plain.cycles", "plain.summary.ipc"), "e.yaml:8:17", "a ratio does not"},
      {with("plain.cycles", "plain.result.checked"), "e.yaml:8:17", "while it runs"},
      {with("summary.ipc", "summary.ipd"), "e.yaml:10:19", "did you mean 'summary.ipc'"},
  });
}

TEST(ExperimentOverTime, GivesWhatRunSamples) {
  const TemporaryFolder folder;
  const bool chart = charts_can_be_drawn();
  const Ran ran = run_experiment(folder, good, chart);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto out = folder.path() / "results/experiments/e";
  const auto table = nlohmann::json::parse(content_of(out / "table.json"));
  const auto& course = table["courses"][0];
  EXPECT_EQ(course["workload"], "Vec");
  EXPECT_EQ(course["cycles"].size(), 12u);
  const std::vector<std::string> words{
      "run",      "vectoradd", "--size",         "n=1000", "--set",    "sms=1",
      "--out",    "r",         "--samples",      "s.csv",  "--sample", "sm_total.warp_instructions",
      "--sample", "cycles",    "--sample-every", "50"};
  ASSERT_EQ(heddle(words, folder).status, 0);
  const RunSamples samples = samples_of(content_of(folder.path() / "s.csv"), "s.csv");
  ASSERT_GT(samples.values.size(), 12u);
  for (std::size_t k = 1; k <= 12; ++k) {
    const auto gain = [&](const char* name) {
      return samples.values[k].at(name) - samples.values[k - 1].at(name);
    };
    EXPECT_EQ(course["series"][0]["values"][k - 1], gain("sm_total.warp_instructions") / gain("cycles")) << k;
  }
  const auto stats = nlohmann::json::parse(content_of(folder.path() / "r/stats.json"));
  EXPECT_EQ(table["compare"][0]["measured"], stats["summary"]["ipc"]);
  EXPECT_TRUE(content_of(out / "over_time.csv").starts_with("workload,cycle,ipc\nVec,50,"));
  EXPECT_TRUE(content_of(out / "table.csv").starts_with("workload,whole\nVec,"));
  if (chart) {
    EXPECT_NE(content_of(out / "chart.svg").find("<!-- Vec -->"), std::string::npos);
  }
}

TEST(ExperimentOverTime, RunsItsPointAgainWhenItsSamplesAreOthers) {
  const TemporaryFolder folder;
  const auto to_run = [&](const std::string& text) { return run_experiment(folder, text).out; };
  EXPECT_NE(to_run(good).find("1 points: 1 to run"), std::string::npos);
  EXPECT_NE(to_run(good).find("1 points: 0 to run"), std::string::npos);
  EXPECT_NE(to_run(with("every: 50", "every: 60")).find("1 points: 1 to run"), std::string::npos);
  EXPECT_NE(to_run(with("until: 600", "until: 500")).find("1 points: 1 to run"), std::string::npos);
  EXPECT_NE(to_run(with("/ plain.cycles", "")).find("1 points: 1 to run"), std::string::npos);
}

}  // namespace
}  // namespace heddle::over_time_test

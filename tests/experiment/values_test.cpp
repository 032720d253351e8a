// SPDX-License-Identifier: Apache-2.0
// Expressions over statistics, and the tables made of their values.
#include <gtest/gtest.h>

#include <cmath>

#include "models/base/error.hpp"
#include "tb/experiment/experiment_table.hpp"
#include "tb/experiment/perturbed_runs.hpp"
#include "tb/experiment/summary_page.hpp"

namespace heddle::values_test {
namespace {

const RunValues runs{
    {"plain", values_of({{"cycles", 200}, {"group", {{"a", 3}, {"b", 0.5}, {"none", nullptr}}}})},
    {"fast", values_of({{"cycles", 100}, {"zero", 0}})}};

double value(const std::string& text) { return value_of(text, runs, "f:1:2"); }

TEST(StatisticExpression, NamesAConfigurationAndAPath) {
  EXPECT_EQ(value("plain.cycles"), 200);
  EXPECT_EQ(value("1 - fast.cycles / plain.cycles"), 0.5);
  EXPECT_EQ(value("(plain.group.a + plain.group.b) * 2"), 7);
  EXPECT_EQ(value("7 / 2"), 3.5);
  EXPECT_EQ(value("fast.cycles / 8"), 12.5);
}

TEST(StatisticExpression, HasNoValueWhereAStatisticHasNone) {
  EXPECT_TRUE(std::isnan(value("plain.group.none")));
  EXPECT_TRUE(std::isnan(value("1 - plain.group.none / plain.cycles")));
  EXPECT_TRUE(std::isnan(value("plain.cycles / fast.zero")));
  EXPECT_TRUE(std::isnan(value("fast.zero / fast.zero")));
}

std::string refusal(const std::string& text) {
  try {
    return "no error, but " + std::to_string(value(text));
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(StatisticExpression, TellsWhatItDoesNotKnow) {
  EXPECT_NE(refusal("slow.cycles").find("no such configuration"), std::string::npos)
      << refusal("slow.cycles");
  EXPECT_NE(refusal("plain.cycle").find("did you mean 'cycles'"), std::string::npos)
      << refusal("plain.cycle");
  EXPECT_NE(refusal("fast.group.a").find("runs of fast"), std::string::npos) << refusal("fast.group.a");
  EXPECT_NE(refusal("plain.group").find("no such statistic"), std::string::npos);
  EXPECT_NE(refusal("plain.cycles +").find("too early"), std::string::npos);
  EXPECT_NE(refusal("plain.cycle").find("f:1:2"), std::string::npos);
}

/// The points lie on y = 2 x + 1, except one.
TEST(LinearFit, IsByLeastSquares) {
  const PlanePoints line{{0, 1, 4}, {1, 3, 9}};
  EXPECT_DOUBLE_EQ(fitted(line, FitValue::slope), 2);
  EXPECT_DOUBLE_EQ(fitted(line, FitValue::intercept), 1);
  EXPECT_DOUBLE_EQ(fitted(line, FitValue::r_squared), 1);
  const PlanePoints others{{0, 1, 2}, {0, 3, 3}};
  EXPECT_DOUBLE_EQ(fitted(others, FitValue::slope), 1.5);
  EXPECT_DOUBLE_EQ(fitted(others, FitValue::intercept), 0.5);
  EXPECT_DOUBLE_EQ(fitted(others, FitValue::r_squared), 0.75);
}

TEST(LinearFit, IsNoneWherePointsDetermineNone) {
  EXPECT_TRUE(std::isnan(fitted({{1}, {2}}, FitValue::slope)));
  EXPECT_TRUE(std::isnan(fitted({{1, 1}, {2, 3}}, FitValue::slope)));
  EXPECT_TRUE(std::isnan(fitted({{1, 2}, {3, 3}}, FitValue::r_squared)));
  EXPECT_EQ(fitted({{1, 2}, {3, 3}}, FitValue::slope), 0);
}

/// Each of two workloads has a line of its own; the fourth point exceeds the limit.
TEST(ExperimentTable, FitsALineThroughThePointsOfAllWorkloads) {
  LoadedExperiment e{.name = "e"};
  e.declared.compare = {
      {.name = "slope", .points = {{"m.x", "m.y"}, {"m.u", "m.v"}}, .fit = FitValue::slope, .highest = 10}};
  e.workloads = {{.label = "one"}, {.label = "two"}};
  e.compare_places = {"a"};
  const auto run = [](double x, double y, double u, double v) {
    return RunValues{{"m", {{"x", x}, {"y", y}, {"u", u}, {"v", v}}}};
  };
  const ExperimentTable t = make_table(e, {run(0, 0, 1, 3), run(2, 3, 5, 11)});
  EXPECT_DOUBLE_EQ(t.compare[0].column.values[0], 3);
  EXPECT_TRUE(std::isnan(t.compare[0].column.values[1]));
  EXPECT_DOUBLE_EQ(t.compare[0].column.mean, 1.5);
}

/// Two workloads in two groups; the second has no value for `x`.
ExperimentTable table(Mean mean, double faster = 0) {
  LoadedExperiment e{.name = "e"};
  e.declared.title = "Title";
  e.declared.source = "Paper";
  e.declared.mean = mean;
  e.declared.series = {{.name = "time", .value = "fast.t / plain.t"}};
  e.declared.compare = {{.name = "less, time",
                         .value = "fast.t / plain.t",
                         .unit = Unit::percent,
                         .published = {0.5},
                         .mark = "1 - published"},
                        {.name = "x", .value = "plain.x"},
                        {.name = "share", .value = "fast.t / plain.t", .arithmetic = true}};
  e.workloads = {{.label = "one", .group = "g"}, {.label = "two", .group = "h"}};
  e.series_places = e.compare_places = {"a", "b", "c"};
  const auto run = [](double plain, double fast, double x) {
    return RunValues{{"plain", {{"t", plain}, {"x", x}}}, {"fast", {{"t", fast}}}};
  };
  return make_table(e, {run(10, 2 - faster, 7), run(10, 8 - faster, std::nan(""))});
}

TEST(ExperimentTable, HasMeansOverTheWorkloadsWithAValue) {
  const ExperimentTable t = table(Mean::arithmetic);
  EXPECT_DOUBLE_EQ(t.series[0].mean, 0.5);
  EXPECT_DOUBLE_EQ(t.compare[0].column.mean, 0.5);
  EXPECT_DOUBLE_EQ(t.compare[0].group_means.at("g"), 0.2);
  EXPECT_DOUBLE_EQ(t.compare[0].difference(), 0);
  EXPECT_DOUBLE_EQ(t.compare[0].mark.value(), 0.5);
  EXPECT_DOUBLE_EQ(t.compare[1].column.mean, 7);
  EXPECT_TRUE(std::isnan(t.compare[1].difference()));
  const ExperimentTable g = table(Mean::geometric);
  EXPECT_DOUBLE_EQ(g.series[0].mean, 0.4);
  EXPECT_DOUBLE_EQ(g.compare[0].column.mean, 0.4);
  EXPECT_DOUBLE_EQ(g.compare[2].column.mean, 0.5);
}

TEST(ExperimentTable, IsPrinted) {
  const ExperimentTable t = table(Mean::arithmetic);
  EXPECT_EQ(
      t.csv(),
      "workload,time,\"less, time\",x,share\none,0.2,0.2,7,0.2\ntwo,0.8,0.8,,0.8\nmean,0.5,0.5,7,0.5\n");
  EXPECT_EQ(t.json()["series"][0]["values"].dump(), "[0.2,0.8]");
  EXPECT_TRUE(t.json()["compare"][1]["values"][1].is_null());
}

/// Values of three runs: 0.2, 0.1, 0.3 and 0.8, 0.7, 0.9; the quantile of two degrees of freedom is 4.303.
TEST(PerturbedRuns, HaveMeansAndSpreads) {
  const ExperimentTable t =
      merged({table(Mean::arithmetic), table(Mean::arithmetic, 1), table(Mean::arithmetic, -1)}, {3, 3});
  const double spread = 4.303 * 0.1 / std::sqrt(3.0);
  for (const TableColumn* c : {&t.series[0], &t.compare[0].column}) {
    EXPECT_NEAR(c->values[1], 0.8, 1e-12);
    EXPECT_NEAR(c->spread[1], spread, 1e-12);
    EXPECT_NEAR(c->mean, 0.5, 1e-12);
    EXPECT_NEAR(c->mean_spread, spread, 1e-12);
  }
  EXPECT_NEAR(t.compare[0].group_means.at("g"), 0.2, 1e-12);
  EXPECT_TRUE(t.compare[0].within_spread());
  EXPECT_DOUBLE_EQ(t.compare[1].column.spread[0], 0);
  EXPECT_TRUE(std::isnan(t.compare[1].column.spread[1]));
  const std::string page = summary_pages({t}, "Made").at("e.md");
  EXPECT_NE(page.find("| 50.0 % | 50.0 % ± 24.8 % | +0 %, noise |"), std::string::npos) << page;
}

/// The second workload has two runs, 0.8 and 0.7; the third run has its first again.
TEST(PerturbedRuns, CountOfEachWorkloadAsManyAsItHas) {
  const ExperimentTable t =
      merged({table(Mean::arithmetic), table(Mean::arithmetic, 1), table(Mean::arithmetic, -1)}, {3, 2});
  EXPECT_NEAR(t.series[0].values[0], 0.2, 1e-12);
  EXPECT_NEAR(t.series[0].values[1], 0.75, 1e-12);
  EXPECT_NEAR(t.series[0].spread[1], 12.706 * 0.05, 1e-3);
}

TEST(PerturbedRuns, MoveLatenciesByACycleWhereTheyCan) {
  GpuConfig gpu;
  gpu.l2.rop_latency = 0;
  gpu.dram.controller.latency = 100;
  EXPECT_TRUE(perturbation(0, gpu).empty());
  EXPECT_EQ(perturbation(1, gpu),
            (std::vector<std::string>{"l2.rop_latency=2", "sm.cta_start_delay=3", "sm.cta_start_seed=1"}));
  EXPECT_EQ(perturbation(8, gpu), (std::vector<std::string>{"l2.rop_latency=1", "dram.controller.latency=99",
                                                            "sm.cta_start_delay=3", "sm.cta_start_seed=8"}));
}

TEST(SummaryPages, WantAReasonForADifferenceOfMoreThanAQuarter) {
  ExperimentTable t = table(Mean::arithmetic);
  const auto page = [&] { return summary_pages({t}, "command").at("e.md"); };
  EXPECT_EQ(page().find("Not explained"), std::string::npos) << page();
  EXPECT_NE(page().find("| [e](#e) | less, time | 50.0 % | 50.0 % | +0 % | g 20.0 %, h 80.0 % | 20.0 % one | "
                        "80.0 % two | nothing |"),
            std::string::npos)
      << page();
  t.compare[0].declared.published = {0.39};
  EXPECT_NE(page().find("**Not explained.**"), std::string::npos) << page();
  t.compare[0].declared.why = "Because.";
  EXPECT_EQ(page().find("Not explained"), std::string::npos) << page();
  EXPECT_NE(page().find("Because."), std::string::npos) << page();
}

TEST(SummaryPages, SayWhatWasFoundAndWhatWasChanged) {
  ExperimentTable t = table(Mean::arithmetic);
  t.experiment.name = "paper_fig1";
  t.experiment.declared.changed = "the latency";
  auto pages = summary_pages({t}, "Made", {{"paper", "What was found."}, {"other", "Elsewhere."}});
  EXPECT_EQ(pages.size(), 1u);
  EXPECT_NE(pages["paper.md"].find("\n\nWhat was found.\n\n"), std::string::npos) << pages["paper.md"];
  EXPECT_EQ(pages["paper.md"].find("Elsewhere"), std::string::npos) << pages["paper.md"];
  EXPECT_NE(pages["paper.md"].find("| see there |"), std::string::npos) << pages["paper.md"];
  EXPECT_NE(pages["paper.md"].find("was seen: the latency.\n"), std::string::npos) << pages["paper.md"];
}

}  // namespace
}  // namespace heddle::values_test

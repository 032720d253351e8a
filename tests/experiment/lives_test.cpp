// SPDX-License-Identifier: Apache-2.0
// Experiments with the lives of registers: these are the ones of the run's timeline; wrong files are refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/base/error.hpp"
#include "tb/experiment/register_lives.hpp"
#include "tests/experiment/written_experiment.hpp"

namespace heddle::lives_test {
namespace {

TEST(RegisterLives, AreThoseOfTheFirstSmsRegisters) {
  const RegisterLives lives = lives_of(
      R"({"traceEvents": [
        {"ph":"M","pid":1,"name":"process_name","args":{"name":"SM 0"}},
        {"ph":"M","pid":2,"name":"process_name","args":{"name":"SM 1"}},
        {"ph":"M","pid":1,"tid":7,"name":"thread_name","args":{"name":"register 12"}},
        {"ph":"M","pid":1,"tid":8,"name":"thread_name","args":{"name":"warp slot 0"}},
        {"ph":"M","pid":2,"tid":7,"name":"thread_name","args":{"name":"register 3"}},
        {"ph":"X","pid":1,"tid":7,"name":"live","ts":10,"dur":5},
        {"ph":"X","pid":1,"tid":8,"name":"warp 0","ts":1,"dur":100},
        {"ph":"X","pid":2,"tid":7,"name":"live","ts":11,"dur":6},
        {"ph":"X","pid":1,"tid":7,"name":"live","ts":20,"dur":1}]})",
      "here");
  EXPECT_EQ(lives, (RegisterLives{{12, {{10, 15}, {20, 21}}}}));
  for (const char* bad : {"", "{}", R"({"traceEvents": [{"pid": 1}]})"})
    EXPECT_THROW(lives_of(bad, "here"), Error) << bad;
}

const std::string good =
    "title: T\n"
    "workloads: w.yaml\n"
    "configurations:\n"
    "  - {name: renamed, with: register_virtualization, set: [sms=1, sm.ctas=1]}\n"
    "x: lives\n"
    "lives: {until: 1500}\n"
    "compare:\n"
    "  - {name: whole, value: renamed.summary.ipc}\n";

TEST(ExperimentOfLives, IsRefusedWithItsPlace) {
  expect_refused({
      {replaced(good, "x: lives", "x: time"), "e.yaml:6:", "needs x: lives"},
      {replaced(good, "until: 1500", "until: 0"), "e.yaml:6:", "out of range"},
      {replaced(good, "lives: {until: 1500}", "samples: {every: 50}"), "e.yaml:6:", "needs x: time"},
      {replaced(good, "compare:", "series: [{name: s, value: renamed.cycles}]\ncompare:"),
       "e.yaml:7:", "no series"},
      {replaced(good, "x: lives", "  - {name: other}\nx: lives"), "e.yaml:4:", "one configuration"},
      {replaced(good, "with: register_virtualization, ", ""), "e.yaml:4:", "virtual"},
  });
}

TEST(ExperimentOfLives, GivesWhatTheTimelineDraws) {
  const TemporaryFolder folder;
  const bool chart = charts_can_be_drawn();
  const Ran ran = run_experiment(folder, good, chart);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto out = folder.path() / "results/experiments/e";
  const auto table = nlohmann::json::parse(content_of(out / "table.json"));
  ASSERT_EQ(
      heddle({"run", "vectoradd", "--size", "n=1000", "--with", "register_virtualization", "--set", "sms=1",
              "--set", "sm.ctas=1", "--no-out", "--timeline", "t.json", "--timeline-window", ":1500"},
             folder)
          .status,
      0);
  const RegisterLives lives = lives_of(content_of(folder.path() / "t.json"), "t.json");
  ASSERT_FALSE(lives.empty());
  const auto& drawn = table["lives"][0];
  EXPECT_EQ(drawn["workload"], "Vec");
  RegisterLives told;
  std::size_t all = 0;
  for (const auto& row : drawn["registers"]) {
    told[row["register"]] = row["lives"].get<RegisterLives::mapped_type>();
    all += row["lives"].size();
  }
  EXPECT_EQ(told, lives);
  const std::string csv = content_of(out / "lives.csv");
  EXPECT_TRUE(csv.starts_with("workload,register,begin,end\nVec,0,"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), all + 1);
  if (chart) {
    EXPECT_NE(content_of(out / "chart.svg").find("<!-- Vec -->"), std::string::npos);
  }
  EXPECT_NE(run_experiment(folder, good).out.find("1 points: 0 to run"), std::string::npos);
  EXPECT_NE(run_experiment(folder, replaced(good, "1500", "1600")).out.find("1 points: 1 to run"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::lives_test

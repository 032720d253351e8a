// SPDX-License-Identifier: Apache-2.0
#include "tb/run/difference.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "models/base/error.hpp"
#include "tests/cli/program.hpp"

namespace heddle::difference_test {
namespace {

using Stats = nlohmann::ordered_json;

/// Two schedulers; `waiting`: slots of data dependence.
Stats run(double waiting, double leakage, double bursts, double compression = 100) {
  const double slots = 200 + waiting;
  return {
      {"cycles", slots / 2},
      {"sm_total",
       {{"issue_slots",
         {{"active", 200},
          {"memory_stall", 0},
          {"compute_stall", 0},
          {"data_dependence", waiting},
          {"idle", 0}}}}},
      {"register_file_energy", {{"compression", compression}}},
      {"energy",
       {{"dynamic", 10},
        {"total", 10 + leakage},
        {"cores", {{"register_files", 10}, {"leakage", leakage}, {"dynamic", 10}, {"total", 10 + leakage}}}}},
      {"dram_total", {{"bursts", bursts}}}};
}

double sum_of(const ChangedSum& sum) {
  return std::accumulate(sum.parts.begin(), sum.parts.end(), 0.0,
                         [](double all, const ChangedFigure& part) { return all + part.change(); });
}

TEST(Difference, OfCyclesIsThatOfTheIssueSlots) {
  const RunDifference d = difference(run(0, 1, 50), run(40, 1, 50));
  EXPECT_EQ(d.cycles.whole.change(), 20);
  EXPECT_DOUBLE_EQ(sum_of(d.cycles), 20);
  EXPECT_EQ(d.cycles.parts.front().name, "waiting for earlier results");
  EXPECT_DOUBLE_EQ(d.cycles.parts.front().change(), 20);
  EXPECT_TRUE(d.counts.empty());
}

TEST(Difference, OfEnergyIsThatOfItsParts) {
  const RunDifference d = difference(run(40, 5, 50, 500), run(40, 2, 50, 200));
  EXPECT_EQ(d.energy.whole.change(), -3);
  EXPECT_NEAR(sum_of(d.energy), -3, 1e-9);
  EXPECT_EQ(d.energy.parts.front().name, "cores: leakage");
  EXPECT_EQ(d.energy.parts.front().change(), -3);
  EXPECT_NEAR(d.energy.parts[1].change() + d.energy.parts[2].change(), 0, 1e-9)
      << "registers, of which compression";
}

TEST(Difference, OfEventsIsToldFromOnePercentOn) {
  EXPECT_TRUE(difference(run(0, 1, 1000), run(0, 1, 1009)).counts.empty());
  const auto counts = difference(run(0, 1, 1000), run(0, 1, 1011)).counts;
  ASSERT_EQ(counts.size(), 1u);
  EXPECT_EQ(counts.front().name, "bursts of DRAM");
  EXPECT_EQ(difference(run(0, 1, 0), run(0, 1, 7)).counts.size(), 1u);
}

TEST(Difference, IsToldInSentences) {
  const std::string text = text_of(difference(run(0, 5, 100), run(40, 2, 150)));
  for (const char* said :
       {"It takes 20.0 % more cycles: waiting for earlier results +20.0 points.",
        "It takes 20.0 % less energy: cores: leakage -20.0 points.", "There are 50.0 % more bursts of DRAM."})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  EXPECT_NE(text_of(difference(run(0, 5, 100), run(0, 5, 100))).find("It takes as many cycles."),
            std::string::npos);
}

TEST(Difference, NeedsRuns) { EXPECT_THROW(difference(Stats::object(), run(0, 1, 1)), Error); }

TEST(Compare, OfTwoFoldersSumsUp) {
  const TemporaryFolder folder;
  for (const char* scheduler : {"gto", "lrr"})
    ASSERT_EQ(heddle({"run", "scan", "--small", "--set", std::string("sm.scheduler=") + scheduler, "--out",
                      scheduler},
                     folder)
                  .status,
              0);
  const auto of = [&](const std::string& name) {
    return Stats::parse(content_of(folder.path() / name / "stats.json"));
  };
  const RunDifference d = difference(of("gto"), of("lrr"));
  EXPECT_NEAR(sum_of(d.cycles), d.cycles.whole.change(), 1e-6);
  EXPECT_NEAR(sum_of(d.energy), d.energy.whole.change(), 1e-6 * d.energy.whole.before);
  EXPECT_EQ(d.kernels.size(), 4u);
  const Ran ran = heddle({"compare", "gto", "lrr/stats.json"}, folder);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "from gto to lrr/stats.json\n" + text_of(d));
}

TEST(Compare, BadInputIsOneMessage) {
  const TemporaryFolder folder;
  folder.add("a.json", "{\"cycles\": 1}");
  folder.add("b.json", "{\"cycles\": ");
  folder.add("c.json", std::string(100'000, '['));
  folder.add("d.json", "[1, 2]");
  expect_refused(folder, {"compare", "a.json", "a.json"}, {"no cycles and issue slots"});
  expect_refused(folder, {"compare", "b.json", "a.json"}, {"b.json:1:", "is no JSON"});
  expect_refused(folder, {"compare", "c.json", "a.json"}, {"c.json", "nested too deeply"});
  expect_refused(folder, {"compare", "d.json", "a.json"}, {"no cycles and issue slots"});
  expect_refused(folder, {"compare", "e", "a.json"}, {"'e'"});
}

}  // namespace
}  // namespace heddle::difference_test

// SPDX-License-Identifier: Apache-2.0
// The values in the texts that say why a mean differs from the published one.
#include <gtest/gtest.h>

#include <cmath>

#include "models/base/error.hpp"
#include "tb/experiment/perturbed_runs.hpp"
#include "tb/experiment/reasons.hpp"
#include "tb/experiment/summary_page.hpp"

namespace heddle::reasons_test {
namespace {

/// Two workloads; the first takes `more` of the time of the other machine.
ExperimentTable table(const std::string& why, double more = 0.1) {
  LoadedExperiment e{.name = "e"};
  e.declared.compare = {
      {.name = "more", .value = "b.t / a.t - 1", .unit = Unit::percent, .published = {0.01}, .why = why}};
  e.workloads = {{.label = "one"}, {.label = "two"}};
  e.compare_places = {"f:1:2"};
  const auto run = [](double a, double b, double x) {
    return RunValues{{"a", {{"t", a}, {"x", x}}}, {"b", {{"t", b}}}};
  };
  return make_table(e, {run(10, 10 * (1 + more), 0.25), run(10, 13, std::nan(""))});
}

bool says(const ExperimentTable& t, const std::string& text) {
  return summary_pages({t}, "Made").at("e.md").find(text) != std::string::npos &&
         comparison_lines(t).find(text) != std::string::npos &&
         t.json()["compare"][0]["why"].get<std::string>().find(text) != std::string::npos;
}

TEST(Reasons, HaveTheValuesOfTheirPage) {
  EXPECT_TRUE(says(table("one loses {one}, all {mean}."), "one loses 10.0 %, all 20.0 %."));
  EXPECT_TRUE(says(table("MOVs: {one: a.x * 2}, {two: a.x}, {mean: a.x}."), "MOVs: 50.0 %, -, 25.0 %."));
  EXPECT_TRUE(says(table("Nothing to count."), "Nothing to count."));
}

TEST(Reasons, HaveMeansOverPerturbedRuns) {
  const std::string why = "{one} and {mean: b.t / a.t}";
  EXPECT_TRUE(says(merged({table(why), table(why, 0.2)}, {2, 2}), "15.0 % and 122.5 %"));
}

std::string refusal(const std::string& why) {
  try {
    table(why);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Reasons, AreRefusedWithTheirPlace) {
  EXPECT_NE(refusal("{ones}").find("did you mean 'one'"), std::string::npos) << refusal("{ones}");
  EXPECT_NE(refusal("{one").find("does not close"), std::string::npos) << refusal("{one");
  EXPECT_NE(refusal("{one: a.y}").find("f:1:2"), std::string::npos) << refusal("{one: a.y}");
}

}  // namespace
}  // namespace heddle::reasons_test

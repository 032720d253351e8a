// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/machine/machine_coverage.hpp"

#include <gtest/gtest.h>

namespace heddle::fuzz::machine_coverage_test {
namespace {

TEST(MachineCoverage, CountsTheRunsInWhichACounterWasNotZero) {
  StatGroup root;
  root.counter("idle", "cycles", "that were waited for");
  Counter& stalls = root.group("sm_total").counter("stalls", "cycles", "that were lost");
  Counter& slots =
      root.group("sm_total").group("issue_slots").counter("memory_stall", "slots", "that were lost");
  root.group("sm3").counter("stalls", "cycles", "that were lost") += 7;
  MachineCoverage all;
  all.add(root);
  stalls += 2;
  ++slots;
  all.add(root);
  EXPECT_EQ(all.structural.runs, 2u);
  EXPECT_EQ(all.structural.reached, 1u);
  ASSERT_EQ(all.statistics.size(), 3u);  // statistics of parts are left out when their totals are there
  EXPECT_EQ(all.statistics["sm_total.stalls"].runs, 2u);
  EXPECT_EQ(all.statistics["sm_total.stalls"].reached, 1u);
  const std::string text = text_of(all);
  EXPECT_NE(text.find("2 of 3"), std::string::npos) << text;
  EXPECT_NE(text.find("never: idle"), std::string::npos) << text;
}

TEST(MachineCoverage, AddsUpAndTravelsAsText) {
  MachineCoverage one, other;
  one.statistics["a"] = {.runs = 2, .reached = 1};
  one.structural = {.runs = 2, .reached = 2};
  one.blocks["b"] = {
      .instances = 2, .activity = {}, .points = {{.name = "p", .hits = 0}, {.name = "q", .hits = 3}}};
  other.statistics["a"] = {.runs = 1, .reached = 1};
  other.blocks["b"] = {.instances = 1, .activity = {}, .points = {{.name = "p", .hits = 5}}};
  other.hazards.counts[1][0][1] = 4;
  one.add(machine_coverage_of(json_of(other)));
  EXPECT_EQ(one.statistics["a"].runs, 3u);
  EXPECT_EQ(one.statistics["a"].reached, 2u);
  EXPECT_EQ(one.blocks["b"].instances, 3u);
  EXPECT_EQ(one.blocks["b"].points[0].hits, 5u);
  EXPECT_EQ(one.hazards.counts[1][0][1], 4u);
  EXPECT_EQ(json_of(machine_coverage_of(json_of(one))), json_of(one));
}

}  // namespace
}  // namespace heddle::fuzz::machine_coverage_test

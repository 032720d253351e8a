// SPDX-License-Identifier: Apache-2.0
// Which combinations there are, their machines, and the commands that repeat their runs.
#include "tb/pairs/combinations.hpp"

#include <gtest/gtest.h>

#include "tb/pairs/least.hpp"

namespace heddle::pairs::combinations_test {
namespace {

const Variants three{
    .techniques = {{"warped_compression",
                    {{.name = "move"}, {.name = "merge", .set = {"warped_compression.divergence=merge"}}}},
                   {"lane_power_gating", {{.name = "plain"}}},
                   {"caba",
                    {{.name = "bdi", .config = "configs/assist/stride.yaml"},
                     {.name = "fpc", .set = {"caba.what=fpc"}},
                     {.name = "memo", .workloads = {"black_scholes", "bfs"}}}}},
    .beside = {{{"warped_compression", "caba"}, {"caba.registers=entry"}}},
    .resources = {{.key = "sm.collectors.units", .values = {"1", "2", "3", "4"}},
                  {.key = "sm.result_buses", .values = {"1"}},
                  {.key = "caba.part_copies", .values = {"1"}, .technique = "caba"}}};

TEST(Combinations, AreAllOfDifferentTechniques) {
  EXPECT_EQ(combinations(three, 2).size(), 2u * 1 + 2 * 3 + 1 * 3);
  EXPECT_EQ(combinations(three, 3).size(), 2u * 1 * 3);
  const auto some = combinations(three, 2, {"caba", "lane_power_gating"});
  ASSERT_EQ(some.size(), 3u);
  EXPECT_EQ(name_of(some[1]), "lane_power_gating.plain caba.fpc");
}

TEST(Combinations, HaveWhatTheirTechniquesNeedBesideEachOther) {
  const auto pairs = combinations(three, 2, {"caba", "warped_compression"});
  const PlatformOptions both = machine_of(three, pairs.at(4));
  EXPECT_EQ(both.techniques, (std::vector<std::string>{"warped_compression", "caba"}));
  EXPECT_EQ(both.assignments, (std::vector<std::string>{"warped_compression.divergence=merge",
                                                        "caba.what=fpc", "caba.registers=entry"}));
  const PlatformOptions alone =
      machine_of(three, combinations(three, 2, {"caba", "lane_power_gating"}).at(1));
  EXPECT_EQ(alone.assignments, std::vector<std::string>{"caba.what=fpc"});
}

TEST(Combinations, RunWhereAllTheirPartsDoSomething) {
  const auto pairs = combinations(three, 2, {"caba", "lane_power_gating"});
  const std::vector<std::string> some{"aes", "bfs", "black_scholes"};
  EXPECT_EQ(workloads_of(pairs[0], some), some);
  EXPECT_EQ(workloads_of(pairs[2], some), (std::vector<std::string>{"bfs", "black_scholes"}));
}

TEST(Combinations, AreRepeatedByAShell) {
  PlatformOptions machine{.techniques = {"caba"}, .assignments = {"a.b=[{c: d}]", "e.f=1"}};
  EXPECT_EQ(command_of(request_of(three, machine, "scan")),
            "heddle run scan --small --no-out --check --with caba --set 'a.b=[{c: d}]' --set e.f=1 --set "
            "no_progress_cycles=100000 --set max_cycles=10000000");
}

/// Assist warps that compress lines need three collector units; nothing else does.
TEST(LeastResources, AreWhatTheConfigurationAccepts) {
  const auto settings = [](const Combination& c) { return least_settings(three, c, machine_of(three, c)); };
  EXPECT_EQ(settings(combinations(three, 2, {"lane_power_gating", "caba"}).at(1)),
            (std::vector<std::string>{"sm.collectors.units=3", "sm.result_buses=1", "caba.part_copies=1"}));
  EXPECT_EQ(settings(combinations(three, 2, {"lane_power_gating", "warped_compression"}).at(0)),
            (std::vector<std::string>{"sm.collectors.units=2", "sm.result_buses=1"}));
}

}  // namespace
}  // namespace heddle::pairs::combinations_test

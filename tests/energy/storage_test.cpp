// SPDX-License-Identifier: Apache-2.0
// Storage beside blocks: what it costs, and that a machine cannot hold more than it declares.
#include "models/energy/storage.hpp"

#include <gtest/gtest.h>

#include <string>

#include "models/energy/storage_use.hpp"

namespace heddle::storage_test {
namespace {

const EnergyMachine machine{.sms = 3, .channels = 5, .l2_slices = 4, .core_ns = 2};

double no_counts(std::string_view) { return 0; }

TEST(Storage, EnergyIsThatOfAStaticMemoryOfItsSizeAndWidth) {
  const GpuCosts costs;
  const Storage memory{.name = "m", .in = "sm_total", .entries = 64, .bits = 256};
  const Storage cam{.name = "c", .in = "l2_total.edge", .kind = StorageKind::cam, .entries = 16, .bits = 40};
  const auto terms = energy_terms({.storage = {memory, cam}}, costs, machine);
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[0].component, "beside_blocks");
  EXPECT_EQ(terms[0].name, "sm_m");
  EXPECT_EQ(terms[0].paths, std::vector<std::string>{"sm_total.storage.m.accesses"});
  EXPECT_DOUBLE_EQ(terms[0].pj, costs.sram.pj(2048, 32));
  EXPECT_EQ(terms[1].name, "l2_slice_c");
  EXPECT_EQ(terms[1].paths, std::vector<std::string>{"l2_total.edge.storage.c.accesses"});
  EXPECT_DOUBLE_EQ(terms[1].pj, costs.sram.pj(80, 80)) << "a search reads all entries";
  EXPECT_EQ(terms[2].name, "leakage");
  EXPECT_TRUE(terms[2].is_static);
  // 3 SMs x 2 KiB and 4 slices x 80 B, at 1.45 mW a KiB, for two nanoseconds a cycle
  EXPECT_NEAR(terms[2].pj, (3 * 2 + 4 * 80 / 1024.0) * 1.45 * 2, 1e-9);
}

TEST(Storage, AModelledBlockTakesItsEnergyForEachOperation) {
  const ModelledBlock block{.name = "d", .in = "dram_total", .block = "b", .pj = 7, .operations = {"x", "y"}};
  const auto terms = energy_terms({.blocks = {block}}, {}, machine);
  ASSERT_EQ(terms.size(), 1u);
  EXPECT_EQ(terms[0].name, "channel_d");
  EXPECT_DOUBLE_EQ(energy_of(terms[0], [](std::string_view path) { return path == "x" ? 2.0 : 3.0; }), 35);
  EXPECT_DOUBLE_EQ(energy_of(terms[0], no_counts), 0);
}

TEST(Storage, WhereItStandsFollowsFromItsStatistics) {
  EXPECT_EQ((Storage{.name = "s", .in = "sm_total.memory.edge"}.part()), MachinePart::sm);
  EXPECT_EQ((Storage{.name = "s", .in = "dram_total.edge"}.part()), MachinePart::channel);
  EXPECT_EQ(count_of(MachinePart::l2_slice, machine), 4u);
  try {
    (void)Storage{.name = "s", .in = "crossbar"}.part();
    ADD_FAILURE() << "no part of a machine";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("crossbar"), std::string::npos) << e.what();
  }
}

TEST(Storage, MoreThanIsChargedIsAnError) {
  StatGroup stats;
  StorageUse use(stats, {.name = "lines", .in = "sm_total", .entries = 2, .bits = 8});
  use.holds(1);
  use.access(3);
  use.holds(2);
  use.holds(0);
  EXPECT_EQ(stats.number("storage.lines.entries"), 2);
  EXPECT_EQ(stats.number("storage.lines.peak"), 2);
  EXPECT_EQ(stats.number("storage.lines.accesses"), 3);
  try {
    use.holds(3);
    ADD_FAILURE() << "it has two entries";
  } catch (const Error& e) {
    const std::string text = e.what();
    for (const char* part : {"storage.lines", "3 entries", "at most 2"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace heddle::storage_test

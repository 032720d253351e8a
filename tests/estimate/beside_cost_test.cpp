// SPDX-License-Identifier: Apache-2.0
// The area of what stands beside blocks, and what a GPU's estimate shows of it.
#include "tb/estimate/machine/beside_cost.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace heddle::estimate::beside_cost_test {
namespace {

SramModel brought() { return read_sram_model(HEDDLE_SOURCE_DIR "/configs/technologies/sram_45nm.yaml"); }

const StorageCosts costs{.table_bit_um2 = 10, .read_port_um2 = 2, .compare_bit_um2 = 4};

TEST(BesideCost, ALargeMemoryIsOfMacrosAndASmallOneOfFlipFlops) {
  const SramModel sram = brought();
  const Storage known{.name = "a", .in = "sm_total", .entries = 256, .bits = 128};
  EXPECT_NEAR(area_um2(known, costs, sram), 14300, 1) << "one of the three memories of the model";
  Storage two_ports = known;
  two_ports.ports = 2;
  EXPECT_NEAR(area_um2(two_ports, costs, sram), 2 * 14300, 1);
  const Storage lines{.name = "b", .in = "sm_total", .entries = 32, .bits = 1024};
  EXPECT_NEAR(area_um2(lines, costs, sram), 14300, 1) << "as many bits, in words of 128";
  const Storage small{.name = "c", .in = "sm_total", .entries = 10, .bits = 100};
  EXPECT_DOUBLE_EQ(area_um2(small, costs, sram), 1000 * 10);
  const Storage nothing{.name = "d", .in = "sm_total", .entries = 0, .bits = 100};
  EXPECT_DOUBLE_EQ(area_um2(nothing, costs, sram), 0);
}

TEST(BesideCost, ACamHasComparatorsAndATablePorts) {
  const SramModel sram = brought();
  const Storage cam{.name = "a", .in = "sm_total", .kind = StorageKind::cam, .entries = 64, .bits = 100};
  EXPECT_DOUBLE_EQ(area_um2(cam, costs, sram), 6400 * 14);
  const Storage table{
      .name = "b", .in = "sm_total", .kind = StorageKind::flip_flops, .entries = 64, .bits = 100, .ports = 3};
  EXPECT_DOUBLE_EQ(area_um2(table, costs, sram), 6400 * (10 + 2 * 2));
}

TEST(BesideCost, TheReportHasARowForEachAndTheirSum) {
  BesideModel model{.machine = {.sms = 2, .channels = 3, .l2_slices = 3, .core_ns = 1}, .storage = costs};
  model.sram = brought();
  model.block = [](const std::string& block) {
    EXPECT_EQ(block, "fpc_decompressor");
    return std::pair{0.01, 0.5};
  };
  const BesideBlocks beside{.storage = {{.name = "lines", .in = "sm_total", .entries = 10, .bits = 100},
                                        {.name = "none", .in = "sm_total", .entries = 0, .bits = 100}},
                            .blocks = {{.name = "parts",
                                        .in = "l2_total",
                                        .block = "fpc_decompressor",
                                        .count = 2,
                                        .pj = 100,
                                        .operations = {"l2_total.decoded"}}},
                            .outside = {"The host is elsewhere."}};
  const auto stats = nlohmann::ordered_json::parse(
      R"({"sm_total": {"storage": {"lines": {"accesses": 40, "peak": 5}}}, "l2_total": {"decoded": 20}})");
  const BesideCost cost = beside_cost(beside, model, stats);
  ASSERT_EQ(cost.storage.size(), 1u) << "one has no entries";
  EXPECT_NEAR(cost.storage[0].area_mm2, 2 * 1000 * 10e-6, 1e-12);
  EXPECT_EQ(cost.storage[0].accesses, 40u);
  EXPECT_EQ(cost.storage[0].peak, 5u);
  ASSERT_EQ(cost.blocks.size(), 1u);
  EXPECT_EQ(cost.blocks[0].instances, 6u);
  EXPECT_NEAR(cost.area_mm2(), 0.02 + 6 * 0.01, 1e-12);
  EXPECT_NEAR(cost.uj(), 40 * cost.storage[0].access_pj * 1e-6 + 20 * 100e-6, 1e-12);
  const std::string text = beside_text(cost, model, 10);
  for (const char* part : {"sm_lines", "flip-flops", "25.0 %", "0.1 %", "l2_slice_parts", "fpc_decompressor",
                           "75.0 %", "The host is elsewhere."})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  const auto json = beside_json(cost);
  EXPECT_EQ(json.at("storage").size(), 1u);
  EXPECT_EQ(json.at("modelled_blocks").at(0).at("operations"), 20);
  EXPECT_NEAR(json.at("area_mm2").get<double>(), cost.area_mm2(), 1e-12);
  EXPECT_EQ(beside_text({}, model, 10), "");
}

}  // namespace
}  // namespace heddle::estimate::beside_cost_test

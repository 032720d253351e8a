// SPDX-License-Identifier: Apache-2.0
// Tables as SRAM: the law of the model, what a card says, and the figures next to those of flip-flops.
#include "tb/estimate/sram.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/estimate/report.hpp"
#include "tb/estimate/report_tables.hpp"
#include "tb/estimate/tools.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::sram_test {
namespace {

SramModel brought() { return read_sram_model(HEDDLE_SOURCE_DIR "/configs/technologies/sram_45nm.yaml"); }

TEST(SramModel, GoesThroughItsMemories) {
  const SramModel model = brought();
  for (const SramMacro& known : model.macros) {
    const auto width = static_cast<unsigned>(known.width);
    const SramMacro m = model.macro(static_cast<unsigned>(known.bits) / width, width);
    EXPECT_NEAR(m.area_um2, known.area_um2, 1e-6 * known.area_um2);
    EXPECT_NEAR(m.read_pj, known.read_pj, 1e-9);
    EXPECT_NEAR(m.write_pj, known.write_pj, 1e-9);
    EXPECT_NEAR(m.leakage_mw, known.leakage_mw, 1e-9);
  }
}

TEST(SramModel, GrowsWithSizeAndWidth) {
  const SramModel model = brought();
  EXPECT_LT(model.macro(128, 32).area_um2, model.macro(256, 32).area_um2);
  EXPECT_LT(model.macro(256, 32).write_pj, model.macro(128, 64).write_pj) << "of as many bits";
}

TEST(SramModel, MistakesAreRefused) {
  const ScratchFolder folder;
  const auto file = folder.path() / "sram.yaml";
  const auto with = [&](const std::string& macros) {
    write_file(file, "name: a\nnode_nm: 45\nsource: b\nband: c\nsmallest_bits: 1\nmacros:\n" + macros);
    return file;
  };
  const std::string rest = "area_um2: 1, read_pj: 1, write_pj: 1, leakage_mw: 1, access_ns: 1}\n";
  EXPECT_THROW(read_sram_model(with("  - {bits: 8, width: 2, " + rest)), Error);
  EXPECT_THROW(read_sram_model(with("  - {bits: 8, width: 2, " + rest + "  - {bits: 16, width: 4, " + rest +
                                    "  - {bits: 32, width: 8, " + rest)),
               Error)
      << "size and width grow alike";
}

std::vector<TableInstances> tables_of(const std::string& block, const std::string& set,
                                      const std::vector<std::string>& modules) {
  return table_instances(
      rtl_source(block, {},
                 Registry<BlockEntry>::instance().find(block).rtl_parameters(parameter_set(block, set, {}))),
      modules);
}

/// The look-up tables of Huffman codes have another number, size and width for each length of symbols.
TEST(TableInstances, FollowTheParameters) {
  SKIP_WITHOUT_TOOLS();
  const auto shape = [](const std::string& block, const std::string& set, const std::string& module) {
    const auto found = tables_of(block, set, {module});
    EXPECT_EQ(found.size(), 1u) << set;
    return std::array{found.at(0).count, found.at(0).rows, found.at(0).width};
  };
  using Shape = std::array<unsigned, 3>;  // how many, rows, bits of a row
  const std::string c = "huffman_compressor", rows = "huffman_code_rows";
  EXPECT_EQ(shape(c, "default", rows), (Shape{8, 128, 34}));    // tag 9, length 5, codeword 20
  EXPECT_EQ(shape(c, "symbols_4", rows), (Shape{1, 128, 12}));  // length 4, codeword 8
  EXPECT_EQ(shape(c, "symbols_8", rows), (Shape{1, 1024, 21}));
  EXPECT_EQ(shape(c, "symbols_32", rows), (Shape{8, 128, 50}));
  const std::string d = "huffman_decoder", symbols = "huffman_symbols";
  EXPECT_EQ(shape(d, "default", symbols), (Shape{1, 1024, 16}));
  EXPECT_EQ(shape(d, "symbols_4", symbols), (Shape{1, 128, 4}));
  EXPECT_EQ(shape(d, "symbols_32", symbols), (Shape{1, 1024, 32}));
}

TEST(TableInstances, OfEachCardAreInTheRtl) {
  SKIP_WITHOUT_TOOLS();
  for (const std::string& block : Registry<BlockEntry>::instance().names()) {
    const std::vector<std::string> modules = block_card(block).memories;
    if (modules.empty()) continue;
    EXPECT_GE(tables_of(block, "default", modules).size(), modules.size()) << block;
  }
}

TEST(TableInstances, OfAModuleThatTheRtlDoesNotHaveIsAnError) {
  SKIP_WITHOUT_TOOLS();
  EXPECT_THROW(tables_of("huffman_decoder", "smallest", {"huffman_code_rows"}), Error);
  EXPECT_THROW(tables_of("huffman_decoder", "smallest", {"huffman_stream"}), Error) << "it is no memory";
}

TEST(TablesAsMemories, StandBesideTheFlipFlops) {
  SKIP_WITHOUT_TOOLS();
  setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
  EstimateRequest request{
      .block = "release_flag_latch", .overrides = {"warps=20"}, .random_operations = 64, .orders = 1};
  const Estimate e = estimate(request);
  ASSERT_EQ(e.tables.size(), 1u);
  const TableAsSram& t = e.tables[0];
  EXPECT_EQ(t.instances.rows, 20u);
  EXPECT_TRUE(t.worthwhile);
  EXPECT_GT(t.flip_flop_area_um2, 0.5 * e.area_um2) << "most of the block is its tables";
  EXPECT_LT(t.flip_flop_area_um2, e.area_um2);
  const WithSram with = with_sram(e).value();
  EXPECT_LT(with.area_um2, 0.6 * e.area_um2 / e.scaling->area);
  EXPECT_GT(with.area_um2, t.macro.area_um2);
  EXPECT_NE(report_text(e).find("1 x release_flag_memory: 20 rows of 54 bits"), std::string::npos)
      << report_text(e);
  EXPECT_EQ(report_json(e).at("tables").size(), 1u);

  request.overrides = {"warps=4"};
  const Estimate small = estimate(request);
  EXPECT_FALSE(small.tables.at(0).worthwhile);
  EXPECT_DOUBLE_EQ(with_sram(small).value().area_um2, small.area_um2 / small.scaling->area);
  EXPECT_NE(report_text(small).find("smaller than any macro"), std::string::npos);
}

}  // namespace
}  // namespace heddle::estimate::sram_test

// SPDX-License-Identifier: Apache-2.0
#include "tb/blocks/block_card.hpp"

#include <gtest/gtest.h>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/estimate/stimulus.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::block_card_test {
namespace {

TEST(BlockCard, EveryBlockHasOneWithUsableSets) {
  const auto blocks = Registry<BlockEntry>::instance().names();
  ASSERT_FALSE(blocks.empty());
  for (const std::string& block : blocks) {
    const BlockCard card = block_card(block);
    EXPECT_FALSE(card.purpose.empty()) << block;
    EXPECT_FALSE(card.source.empty()) << block;
    EXPECT_FALSE(card.latency.from.empty() || card.latency.to.empty()) << block;
    const auto& entry = Registry<BlockEntry>::instance().find(block);
    for (const std::string& set : parameter_set_names(block))
      EXPECT_NO_THROW(entry.rtl_parameters(parameter_set(block, set, {}))) << block << ' ' << set;
    EXPECT_TRUE(Registry<estimate::Stimulus>::instance().contains(block)) << block;
  }
}

TEST(BlockCard, PublishedFiguresOfTheCompressor) {
  const BlockCard card = block_card("bdi_compressor");
  ASSERT_EQ(card.published.size(), 4u);
  EXPECT_EQ(card.published[1].quantity, "energy");
  EXPECT_EQ(card.published[1].value, 23);
  EXPECT_EQ(card.published[3].units, (std::vector<std::string>{"2 bdi_compressor", "4 bdi_decompressor"}));
}

TEST(BlockCard, MistakesAreRefused) {
  const ScratchFolder folder;
  const auto file = folder.path() / "bdi_compressor.yaml";
  const auto& entry = Registry<BlockEntry>::instance().find("bdi_compressor");
  for (const char* text :
       {"name: other\n", "name: bdi_compressor\npurpos: x\n", "name: bdi_compressor\nmutated_set: delta9\n",
        "name: bdi_compressor\nnetlist_set: delta9\n",
        "name: bdi_compressor\nparameter_sets: {delta0: {choises: 1}}\n",
        "name: bdi_compressor\npublished:\n  - {quantity: area, value: 1, unit: um2}\n",
        "name: bdi_compressor\npublished:\n  - {quantity: area, value: x, unit: mm2}\n"}) {
    estimate::write_file(file, text);
    EXPECT_THROW(read_block_card(file, entry), Error) << text;
  }
  EXPECT_THROW(read_block_card(folder.path() / "missing.yaml", entry), Error);
}

}  // namespace
}  // namespace heddle::block_card_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/metadata_cache/metadata_cache.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::metadata_cache_test {
namespace {

using enum MetadataOp;

/// A cache that is asked one request a cycle.
struct Bench : PipelineBench<MetadataCache> {
  explicit Bench(const MetadataCacheConfig& config = {}) : PipelineBench(config) {}

  MetadataAnswer ask(const MetadataRequest& request) {
    req.write({request, true});
    step();
    req.write({});
    EXPECT_TRUE(rsp.read().valid);
    return rsp.read().payload;
  }
  MetadataAnswer look_up_of(std::uint32_t block, std::uint16_t entry = 0) {
    return ask({.op = look_up, .block = block, .entry = entry});
  }
  MetadataAnswer record_in(std::uint32_t block, std::uint16_t entry, std::uint8_t bits) {
    return ask({.op = record, .block = block, .entry = entry, .bits = {bits}});
  }
  MetadataAnswer fill_of(std::uint32_t block, const MetadataBlock& data = {}) {
    return ask({.op = fill, .block = block, .data = data});
  }
  MetadataAnswer drop_of(std::uint32_t block) { return ask({.op = drop, .block = block}); }
};

constexpr MetadataAnswer miss{};

MetadataAnswer hit(std::uint8_t bits = 0) { return {.hit = true, .bits = {bits}}; }
MetadataAnswer replaced(std::uint32_t block, bool dirty, const MetadataBlock& data = {}) {
  return {.evicted = true, .dirty = dirty, .evicted_block = block, .evicted_data = data};
}
MetadataAnswer dropped(std::uint32_t block, bool dirty, const MetadataBlock& data = {}) {
  return {.hit = true, .evicted = true, .dirty = dirty, .evicted_block = block, .evicted_data = data};
}

/// Byte i is `first` + i, as far as a block of `bytes` goes.
MetadataBlock counted(unsigned char first, unsigned bytes = shortest_metadata_block) {
  MetadataBlock data{};
  for (unsigned i = 0; i < bytes; ++i) data[i] = static_cast<unsigned char>(first + i);
  return data;
}

TEST(MetadataCache, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  expect_latency<MetadataCache>(MetadataCacheConfig{}, 1, {.op = look_up, .block = 7}, miss);
}

TEST(MetadataCache, AnAnswerIsThereBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.fill_of(9, counted(1));
  bench.req.write({{.op = look_up, .block = 9, .entry = 4}, true});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_NE(bench.rsp.read().payload, hit(2));
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_TRUE(bench.rsp.read().valid);
  EXPECT_EQ(bench.rsp.read().payload, hit(2)) << "byte 1 is 2: entry 4 is its lowest bits";
}

// Lal2017 section III-D: the two bits of a line say how many bursts it takes, 11 that it is uncompressed.
TEST(MetadataCache, ABlockIsMissedFilledLookedUpAndRecorded) {
  Bench bench;
  EXPECT_EQ(bench.look_up_of(5, 3), miss);
  EXPECT_EQ(bench.record_in(5, 3, 1), miss);
  MetadataBlock uncompressed;
  uncompressed.fill(0xff);
  EXPECT_EQ(bench.fill_of(5, uncompressed), miss);
  EXPECT_EQ(bench.look_up_of(5, 3), hit(3)) << "the record that missed has written nothing";
  EXPECT_EQ(bench.record_in(5, 3, 1), hit());
  EXPECT_EQ(bench.look_up_of(5, 2), hit(3));
  EXPECT_EQ(bench.look_up_of(5, 3), hit(1));
  EXPECT_EQ(bench.look_up_of(5, 4), hit(3));
  EXPECT_EQ(bench.look_up_of(5 + 64, 3), miss) << "another block of its set";
}

TEST(MetadataCache, RequestsInARowSeeEachOthersEffects) {
  Bench bench;
  bench.fill_of(0, counted(0));
  const std::vector<std::pair<MetadataRequest, MetadataAnswer>> row{
      {{.op = record, .block = 0, .entry = 127, .bits = {2}}, hit()},
      {{.op = look_up, .block = 0, .entry = 127}, hit(2)},
      {{.op = record, .block = 0, .entry = 127, .bits = {1}}, hit()},
      {{.op = record, .block = 0, .entry = 126, .bits = {3}}, hit()},
      {{.op = look_up, .block = 0, .entry = 127}, hit(1)},
      {{.op = look_up, .block = 0, .entry = 126}, hit(3)},
      {{.op = drop, .block = 1}, miss},
      {{.op = fill, .block = 1, .data = counted(4)}, miss},
      {{.op = look_up, .block = 1, .entry = 1}, hit(1)},
      {{.op = drop, .block = 1}, dropped(1, false, counted(4))},
      {{.op = look_up, .block = 1, .entry = 1}, miss}};
  std::size_t answered = 0;
  for (std::size_t n = 0; n <= row.size(); ++n) {
    bench.req.write(n < row.size() ? Beat<MetadataRequest>{row[n].first, true} : Beat<MetadataRequest>{});
    bench.step();
    if (!bench.rsp.read().valid) continue;
    EXPECT_EQ(bench.rsp.read().payload, row[answered].second) << answered;
    ++answered;
  }
  EXPECT_EQ(answered, row.size());
}

TEST(MetadataCache, AFillOfAFullSetEvictsTheBlockThatWasUsedLeastRecently) {
  Bench bench;  // 64 sets of four
  constexpr std::uint32_t sets = 64;
  for (std::uint32_t k = 0; k < 4; ++k)
    EXPECT_EQ(bench.fill_of(3 + k * sets, counted(static_cast<unsigned char>(k))), miss);
  // Order of use: 0 1 2 3, the oldest first.
  EXPECT_EQ(bench.look_up_of(3, 1).hit, true);            // 1 2 3 0
  EXPECT_EQ(bench.record_in(3 + 2 * sets, 0, 3), hit());  // 1 3 0 2
  EXPECT_EQ(bench.fill_of(3 + 3 * sets), hit());          // a fill of what is there is no use
  EXPECT_EQ(bench.look_up_of(3 + 9 * sets), miss);        // nor is a miss
  EXPECT_EQ(bench.fill_of(3 + 4 * sets), replaced(3 + sets, false, counted(1)));      // 3 0 2 4
  EXPECT_EQ(bench.fill_of(3 + 5 * sets), replaced(3 + 3 * sets, false, counted(3)));  // 0 2 4 5
  EXPECT_EQ(bench.fill_of(3 + 6 * sets), replaced(3, false, counted(0)));             // 2 4 5 6
  MetadataBlock changed = counted(2);
  changed[0] |= 3;
  EXPECT_EQ(bench.fill_of(3 + 7 * sets), replaced(3 + 2 * sets, true, changed));  // 4 5 6 7
  EXPECT_EQ(bench.fill_of(4), miss) << "another set is empty";
}

TEST(MetadataCache, ADropLeavesRoomThatTheNextFillTakes) {
  Bench bench({.bytes = 128, .ways = 4});
  for (std::uint32_t block = 0; block < 4; ++block) bench.fill_of(block);
  bench.record_in(2, 9, 1);
  MetadataBlock changed{};
  changed[2] = 1 << 2;
  EXPECT_EQ(bench.drop_of(2), dropped(2, true, changed));
  EXPECT_EQ(bench.drop_of(2), miss);
  EXPECT_EQ(bench.fill_of(7), miss);
  EXPECT_EQ(bench.fill_of(8), replaced(0, false)) << "the others are as old as they were";
  EXPECT_EQ(bench.look_up_of(1), hit());
  EXPECT_EQ(bench.fill_of(9), replaced(3, false));
}

TEST(MetadataCache, OnlyARecordMakesABlockDirtyAndAFillMakesItCleanAgain) {
  Bench bench({.bytes = 32, .ways = 1});
  bench.fill_of(0);
  bench.look_up_of(0);
  bench.record_in(1, 0, 3);
  EXPECT_EQ(bench.fill_of(1), replaced(0, false));
  bench.record_in(1, 0, 0);  // the bits that are there already
  EXPECT_EQ(bench.fill_of(1, counted(1)), hit()) << "nothing changes";
  EXPECT_EQ(bench.fill_of(0), replaced(1, true));
  EXPECT_EQ(bench.drop_of(0), dropped(0, false));
  EXPECT_EQ(bench.fill_of(0), miss);
  EXPECT_EQ(bench.drop_of(0), dropped(0, false));
}

TEST(MetadataCache, TheUpperHalfOfABlockOf32BytesIsIgnored) {
  Bench narrow({.block_bytes = 32});
  narrow.fill_of(1, counted(1, 64));
  EXPECT_EQ(narrow.drop_of(1), dropped(1, false, counted(1, 32)));
}

TEST(MetadataCache, ABlockOf64BytesHas256Entries) {
  Bench wide({.block_bytes = 64});
  wide.fill_of(1, counted(1, 64));
  wide.record_in(1, 255, 3);
  EXPECT_EQ(wide.look_up_of(1, 127), hit(counted(1, 64)[31] >> 6));
  EXPECT_EQ(wide.look_up_of(1, 255), hit(3));
  MetadataBlock changed = counted(1, 64);
  changed[63] |= 3 << 6;
  EXPECT_EQ(wide.drop_of(1), dropped(1, true, changed));
}

TEST(MetadataCache, WholeNumbersOfBlocksAreCompared) {
  Bench bench;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const std::uint32_t block = 1u << bit;
    EXPECT_EQ(bench.fill_of(0xffffffffu ^ block).hit, false);
    EXPECT_EQ(bench.look_up_of(0xffffffffu), miss) << bit;
    EXPECT_EQ(bench.drop_of(0xffffffffu ^ block), dropped(0xffffffffu ^ block, false)) << bit;
  }
}

TEST(MetadataCache, ResetForgetsAllAndARequestInIt) {
  Bench bench;
  bench.fill_of(1);
  bench.record_in(1, 0, 1);
  bench.req.write({{.op = fill, .block = 2}, true});
  bench.rst_n.write(false);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
  bench.req.write({});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.look_up_of(1), miss);
  EXPECT_EQ(bench.look_up_of(2), miss);
  EXPECT_EQ(bench.drop_of(1), miss);
}

TEST(MetadataCache, ResetEmptiesItsStage) {
  expect_reset_empties_every_stage<MetadataCache>(MetadataCacheConfig{}, 1);
}

TEST(MetadataCache, BadParametersAreErrorsThatNameThem) {
  expect_refused<MetadataCache>("ways", "3", "1, 2, 4, 8");
  expect_refused<MetadataCache>("ways", "16", "1 .. 8");
  expect_refused<MetadataCache>("block_bytes", "48", "32, 64");
  expect_refused<MetadataCache>("block_bytes", "128", "32 .. 64");
  expect_refused<MetadataCache>("bytes", "6144", "powers of two, 128 to 65536");
  expect_refused<MetadataCache>("bytes", "64", "powers of two, 128 to 65536");
  expect_refused<MetadataCache>("bytes", "131072", "32 .. 65536");
}

}  // namespace
}  // namespace heddle::metadata_cache_test

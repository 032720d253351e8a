// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/best_of_all_selector/best_of_all_selector.hpp"

#include <gtest/gtest.h>

#include "models/line_compression/bdi_line.hpp"
#include "models/line_compression/cpack_line.hpp"
#include "models/line_compression/fpc_line.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::best_of_all_selector_test {
namespace {

using Bench = PipelineBench<BestOfAllSelector>;

/// Candidates whose bytes are all alike.
CompressedCandidates of_lengths(std::uint8_t bdi, std::uint8_t fpc, std::uint8_t cpack,
                                std::uint8_t compressed = 7) {
  CompressedCandidates all{
      .bdi_length = bdi, .fpc_length = fpc, .cpack_length = cpack, .compressed = {compressed}};
  all.line.fill(0x11);
  all.bdi.fill(0x07);
  all.fpc.fill(0x22);
  all.cpack.fill(0x33);
  return all;
}

/// What the compressors make of a line.
CompressedCandidates of_line(const LineBytes& line) {
  const BdiLine bdi = bdi_line_compress(line, BdiBase::first_wide);
  const FpcLine fpc = fpc_line_compress(line);
  const CpackLine cpack = cpack_line_compress(line);
  return {.line = line,
          .bdi = bdi.bytes,
          .fpc = fpc.bytes,
          .cpack = cpack.bytes,
          .bdi_length = static_cast<std::uint8_t>(bdi.length),
          .fpc_length = static_cast<std::uint8_t>(fpc.length),
          .cpack_length = static_cast<std::uint8_t>(cpack.length),
          .compressed = {
              static_cast<std::uint8_t>(bdi.compressed | fpc.compressed << 1 | cpack.compressed << 2)}};
}

class BestOfAllSelectorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BestOfAllSelectorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  CompressedLine expected{.length = 31, .compressed = true};
  expected.data.fill(0x22);
  expected.data[0] = 0x08;
  expect_latency<BestOfAllSelector>(GetParam(), of_lengths(73, 30, 90), expected);
}
INSTANTIATE_TEST_SUITE_P(Cycles, BestOfAllSelectorLatency, testing::Values(1u, 2u, 6u, 16u));

TEST(BestOfAllSelector, StoresALineOfZerosByBdi) {
  Bench bench({.latency = 1});
  const CompressedLine got = bench.answer(of_line({}));
  EXPECT_TRUE(got.compressed);
  EXPECT_EQ(got.length, 1u);
  EXPECT_EQ(got.data, LineBytes{});
}

/// Negative bytes, 11 bits each by FPC and 16 by C-Pack, beside two words that are far from them and from
/// each other, so that BDI has no base for both.
TEST(BestOfAllSelector, StoresNegativeNumbersAmongOthersByFpc) {
  Bench bench({.latency = 1});
  LineBytes line;
  line.fill(0xff);
  for (unsigned i = 0; i < line.size(); i += 4) line[i] = static_cast<unsigned char>(0x81 + i / 4 * 3 % 100);
  line[11] = 0x35;
  line[71] = 0x96;
  const CompressedLine got = bench.answer(of_line(line));
  EXPECT_TRUE(got.compressed);
  EXPECT_EQ(got.data[0], 0x08);
  EXPECT_EQ(got.length, 1u + (30 * 11 + 2 * 35 + 7) / 8);
}

/// The same word again and again is 6 bits each by C-Pack and 11 by FPC, whose two bursts are restored
/// later. Two other words keep BDI from it; C-Pack takes 24 and 34 bits for them.
TEST(BestOfAllSelector, StoresRepeatedWordsAmongOthersByCpack) {
  Bench bench({.latency = 1});
  LineBytes line;
  line.fill(0x57);
  line[13] = 0x35;
  line[70] = 0x96;
  const CompressedLine got = bench.answer(of_line(line));
  EXPECT_TRUE(got.compressed);
  EXPECT_EQ(got.data[0], 0x10);
  EXPECT_EQ(got.length, 1u + (34 + 29 * 6 + 24 + 34 + 7) / 8);
}

TEST(BestOfAllSelector, StoresTheLineWhereATagMakesACandidateAsLong) {
  Bench bench({.latency = 1});
  const CompressedLine got = bench.answer(of_lengths(97, 96, 96));
  EXPECT_FALSE(got.compressed);
  EXPECT_EQ(got.length, 128u);
  EXPECT_EQ(got.data, of_lengths(0, 0, 0).line);
  EXPECT_TRUE(bench.answer(of_lengths(97, 95, 96)).compressed);
}

TEST(BestOfAllSelector, TakesNoCandidateThatIsNotCompressed) {
  Bench bench({.latency = 1});
  EXPECT_EQ(bench.answer(of_lengths(1, 40, 3, 0b010)).length, 41u);
  EXPECT_FALSE(bench.answer(of_lengths(1, 40, 3, 0)).compressed);
}

struct Order {
  unsigned bdi, fpc, cpack;  ///< decompression latencies
  unsigned char first;       ///< stored byte of a tie
};
class BestOfAllSelectorOrder : public testing::TestWithParam<Order> {};

TEST_P(BestOfAllSelectorOrder, GivesATieToTheFastestDecompressor) {
  const auto [bdi, fpc, cpack, first] = GetParam();
  Bench bench({.latency = 1,
               .bdi_decompression_latency = bdi,
               .fpc_decompression_latency = fpc,
               .cpack_decompression_latency = cpack});
  EXPECT_EQ(bench.answer(of_lengths(27, 20, 30)).data[0], first);
}
INSTANTIATE_TEST_SUITE_P(Latencies, BestOfAllSelectorOrder,
                         testing::Values(Order{1, 10, 8, 0x07}, Order{9, 10, 8, 0x10}, Order{9, 8, 8, 0x08},
                                         Order{3, 3, 3, 0x07}));

TEST(BestOfAllSelector, WhatFollowsALineOf64BytesDoesNotMatter) {
  Bench bench({.latency = 1, .line_bytes = 64});
  CompressedCandidates request = of_lengths(40, 20, 64);
  const CompressedLine once = bench.answer(request);
  EXPECT_EQ(once.length, 21u);
  EXPECT_EQ(once.data[63], 0x22);
  EXPECT_EQ(once.data[64], 0);
  for (LineBytes* bytes : {&request.line, &request.bdi, &request.fpc, &request.cpack})
    std::fill(bytes->begin() + 64, bytes->end(), static_cast<unsigned char>(0xa5));
  EXPECT_EQ(bench.answer(request), once);
}

TEST(BestOfAllSelector, TakesOneLineACycleAndKeepsTheirOrder) {
  Bench bench({.latency = 3});
  std::vector<unsigned> got;
  for (unsigned n = 0; n < 20; ++n) {
    Beat<CompressedCandidates> beat;
    beat.valid = n < 10;
    // Equal beats come in pairs: an unchanged wire still carries two beats.
    beat.payload = of_lengths(static_cast<std::uint8_t>(1 + n / 2), 128, 128, 1);
    bench.req.write(beat);
    bench.step();
    if (bench.rsp.read().valid) got.push_back(bench.rsp.read().payload.length);
  }
  EXPECT_EQ(got, (std::vector<unsigned>{1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
}

TEST(BestOfAllSelector, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<BestOfAllSelector>(); }

TEST(BestOfAllSelector, BadParametersAreErrorsThatNameThem) {
  expect_refused<BestOfAllSelector>("latency", "0", "1 .. 16");
  expect_refused<BestOfAllSelector>("latency", "17", "1 .. 16");
  expect_refused<BestOfAllSelector>("line_bytes", "96", "64, 128");
  expect_refused<BestOfAllSelector>("granularity", "48", "a power of two below 128");
  expect_refused<BestOfAllSelector>("granularity", "0", "1 .. 64");
  expect_refused<BestOfAllSelector>("margin", "128", "0 .. 127");
  expect_refused<BestOfAllSelector>("cpack_decompression_latency", "0", "1 .. 16");
}

}  // namespace
}  // namespace heddle::best_of_all_selector_test

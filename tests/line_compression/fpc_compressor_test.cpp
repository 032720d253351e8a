// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_compressor/fpc_compressor.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "models/line_compression/fpc_line.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::fpc_compressor_test {
namespace {

using Bench = PipelineBench<FpcCompressor>;

UncompressedLine of_words(const std::vector<std::uint32_t>& words) {
  UncompressedLine line;
  std::memcpy(line.data.data(), words.data(), 4 * words.size());
  return line;
}

class FpcCompressorLatency : public testing::TestWithParam<unsigned> {};

/// Thirty-two ones are 32 pieces of 7 bits, 28 bytes: 1 | 1 << 3 again and again.
TEST_P(FpcCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  const UncompressedLine request = of_words(std::vector<std::uint32_t>(32, 1));
  CompressedLine expected{.length = 28, .compressed = true};
  for (unsigned bit = 0; bit < 8 * 28; ++bit)
    if (bit % 7 == 0 || bit % 7 == 3) expected.data[bit / 8] |= static_cast<unsigned char>(1u << bit % 8);
  expect_latency<FpcCompressor>(GetParam(), request, expected);
}
INSTANTIATE_TEST_SUITE_P(Cycles, FpcCompressorLatency, testing::Values(1u, 2u, 6u, 16u));

TEST(FpcCompressor, StoresFourRunsForALineOfZeros) {
  Bench bench({.latency = 1});
  CompressedLine expected{.length = 3, .compressed = true};
  // Four times 0b111'000.
  expected.data = {0x38, 0x8e, 0xe3};
  EXPECT_EQ(bench.answer({}), expected);
}

TEST(FpcCompressor, KeepsALineOfUnrelatedWordsAsItIs) {
  Bench bench({.latency = 1, .line_bytes = 64});
  const UncompressedLine request = of_words(std::vector<std::uint32_t>(16, 0x12345678));
  const CompressedLine got = bench.answer(request);
  EXPECT_FALSE(got.compressed);
  EXPECT_EQ(got.length, 64u);
  EXPECT_EQ(got.data, request.data);
}

TEST(FpcCompressor, WhatFollowsALineOf64BytesDoesNotMatter) {
  Bench bench({.latency = 1, .line_bytes = 64});
  UncompressedLine request = of_words(std::vector<std::uint32_t>(16, 0x7f));
  const CompressedLine once = bench.answer(request);
  EXPECT_EQ(once.length, 16u * 11 / 8);
  std::fill(request.data.begin() + 64, request.data.end(), static_cast<unsigned char>(0xa5));
  EXPECT_EQ(bench.answer(request), once);
}

/// In segments of eight words the patterns are 1, 0, 2 and 7: 111 010 000 001 is 0xe81.
TEST(FpcCompressor, StoresSegmentsBehindTheirPatterns) {
  Bench bench({.latency = 1, .segment_words = 8});
  std::vector<std::uint32_t> words(32);
  std::fill_n(words.begin(), 8, 0x3u);
  std::fill_n(words.begin() + 16, 8, 0x55u);
  std::fill_n(words.begin() + 24, 8, 0x12345678u);
  CompressedLine expected{.length = 2 + 4 + 8 + 32, .compressed = true};
  expected.data[0] = 0x81;
  expected.data[1] = 0x0e;
  std::fill_n(expected.data.begin() + 2, 4, static_cast<unsigned char>(0x33));
  std::fill_n(expected.data.begin() + 6, 8, static_cast<unsigned char>(0x55));
  std::memcpy(&expected.data[14], &words[24], 32);
  EXPECT_EQ(bench.answer(of_words(words)), expected);
}

TEST(FpcCompressor, TakesOneLineACycleAndKeepsTheirOrder) {
  Bench bench({.latency = 6});
  std::vector<unsigned> got;
  for (unsigned n = 0; n < 20; ++n) {
    Beat<UncompressedLine> beat;
    beat.valid = n < 10;
    // Equal beats come in pairs: an unchanged wire still carries two beats.
    beat.payload.data.fill(static_cast<unsigned char>(0x20 + n / 2));
    bench.req.write(beat);
    bench.step();
    if (bench.rsp.read().valid) got.push_back(bench.rsp.read().payload.data[0]);
  }
  // Pattern 6 and the data's lower five bits.
  EXPECT_EQ(got, (std::vector<unsigned>{0x06, 0x06, 0x0e, 0x0e, 0x16, 0x16, 0x1e, 0x1e, 0x26, 0x26}));
}

TEST(FpcCompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<FpcCompressor>(); }

TEST(FpcCompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<FpcCompressor>("latency", "0", "1 .. 16");
  expect_refused<FpcCompressor>("latency", "17", "1 .. 16");
  expect_refused<FpcCompressor>("line_bytes", "96", "64, 128");
  expect_refused<FpcCompressor>("line_bytes", "32", "64 .. 128");
  expect_refused<FpcCompressor>("segment_words", "6", "0, 2, 4, 8, 16");
  expect_refused<FpcCompressor>("segment_words", "32", "0 .. 16");
}

}  // namespace
}  // namespace heddle::fpc_compressor_test

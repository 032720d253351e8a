// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::cpack_compressor_test {
namespace {

using Bench = PipelineBench<CpackCompressor>;

UncompressedLine of_words(const std::vector<std::uint32_t>& words) {
  UncompressedLine line;
  std::memcpy(line.data.data(), words.data(), 4 * words.size());
  return line;
}

class CpackCompressorLatency : public testing::TestWithParam<unsigned> {};

/// Thirty-two ones are 32 pieces of 12 bits, 48 bytes: 0x017 again and again.
TEST_P(CpackCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  const UncompressedLine request = of_words(std::vector<std::uint32_t>(32, 1));
  CompressedLine expected{.length = 48, .compressed = true};
  constexpr std::array<unsigned char, 3> two_pieces{0x17, 0x70, 0x01};
  for (unsigned byte = 0; byte < 48; ++byte) expected.data[byte] = two_pieces[byte % 3];
  expect_latency<CpackCompressor>(GetParam(), request, expected);
}
INSTANTIATE_TEST_SUITE_P(Cycles, CpackCompressorLatency, testing::Values(1u, 2u, 13u, 16u));

TEST(CpackCompressor, StoresTwoBitsOfEachWordOfZero) {
  Bench bench({.latency = 1});
  const CompressedLine expected{.length = 8, .compressed = true};
  EXPECT_EQ(bench.answer({}), expected);
}

/// One word that is open, 15 times the same: 34 + 15 * 6 bits.
TEST(CpackCompressor, StoresEqualWordsByTheirEntry) {
  Bench bench({.latency = 1, .line_bytes = 64});
  const CompressedLine got = bench.answer(of_words(std::vector<std::uint32_t>(16, 0x12345678)));
  EXPECT_TRUE(got.compressed);
  EXPECT_EQ(got.length, 16u);
  EXPECT_EQ(got.data[4], 0b000010'00);
}

TEST(CpackCompressor, KeepsALineOfUnrelatedWordsAsItIs) {
  Bench bench({.latency = 1, .line_bytes = 64});
  std::vector<std::uint32_t> words;
  for (std::uint32_t n = 1; n <= 16; ++n) words.push_back(n << 24 | n);
  const UncompressedLine request = of_words(words);
  const CompressedLine got = bench.answer(request);
  EXPECT_FALSE(got.compressed);
  EXPECT_EQ(got.length, 64u);
  EXPECT_EQ(got.data, request.data);
}

/// Words 0, 12345678, 123456ab, cd and zeros: codes 0, 4, 8, 1, the value, and 16 bytes.
TEST(CpackCompressor, StoresFourDictionaryValuesAhead) {
  Bench bench({.latency = 1, .line_bytes = 64, .dictionary_values = 4});
  CompressedLine expected{.length = 8 + 4 + 16, .compressed = true};
  constexpr std::array<unsigned char, 16> first{0x40, 0x18, 0,    0,    0, 0, 0,    0,
                                                0x78, 0x56, 0x34, 0x12, 0, 0, 0xab, 0xcd};
  std::copy(first.begin(), first.end(), expected.data.begin());
  EXPECT_EQ(bench.answer(of_words({0, 0x12345678, 0x123456ab, 0xcd})), expected);
}

TEST(CpackCompressor, KeepsALineWithAFifthDictionaryValueAsItIs) {
  Bench bench({.latency = 1, .dictionary_values = 4});
  std::vector<std::uint32_t> words(32);
  for (std::uint32_t n = 0; n < 4; ++n) words[n] = (n + 1) << 8;
  EXPECT_EQ(bench.answer(of_words(words)).length, 16u + 16);
  words[31] = 0x500;
  const UncompressedLine request = of_words(words);
  const CompressedLine got = bench.answer(request);
  EXPECT_FALSE(got.compressed);
  EXPECT_EQ(got.length, 128u);
  EXPECT_EQ(got.data, request.data);
}

TEST_P(CpackCompressorLatency, IsTheSameWithFourDictionaryValues) {
  CompressedLine expected{.length = 16 + 32, .compressed = true};
  std::fill_n(expected.data.begin(), 16, static_cast<unsigned char>(0x11));
  std::fill_n(expected.data.begin() + 16, 32, static_cast<unsigned char>(0x01));
  expect_latency<CpackCompressor>({.latency = GetParam(), .dictionary_values = 4}, GetParam(),
                                  of_words(std::vector<std::uint32_t>(32, 1)), expected);
}

TEST(CpackCompressor, WhatFollowsALineOf64BytesDoesNotMatter) {
  Bench bench({.latency = 1, .line_bytes = 64});
  UncompressedLine request = of_words(std::vector<std::uint32_t>(16, 0x7f));
  const CompressedLine once = bench.answer(request);
  EXPECT_EQ(once.length, 16u * 12 / 8);
  std::fill(request.data.begin() + 64, request.data.end(), static_cast<unsigned char>(0xa5));
  EXPECT_EQ(bench.answer(request), once);
}

TEST(CpackCompressor, TakesOneLineACycleAndKeepsTheirOrder) {
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
  // Code 1 and the data's lower six bits.
  EXPECT_EQ(got, (std::vector<unsigned>{0x81, 0x81, 0x85, 0x85, 0x89, 0x89, 0x8d, 0x8d, 0x91, 0x91}));
}

TEST(CpackCompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<CpackCompressor>(); }

TEST(CpackCompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<CpackCompressor>("latency", "0", "1 .. 16");
  expect_refused<CpackCompressor>("latency", "17", "1 .. 16");
  expect_refused<CpackCompressor>("dictionary_values", "8", "4, 16");
  expect_refused<CpackCompressor>("dictionary_values", "17", "4 .. 16");
  expect_refused<CpackCompressor>("line_bytes", "96", "64, 128");
  expect_refused<CpackCompressor>("line_bytes", "32", "64 .. 128");
}

}  // namespace
}  // namespace heddle::cpack_compressor_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::cpack_decompressor_test {
namespace {

using Bench = PipelineBench<CpackDecompressor>;

RestoredLine of_words(const std::vector<std::uint32_t>& words) {
  RestoredLine line;
  std::memcpy(line.data.data(), words.data(), 4 * words.size());
  return line;
}

/// Words from bit 0 of a stream on; the other words are zero.
StoredLineBytes stream(std::uint64_t bits) {
  StoredLineBytes stored{.compressed = true};
  std::memcpy(stored.data.data(), &bits, sizeof bits);
  return stored;
}

/// The word 00010000 as xxxx in bits 33..0, and more words behind it.
std::uint64_t behind_an_entry(std::uint64_t bits) { return bits << 34 | 0x10000ull << 2 | 1; }

class CpackDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(CpackDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  StoredLineBytes ones{.compressed = true};
  constexpr std::array<unsigned char, 3> two_pieces{0x17, 0x70, 0x01};
  for (unsigned byte = 0; byte < 48; ++byte) ones.data[byte] = two_pieces[byte % 3];
  expect_latency<CpackDecompressor>(GetParam(), ones, of_words(std::vector<std::uint32_t>(32, 1)));
}
INSTANTIATE_TEST_SUITE_P(Cycles, CpackDecompressorLatency, testing::Values(1u, 2u, 8u, 16u));

TEST(CpackDecompressor, RestoresALineOfZeros) {
  Bench bench({.latency = 1});
  EXPECT_EQ(bench.answer(stream(0)), RestoredLine{});
}

TEST(CpackDecompressor, RestoresWordsFromTheirEntry) {
  Bench bench({.latency = 1});
  EXPECT_EQ(bench.answer(stream(behind_an_entry(0b000010))), of_words({0x10000, 0x10000}));
  EXPECT_EQ(bench.answer(stream(behind_an_entry(0xab0b))), of_words({0x10000, 0x100ab}));
  EXPECT_EQ(bench.answer(stream(behind_an_entry(0xabcd03))), of_words({0x10000, 0x1abcd}));
}

TEST(CpackDecompressor, TellsEachWayInWhichBytesAreNoCompressors) {
  Bench bench({.latency = 1});
  const auto corrupt = [&](std::uint64_t bits) { return bench.answer(stream(bits)).corrupt; };
  EXPECT_FALSE(corrupt(0x57));                      // 5 as zzzx
  EXPECT_TRUE(corrupt(0x07));                       // 0 as zzzx
  EXPECT_TRUE(corrupt(0x05 << 2 | 1));              // 5 as xxxx
  EXPECT_TRUE(corrupt(0b000010));                   // entry 0 is not filled yet
  EXPECT_TRUE(corrupt(0xab03));                     // nor is it here
  EXPECT_TRUE(corrupt(0x120b));                     // nor here
  EXPECT_TRUE(corrupt(0x0f));                       // the code that is not used
  EXPECT_TRUE(corrupt(behind_an_entry(0b000110)));  // entry 1 is not filled yet
  EXPECT_TRUE(corrupt(behind_an_entry(0x000003)));  // mmxx, and mmmm would do
  EXPECT_TRUE(corrupt(behind_an_entry(0x00000f)));  // the code that is not used, with the right entry
  EXPECT_FALSE(corrupt(behind_an_entry(0xab0b)));   // 000100ab as mmmx
  StoredLineBytes behind = stream(0);
  behind.data[8] = 1;  // right behind the 32 words of zero
  EXPECT_TRUE(bench.answer(behind).corrupt);
  behind.data[8] = 0;
  behind.data[127] = 0x80;
  EXPECT_TRUE(bench.answer(behind).corrupt);
}

/// 00010000, 00010001, 00010002: the third matches both entries.
TEST(CpackDecompressor, TheEntryThatWasPushedFirstIsTheRightOne) {
  Bench bench({.latency = 1, .line_bytes = 64});
  StoredLineBytes stored = stream(behind_an_entry(0x010b));
  const auto third = [&](unsigned entry) {
    const unsigned bits = 0x020b | entry << 4;  // from bit 50 on
    stored.data[6] = static_cast<unsigned char>((stored.data[6] & 0x03) | bits << 2);
    stored.data[7] = static_cast<unsigned char>(bits >> 6);
    stored.data[8] = static_cast<unsigned char>(bits >> 14);
    return bench.answer(stored);
  };
  RestoredLine line = of_words({0x10000, 0x10001, 0x10002});
  EXPECT_EQ(third(0), line);
  line.corrupt = true;
  EXPECT_EQ(third(1), line);
}

/// Codes 0, 4, 8, 1, one value, and 16 bytes.
TEST(CpackDecompressor, RestoresFourDictionaryValuesAhead) {
  Bench bench({.latency = 1, .line_bytes = 64, .dictionary_values = 4});
  StoredLineBytes stored{.compressed = true};
  constexpr std::array<unsigned char, 16> first{0x40, 0x18, 0,    0,    0, 0, 0,    0,
                                                0x78, 0x56, 0x34, 0x12, 0, 0, 0xab, 0xcd};
  std::copy(first.begin(), first.end(), stored.data.begin());
  EXPECT_EQ(bench.answer(stored), of_words({0, 0x12345678, 0x123456ab, 0xcd}));
  stored.data[14] = 0x78;  // the lowest byte of the value
  RestoredLine line = of_words({0, 0x12345678, 0x12345678, 0xcd});
  line.corrupt = true;
  EXPECT_EQ(bench.answer(stored), line);
}

TEST_P(CpackDecompressorLatency, IsTheSameWithFourDictionaryValues) {
  StoredLineBytes ones{.compressed = true};
  std::fill_n(ones.data.begin(), 16, static_cast<unsigned char>(0x11));
  std::fill_n(ones.data.begin() + 16, 32, static_cast<unsigned char>(0x01));
  expect_latency<CpackDecompressor>({.latency = GetParam(), .dictionary_values = 4}, GetParam(), ones,
                                    of_words(std::vector<std::uint32_t>(32, 1)));
}

TEST(CpackDecompressor, WhatIsNotCompressedIsAsStored) {
  Bench bench({.latency = 1, .line_bytes = 64});
  StoredLineBytes stored{};
  stored.data.fill(0x11);
  RestoredLine line;
  std::fill_n(line.data.begin(), 64, static_cast<unsigned char>(0x11));
  EXPECT_EQ(bench.answer(stored), line);
}

TEST(CpackDecompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<CpackDecompressor>(); }

TEST(CpackDecompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<CpackDecompressor>("latency", "0", "1 .. 16");
  expect_refused<CpackDecompressor>("latency", "17", "1 .. 16");
  expect_refused<CpackDecompressor>("dictionary_values", "8", "4, 16");
  expect_refused<CpackDecompressor>("dictionary_values", "3", "4 .. 16");
  expect_refused<CpackDecompressor>("line_bytes", "96", "64, 128");
  expect_refused<CpackDecompressor>("line_bytes", "256", "64 .. 128");
}

}  // namespace
}  // namespace heddle::cpack_decompressor_test

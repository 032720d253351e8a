// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "models/line_compression/fpc_line.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::fpc_decompressor_test {
namespace {

using Bench = PipelineBench<FpcDecompressor>;

RestoredLine of_words(const std::vector<std::uint32_t>& words) {
  RestoredLine line;
  std::memcpy(line.data.data(), words.data(), 4 * words.size());
  return line;
}

/// Four runs of eight zeros: four times 0b111'000.
StoredLineBytes zeros() { return {{0x38, 0x8e, 0xe3}, true}; }

class FpcDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(FpcDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  StoredLineBytes ones{.compressed = true};
  for (unsigned bit = 0; bit < 7 * 32; ++bit)
    if (bit % 7 == 0 || bit % 7 == 3) ones.data[bit / 8] |= static_cast<unsigned char>(1u << bit % 8);
  expect_latency<FpcDecompressor>(GetParam(), ones, of_words(std::vector<std::uint32_t>(32, 1)));
}
INSTANTIATE_TEST_SUITE_P(Cycles, FpcDecompressorLatency, testing::Values(1u, 2u, 10u, 16u));

TEST(FpcDecompressor, RestoresALineOfZeros) {
  Bench bench({.latency = 1});
  EXPECT_EQ(bench.answer(zeros()), RestoredLine{});
}

TEST(FpcDecompressor, TellsEachWayInWhichBytesAreNoCompressors) {
  Bench bench({.latency = 1});
  const auto corrupt = [&](unsigned byte, unsigned char value) {
    StoredLineBytes stored = zeros();
    stored.data[byte] = value;
    return bench.answer(stored).corrupt;
  };
  EXPECT_FALSE(corrupt(2, 0xe3));
  EXPECT_TRUE(corrupt(0, 0x30));    // seven zeros, and then a run again
  EXPECT_TRUE(corrupt(0, 0x39));    // another first pattern: what follows has moved
  EXPECT_TRUE(corrupt(3, 0x01));    // a bit right behind the stream
  EXPECT_TRUE(corrupt(127, 0x80));  // the last bit of the line
}

/// A nibble, 23 words of zero, and a run of eight that goes on for one word behind the line.
TEST(FpcDecompressor, ARunThatGoesOnBehindTheLineIsCorrupt) {
  const std::uint32_t stream =
      0b1'001u | 0b111'000u << 7 | 0b111'000u << 13 | 0b111'000u << 19 | 0b110'000u << 25;
  Bench bench({.latency = 1});
  StoredLineBytes stored{.compressed = true};
  std::memcpy(stored.data.data(), &stream, sizeof stream);
  RestoredLine line = of_words({1});
  EXPECT_EQ(bench.answer(stored), line);
  stored.data[3] = static_cast<unsigned char>(stored.data[3] | 1u << (28 - 24));
  line.corrupt = true;
  EXPECT_EQ(bench.answer(stored), line);
}

/// One segment of bytes, 5 and fifteen times 0x70, of a line of 64 bytes: its pattern, and sixteen bytes.
TEST(FpcDecompressor, RestoresSegmentsAndTellsEachWayInWhichBytesAreNoCompressors) {
  Bench bench({.latency = 1, .line_bytes = 64, .segment_words = 16});
  StoredLineBytes stored{{2, 5}, true};
  std::fill_n(stored.data.begin() + 2, 15, static_cast<unsigned char>(0x70));
  std::vector<std::uint32_t> words(16, 0x70);
  words[0] = 5;
  const RestoredLine line = of_words(words);
  EXPECT_EQ(bench.answer(stored), line);
  const auto corrupt = [&](unsigned byte, unsigned char value) {
    StoredLineBytes other = stored;
    other.data[byte] = value;
    return bench.answer(other).corrupt;
  };
  EXPECT_FALSE(corrupt(1, 0x85));
  EXPECT_TRUE(corrupt(0, 0x0a));   // a bit behind the pattern
  EXPECT_TRUE(corrupt(0, 0x01));   // nibbles, and the other half of the data behind them
  EXPECT_TRUE(corrupt(0, 0x07));   // words are not shorter than the line
  EXPECT_TRUE(corrupt(17, 0x01));  // a bit right behind the data
  EXPECT_TRUE(corrupt(63, 0x80));  // the last bit of the line
  std::fill_n(stored.data.begin() + 1, 16, static_cast<unsigned char>(7));
  EXPECT_TRUE(bench.answer(stored).corrupt);  // nibbles would do
}

TEST(FpcDecompressor, WhatIsNotCompressedIsAsStored) {
  Bench bench({.latency = 1, .line_bytes = 64});
  StoredLineBytes stored{};
  stored.data.fill(0x11);
  RestoredLine line;
  std::fill_n(line.data.begin(), 64, static_cast<unsigned char>(0x11));
  EXPECT_EQ(bench.answer(stored), line);
}

TEST(FpcDecompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<FpcDecompressor>(); }

TEST(FpcDecompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<FpcDecompressor>("latency", "0", "1 .. 16");
  expect_refused<FpcDecompressor>("latency", "17", "1 .. 16");
  expect_refused<FpcDecompressor>("line_bytes", "96", "64, 128");
  expect_refused<FpcDecompressor>("line_bytes", "256", "64 .. 128");
  expect_refused<FpcDecompressor>("segment_words", "1", "0, 2, 4, 8, 16");
}

}  // namespace
}  // namespace heddle::fpc_decompressor_test

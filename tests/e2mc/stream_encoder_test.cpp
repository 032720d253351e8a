// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/stream_encoder.hpp"

#include <gtest/gtest.h>

#include "models/e2mc/line_code.hpp"
#include "tests/e2mc/decoder_stream.hpp"
#include "tests/e2mc/encoder_stream.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"

namespace heddle::e2mc_stream_encoder_test {
namespace {

using namespace e2mc;
using namespace e2mc_test;

struct Case {
  CompressorShape shape;
  unsigned ways;
  friend void PrintTo(const Case& c, std::ostream* out) {
    *out << c.shape.symbol_bits << " bits, ways " << c.ways;
  }
};

class StreamEncoderWays : public testing::TestWithParam<Case> {};

/// Each way of a line is a stream of its own, with the bits of the line code; a decoder restores it.
TEST_P(StreamEncoderWays, HaveTheBitsOfTheLineCode) {
  const auto& [shape, ways] = GetParam();
  const std::uint64_t seed = 40 + shape.symbol_bits + ways;
  SCOPED_TRACE(seed);
  Random random(seed);
  ValueCounts counts(shape.symbol_bits);
  for (const Line& line : random_lines(100, random)) counts.add(line);
  const CodeTable table(counts, {shape.symbol_bits, shape.max_code_bits, shape.entries});
  CompressorTables tables(shape);
  for (const CodeWrite& w : code_writes(table, shape)) tables.write(w);
  const DecoderShape decoder_shape{shape.symbol_bits, shape.max_code_bits, shape.entries};
  DecoderTables decoder(decoder_shape);
  for (const TableWrite& w : table_writes(table, decoder_shape)) decoder.write(w);
  unsigned compressed = 0, escapes = 0;
  for (const Line& line : random_lines(100, random)) {
    const HuffmanLine stored = e2mc_test::encode_line(line, table, {.ways = ways, .granularity = 0});
    const std::span<const unsigned char> bytes(stored.bytes.data(), stored.length);
    const auto each = static_cast<unsigned>(symbols_of(shape.symbol_bits, line.size()) / ways);
    for (unsigned w = 0; w < ways; ++w) {
      std::vector<Symbol> symbols;
      for (unsigned i = 0; i < each; ++i) symbols.push_back(symbol_at(line, shape.symbol_bits, w * each + i));
      const Encoded got = encode(tables, symbols);
      ASSERT_TRUE(got.ended);
      EXPECT_FALSE(got.uncodable);
      unsigned bits = 0;
      for (unsigned i = 0; i < each; ++i) bits += table.bits_of(tree_of(shape.symbol_bits, i), symbols[i]);
      ASSERT_EQ(got.bits.size(), bits);
      EXPECT_EQ(got.total, std::min(bits, BitPacker::most_total));
      const auto coded = got.bytes();
      const Decoded back = decode(decoder, {coded, 0, got.bits.size()}, each);
      EXPECT_FALSE(back.failed);
      EXPECT_EQ(back.symbols, symbols);
      escapes += back.escaped;
      if (!stored.compressed) continue;
      ++compressed;
      const WayBits way = ways_of(bytes, line.size(), ways).ways[w];
      for (unsigned i = 0; i < bits; ++i)
        ASSERT_EQ(got.bits[i], (bytes[(way.first + i) / 8] >> (7 - (way.first + i) % 8) & 1) != 0) << i;
    }
  }
  EXPECT_GT(compressed, 30u);
  EXPECT_EQ(escapes != 0, shape.escapes());
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const CompressorShape& shape :
       {CompressorShape{4, 8, 128}, {8, 16, 1024}, {16, 20, 1024}, {32, 20, 1024}})
    for (const unsigned ways : {1u, 2u, 4u, 8u}) all.push_back({shape, ways});
  return all;
}
INSTANTIATE_TEST_SUITE_P(All, StreamEncoderWays, testing::ValuesIn(all_cases()));

TEST(BitPacker, TellsTheMostBitsThatItCanOfALongerStream) {
  BitPacker packer(20);
  for (unsigned i = 0; i < 204; ++i) packer.step({0, 20});  // 4080 bits
  EXPECT_EQ(packer.step({0, 14, true})->total, 4094u);
  for (unsigned i = 0; i < 204; ++i) packer.step({0, 20});
  EXPECT_EQ(packer.step({0, 15, true})->total, 4095u);
  for (unsigned i = 0; i < 204; ++i) packer.step({0, 20});
  EXPECT_EQ(packer.step({0, 16, true})->total, 4095u);
  EXPECT_EQ(packer.step({1, 1, true})->total, 1u);
}

}  // namespace
}  // namespace heddle::e2mc_stream_encoder_test

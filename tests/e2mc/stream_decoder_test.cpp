// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/stream_decoder.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/e2mc/line_code.hpp"
#include "tests/e2mc/decoder_stream.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"

namespace heddle::e2mc_stream_decoder_test {
namespace {

using namespace e2mc;
using namespace e2mc_test;

struct Case {
  DecoderShape shape;
  unsigned ways;
  friend void PrintTo(const Case& c, std::ostream* out) {
    *out << c.shape.symbol_bits << " bits, ways " << c.ways;
  }
};

class StreamDecoderWays : public testing::TestWithParam<Case> {};

/// Each way of each compressed line is a stream of its own.
TEST_P(StreamDecoderWays, DecodeALineAsTheLineCodeDoes) {
  const auto& [shape, ways] = GetParam();
  const std::uint64_t seed = 20 + shape.symbol_bits + ways;
  SCOPED_TRACE(seed);
  Random random(seed);
  ValueCounts counts(shape.symbol_bits);
  for (const Line& line : random_lines(100, random)) counts.add(line);
  const CodeTable table(counts, {shape.symbol_bits, shape.max_code_bits, shape.entries});
  DecoderTables tables(shape);
  for (const TableWrite& w : table_writes(table, shape)) tables.write(w);
  unsigned compressed = 0, escapes = 0;
  for (const Line& line : random_lines(200, random)) {
    const HuffmanLine stored = e2mc_test::encode_line(line, table, {.ways = ways, .granularity = 0});
    if (!stored.compressed) continue;
    ++compressed;
    const std::span<const unsigned char> bytes(stored.bytes.data(), stored.length);
    const WayLayout layout = ways_of(bytes, line.size(), ways);
    const auto each = static_cast<unsigned>(symbols_of(shape.symbol_bits, line.size()) / ways);
    Line got{};
    for (unsigned w = 0; w < ways; ++w) {
      const Decoded decoded = decode(tables, {bytes, layout.ways[w].first, layout.ways[w].end}, each);
      ASSERT_FALSE(decoded.failed);
      ASSERT_EQ(decoded.symbols.size(), each);
      for (unsigned i = 0; i < each; ++i)
        put_symbol(got, shape.symbol_bits, w * each + i, decoded.symbols[i]);
      const unsigned parts = (shape.symbol_bits + shape.max_code_bits - 1) / shape.max_code_bits;
      EXPECT_EQ(decoded.cycles, each + parts * decoded.escaped);
      escapes += decoded.escaped;
    }
    ASSERT_EQ(got, line);
  }
  EXPECT_GT(compressed, 50u);
  EXPECT_EQ(escapes > 50, shape.escapes());
}
INSTANTIATE_TEST_SUITE_P(Shapes, StreamDecoderWays,
                         testing::Values(Case{{4, 8, 128}, 1}, Case{{4, 8, 128}, 8}, Case{{8, 16, 1024}, 1},
                                         Case{{8, 16, 1024}, 2}, Case{{16, 20, 1024}, 1},
                                         Case{{16, 20, 1024}, 4}, Case{{32, 20, 1024}, 1},
                                         Case{{32, 20, 1024}, 8}, Case{{16, 4, 8}, 1},
                                         Case{{16, 12, 256}, 2}));

TEST(DecoderTables, SelectTheLengthOfTheOnlyCodewordThatMatches) {
  // The paper's example: 0, 10, 110. By "<= first codeword of length l + 1", 10 would have length 1.
  DecoderTables tables({16, 4, 8});
  for (const TableWrite& w :
       table_writes(CodeTable(16, {TreeCode({{11, 2}, {0, 1}, {101, 3}}, 3, 4)}), {16, 4, 8}))
    tables.write(w);
  EXPECT_EQ(tables.match(0, 0b0111).length, 1u);
  EXPECT_EQ(tables.match(0, 0b1000).length, 2u);
  EXPECT_EQ(tables.match(0, 0b1011).length, 2u);
  EXPECT_EQ(tables.match(0, 0b1100).length, 3u);
  EXPECT_FALSE(tables.match(0, 0b1101).escape);
  EXPECT_TRUE(tables.match(0, 0b1110).escape);
  EXPECT_EQ(tables.symbol(*tables.row(0, 0b1011, 2)), 11u);
  EXPECT_EQ(tables.symbol(*tables.row(0, 0b1100, 3)), 101u);
}

TEST(DecoderTables, WritesWithoutMeaningChangeNothing) {
  using Kind = TableWrite::Kind;
  DecoderTables tables({8, 16, 1024});
  tables.write({.kind = Kind::length, .tree = 4, .length = 1});
  tables.write({.kind = Kind::length, .tree = 0, .length = 17});
  tables.write({.kind = Kind::length, .tree = 0, .length = 0});
  tables.write({.kind = Kind::escape, .tree = 0, .length = 1});
  EXPECT_EQ(tables.match(0, 0).length, 0u);
  EXPECT_EQ(tables.row(0, 0, 1), std::nullopt);
  for (unsigned n = 0; n < 257; ++n) tables.write({.kind = Kind::symbol, .tree = 1, .symbol = n});
  EXPECT_EQ(tables.symbol(256), 0u);  // the first row of tree 1: a 257th symbol would be there or behind
  EXPECT_EQ(tables.symbol(512), 0u);
  EXPECT_EQ(tables.symbol(511), 255u);
}

TEST(DecoderTables, CodesThatDoNotFitAreErrors) {
  const CodeTable table(16, {TreeCode({{0, 1}, {1, 5}}, 2, 20)});
  EXPECT_THROW(table_writes(table, {16, 4, 8}), Error);
  EXPECT_THROW(table_writes(table, {32, 20, 8}), Error);
  std::vector<CodedValue> nine;
  for (Symbol s = 0; s < 9; ++s) nine.push_back({s, 4});
  EXPECT_THROW(table_writes(CodeTable(16, {TreeCode(nine, 4, 20)}), {16, 4, 8}), Error);
}

}  // namespace
}  // namespace heddle::e2mc_stream_decoder_test

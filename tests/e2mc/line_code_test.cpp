// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/line_coder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "models/base/error.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"

namespace heddle::e2mc_line_code_test {
namespace {

using namespace e2mc;
using namespace e2mc_test;
using Bytes = std::span<const unsigned char>;

CodeTable sampled(unsigned bits, const std::vector<Line>& lines, unsigned entries = 1024) {
  ValueCounts counts(bits);
  for (const Line& line : lines) counts.add(line);
  return CodeTable(counts, table_shape(bits, entries));
}

/// Decodes bit by bit, by looking up all that has been read since the last symbol; it shares nothing with the
/// model but the codewords. None: corrupt.
std::optional<Line> naive_decode(Bytes stored, const CodeTable& table, unsigned ways) {
  const unsigned bits = table.symbol_bits();
  std::string text;
  for (const unsigned char byte : stored)
    for (int b = 7; b >= 0; --b) text += byte >> b & 1 ? '1' : '0';
  const auto number = [&](std::size_t at, std::size_t n) {
    return std::stoul("0" + text.substr(at, n), nullptr, 2);
  };
  const auto spelled = [](const Codeword& c) {
    std::string s;
    for (unsigned i = c.length; i-- > 0;) s += c.bits >> i & 1 ? '1' : '0';
    return s;
  };
  std::vector<std::map<std::string, std::optional<Symbol>>> words(trees_of(bits));
  for (unsigned t = 0; t < words.size(); ++t) {
    for (const Symbol s : table.tree(t).ordered_values()) words[t][spelled(*table.tree(t).find(s))] = s;
    if (table.tree(t).escape().length != 0) words[t][spelled(table.tree(t).escape())] = std::nullopt;
  }
  const std::size_t header = 7 * (ways - 1);
  if (text.size() < (header + 7) / 8 * 8) return std::nullopt;
  std::vector<std::size_t> begin{(header + 7) / 8 * 8};
  for (unsigned w = 1; w < ways; ++w) begin.push_back(8 * number(7 * (w - 1), 7));
  begin.push_back(text.size());
  if (!std::is_sorted(begin.begin(), begin.end())) return std::nullopt;
  Line line{};
  const std::size_t each = symbols_of(bits, line.size()) / ways;
  for (unsigned w = 0; w < ways; ++w) {
    std::size_t at = begin[w];
    for (std::size_t i = w * each; i < (w + 1) * each; ++i) {
      const auto& tree = words[i % words.size()];
      std::string word;
      while (!tree.contains(word)) {
        if (at == begin[w + 1] || word.size() > 20) return std::nullopt;
        word += text[at++];
      }
      std::optional<Symbol> s = tree.at(word);
      if (!s) {
        if (at + bits > begin[w + 1]) return std::nullopt;
        s = static_cast<Symbol>(number(at, bits));
        at += bits;
        if (table.tree(static_cast<unsigned>(i % words.size())).find(*s)) return std::nullopt;
      }
      put_symbol(line, bits, i, *s);
    }
  }
  return line;
}

struct Case {
  unsigned symbol_bits, ways;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.symbol_bits << " bits, ways " << c.ways; }
};

class LineCode : public testing::TestWithParam<Case> {};

TEST_P(LineCode, CompressedLinesComeBackAndTakeTheBytesThatTheySay) {
  const auto [bits, ways] = GetParam();
  const std::uint64_t seed = 7 + bits * 8 + ways;
  SCOPED_TRACE(seed);
  Random random(seed);
  const CodeTable table = sampled(bits, random_lines(200, random));
  const LineCoder coder(table, {.ways = ways});
  unsigned compressed = 0, uncompressed = 0;
  for (const Line& line : random_lines(400, random)) {
    const HuffmanLine stored = coder.encode(line);
    EXPECT_EQ(stored, encode_line(line, table, {.ways = ways}));
    const std::size_t bytes = (coded_size(line, table, ways) + 7) / 8;
    ASSERT_EQ(stored.compressed, bytes <= 96);
    if (!stored.compressed) {
      ++uncompressed;
      EXPECT_EQ(stored.length, 128u);
      EXPECT_EQ(stored.bytes, line);
      continue;
    }
    ++compressed;
    EXPECT_EQ(stored.length, bytes);
    const Bytes paid = Bytes(stored.bytes).first(stored.length);
    const e2mc::RestoredLine got = coder.decode(paid, 128);
    EXPECT_FALSE(got.corrupt);
    EXPECT_EQ(got.bytes, line);
    EXPECT_EQ(naive_decode(paid, table, ways), line);
    // A byte less is too little, a burst that is not full does no harm.
    EXPECT_TRUE(coder.decode(paid.first(paid.size() - 1), 128).corrupt);
    EXPECT_EQ(coder.decode(Bytes(stored.bytes).first(96), 128).bytes, line);
  }
  EXPECT_GT(compressed, 50u);
  EXPECT_GT(uncompressed, 20u);
}

TEST_P(LineCode, AnyBytesAreDecodedAsTheNaiveDecoderDoes) {
  const auto [bits, ways] = GetParam();
  const std::uint64_t seed = 1000 + bits * 8 + ways;
  SCOPED_TRACE(seed);
  Random random(seed);
  unsigned corrupt = 0, whole = 0;
  for (int t = 0; t < 4; ++t) {
    // Tables of few entries have short codewords and escape often.
    const CodeTable table = sampled(bits, random_lines(20, random), 8u << random.below(8));
    const LineCoder coder(table, {.ways = ways, .granularity = 0});
    for (int n = 0; n < 150; ++n) {
      const Line line = random_line(random);
      HuffmanLine stored = coder.encode(line);
      EXPECT_EQ(stored, encode_line(line, table, {.ways = ways, .granularity = 0}));
      if (!stored.compressed) continue;
      for (unsigned faults = random.below(3); faults > 0; --faults)
        stored.bytes[random.below(stored.length)] ^= static_cast<unsigned char>(1u << random.below(8));
      const Bytes paid = Bytes(stored.bytes).first(random.one_in(4) ? random.below(129) : stored.length);
      const std::vector<unsigned char> exact(paid.begin(), paid.end());  // so that nothing lies behind them
      const e2mc::RestoredLine got = coder.decode(exact, 128);
      const std::optional<Line> expected = naive_decode(exact, table, ways);
      ASSERT_EQ(got.corrupt, !expected);
      if (expected) {
        EXPECT_EQ(got.bytes, *expected);
      }
      ++(expected ? whole : corrupt);
    }
  }
  EXPECT_GT(corrupt, 20u);
  EXPECT_GT(whole, 20u);
}

INSTANTIATE_TEST_SUITE_P(Symbols, LineCode,
                         testing::Values(Case{4, 1}, Case{4, 4}, Case{8, 1}, Case{8, 2}, Case{8, 8},
                                         Case{16, 1}, Case{16, 2}, Case{16, 4}, Case{16, 8}, Case{32, 1},
                                         Case{32, 4}));

/// Zeros have the codeword 0, ones 10, and all else is escaped by 11.
CodeTable two_values() { return {16, {TreeCode({{0, 1}, {1, 2}}, 2, 20)}}; }

TEST(LineCode, LayoutOfFourWays) {
  Line line{};
  put_symbol(line, 16, 0, 1);        // way 1: 10 and 15 zeros
  put_symbol(line, 16, 17, 0xa5c3);  // way 2: 0 11 1010010111000011 and 14 zeros
  put_symbol(line, 16, 63, 1);
  const HuffmanLine stored = LineCoder(two_values(), {.ways = 4}).encode(line);
  ASSERT_TRUE(stored.compressed);
  // Three pointers of 7 bits: bytes 6, 11, 13. Way 1 has 17 bits from byte 3 on, way 2 has 33, way 3 has 16.
  const std::array<unsigned char, 16> expected{0x0c, 0x2c, 0x68,        // pointers
                                               0x80, 0,    0,           // way 1
                                               0x74, 0xb8, 0x60, 0, 0,  // way 2
                                               0,    0,                 // way 3
                                               0,    0x01, 0};          // way 4
  ASSERT_EQ(stored.length, expected.size());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), stored.bytes.begin()));
}

TEST(LineCode, AnEscapedValueThatHasACodewordIsCorrupt) {
  // 11 and sixteen zeros: the value 0, which has a codeword.
  std::vector<unsigned char> stored(12);
  stored[0] = 0xc0;
  EXPECT_TRUE(LineCoder(two_values(), {}).decode(stored, 128).corrupt);
  stored[1] = 0x10;  // the value 0x40
  const e2mc::RestoredLine got = LineCoder(two_values(), {}).decode(stored, 128);
  EXPECT_FALSE(got.corrupt);
  EXPECT_EQ(symbol_at(got.bytes, 16, 0), 0x40u);
}

TEST(LineCode, TheLimitIsAWholeBurst) {
  // 41 escaped values of 18 bits and 23 zeros take 761 bits, 96 bytes; one more escape 778 bits, 98 bytes.
  Line line{};
  for (unsigned i = 0; i < 41; ++i) put_symbol(line, 16, i, 100 + i);
  EXPECT_EQ(coded_size(line, two_values(), 1), 41u * 18 + 23);
  EXPECT_TRUE(LineCoder(two_values(), {}).encode(line).compressed);
  EXPECT_EQ(LineCoder(two_values(), {}).encode(line).length, 96u);
  put_symbol(line, 16, 41, 5);
  EXPECT_FALSE(LineCoder(two_values(), {}).encode(line).compressed);
}

TEST(LineCode, OtherWaysAndLinesAreErrors) {
  const Line line{};
  EXPECT_THROW(LineCoder(two_values(), {.ways = 3}), Error);
  // A codeword of 21 bits, where 20 are the most.
  std::vector<CodedValue> values;
  for (unsigned length = 1; length <= 21; ++length) values.push_back({length, length});
  EXPECT_THROW(LineCoder({16, {TreeCode(values, 21, 24)}}, {}), Error);
  EXPECT_THROW(LineCoder(two_values(), {.ways = 16}), Error);
  EXPECT_THROW(LineCoder(two_values(), {}).encode(std::span(line).first(32)), Error);
  EXPECT_THROW(LineCoder(two_values(), {}).decode(line, 96), Error);
}

TEST(LineCode, LinesOf64BytesHavePointersOfSixBits) {
  Line line{};
  const auto half = std::span(line).first(64);
  put_symbol(half, 16, 20, 1);
  const HuffmanLine stored = LineCoder(two_values(), {.ways = 2}).encode(half);
  ASSERT_TRUE(stored.compressed);
  EXPECT_EQ(stored.length, 1u + 2 + 3);
  EXPECT_EQ(stored.bytes[0], 3 << 2);
  const e2mc::RestoredLine got =
      LineCoder(two_values(), {.ways = 2}).decode(Bytes(stored.bytes).first(stored.length), 64);
  EXPECT_FALSE(got.corrupt);
  EXPECT_TRUE(std::equal(half.begin(), half.end(), got.bytes.begin()));
}

}  // namespace
}  // namespace heddle::e2mc_line_code_test

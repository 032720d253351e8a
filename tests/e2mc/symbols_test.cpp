// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/symbols.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/base/error.hpp"
#include "models/e2mc/value_counts.hpp"
#include "tests/e2mc/random_lines.hpp"

namespace heddle::e2mc_symbols_test {
namespace {

using namespace e2mc;
using namespace e2mc_test;

constexpr unsigned symbol_lengths[] = {4, 8, 16, 32};

TEST(Symbols, AreTheBitsOfLittleEndianWordsFromTheLowestOn) {
  const unsigned char line[8] = {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe};
  for (unsigned i = 0; i < 16; ++i) EXPECT_EQ(symbol_at(line, 4, i), i);
  EXPECT_EQ(symbol_at(line, 8, 5), 0xbau);
  EXPECT_EQ(symbol_at(line, 16, 1), 0x7654u);
  EXPECT_EQ(symbol_at(line, 32, 1), 0xfedcba98u);
}

TEST(Symbols, EachPlaceInAWordHasATreeWhenTheyAreShort) {
  EXPECT_EQ(trees_of(4), 8u);
  EXPECT_EQ(trees_of(8), 4u);
  EXPECT_EQ(trees_of(16), 1u);
  EXPECT_EQ(trees_of(32), 1u);
  EXPECT_EQ(tree_of(4, 13), 5u);
  EXPECT_EQ(tree_of(8, 13), 1u);
  EXPECT_EQ(tree_of(16, 13), 0u);
}

TEST(Symbols, APutSymbolIsFoundAgainAndChangesNothingElse) {
  const std::uint64_t seed = 1;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (const unsigned bits : symbol_lengths)
    for (int round = 0; round < 200; ++round) {
      const Line before = random_line(random);
      Line line = before;
      const std::size_t i = random.below(static_cast<unsigned>(symbols_of(bits, line.size())));
      const auto value = static_cast<Symbol>(random() & ((std::uint64_t{1} << bits) - 1));
      put_symbol(line, bits, i, value);
      EXPECT_EQ(symbol_at(line, bits, i), value);
      put_symbol(line, bits, i, symbol_at(before, bits, i));
      EXPECT_EQ(line, before);
    }
}

TEST(Symbols, OtherLengthsAreErrors) {
  for (const unsigned bits : {0u, 1u, 12u, 64u}) EXPECT_THROW(ValueCounts{bits}, Error) << bits;
}

TEST(ValueCounts, CountBySymbolAndPlaceInTheWord) {
  Line line{};
  line[1] = line[5] = 7;
  line[2] = 7;
  ValueCounts counts(8);
  counts.add(line);
  EXPECT_EQ(counts.symbols(), 128u);
  EXPECT_EQ(counts.of(1).at(7), 2u);
  EXPECT_EQ(counts.of(1).at(0), 30u);
  EXPECT_EQ(counts.of(2).at(7), 1u);
  EXPECT_EQ(counts.of(0).size(), 1u);
}

TEST(ShannonBound, OfSymbolsOfWhichHalfAreAlikeAndTheOthersDifferIsTheirEntropy) {
  // 64 symbols of 16 bits: 32 zeros, and 32 values that occur once: 0.5 * 1 + 0.5 * (1 + 5) bits each.
  Line line{};
  for (unsigned i = 0; i < 32; ++i) put_symbol(line, 16, 2 * i, 1000 + i);
  ValueCounts counts(16);
  counts.add(line);
  EXPECT_NEAR(counts.entropy(), 3.5, 1e-12);
  EXPECT_NEAR(shannon_bound(counts), 16 / 3.5, 1e-12);
}

TEST(ShannonBound, OfEqualLinesHasNoEnd) {
  ValueCounts counts(32);
  EXPECT_EQ(counts.entropy(), 0);
  counts.add(Line{});
  EXPECT_TRUE(std::isinf(shannon_bound(counts)));
}

TEST(ShannonBound, TreesOfTheirOwnTellPlacesInAWordApart) {
  // Byte i of each word is i: as one source two bits a symbol, by place none.
  Line line{};
  for (unsigned i = 0; i < 128; ++i) line[i] = static_cast<unsigned char>(i % 4);
  ValueCounts counts(8);
  counts.add(line);
  EXPECT_EQ(counts.entropy(), 0);
}

}  // namespace
}  // namespace heddle::e2mc_symbols_test

// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/code_table.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tests/e2mc/random_lines.hpp"

namespace heddle::e2mc_code_table_test {
namespace {

using namespace e2mc;
using namespace e2mc_test;

ValueCounts counted(unsigned symbol_bits, const std::vector<Line>& lines) {
  ValueCounts counts(symbol_bits);
  for (const Line& line : lines) counts.add(line);
  return counts;
}

/// A line whose 64 symbols of 16 bits are these, the last one repeated.
Line line_of(const std::vector<Symbol>& symbols) {
  Line line{};
  for (std::size_t i = 0; i < 64; ++i) put_symbol(line, 16, i, symbols[std::min(i, symbols.size() - 1)]);
  return line;
}

TEST(CodeTable, EveryShortValueHasACodewordWithinTheLimit) {
  const std::uint64_t seed = 6;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (const unsigned bits : {4u, 8u}) {
    const CodeTable table(counted(bits, random_lines(50, random)), table_shape(bits));
    for (unsigned t = 0; t < trees_of(bits); ++t) {
      EXPECT_EQ(table.tree(t).size(), std::size_t{1} << bits);
      EXPECT_EQ(table.tree(t).escape().length, 0u);
      for (Symbol s = 0; s < 1u << bits; ++s) {
        ASSERT_TRUE(table.tree(t).find(s).has_value());
        EXPECT_LE(table.tree(t).find(s)->length, most_code_bits_of(bits));
      }
    }
  }
}

TEST(CodeTable, OfLongSymbolsHoldsTheMostFrequentAndEscapesTheOthers) {
  // 16 entries are two sets, of even and odd values: 9 even values, of which the rarest finds no way.
  std::vector<Symbol> symbols;
  for (unsigned i = 0; i < 9; ++i)
    for (unsigned n = 0; n < 10 - i; ++n) symbols.push_back(2 * i);
  symbols.push_back(1);
  const CodeTable table(counted(16, {line_of(symbols)}), table_shape(16, 16));
  const TreeCode& tree = table.tree(0);
  EXPECT_EQ(tree.size(), 9u);
  for (unsigned i = 0; i < 8; ++i) EXPECT_TRUE(tree.find(2 * i).has_value()) << i;
  EXPECT_TRUE(tree.find(1).has_value());
  EXPECT_FALSE(tree.find(16).has_value());
  EXPECT_FALSE(tree.find(3).has_value());
  EXPECT_EQ(table.bits_of(0, 16), tree.escape().length + 16);
  EXPECT_EQ(table.bits_of(0, 1), tree.find(1)->length);
}

TEST(CodeTable, TakesOfMoreValuesThanEntriesTheMoreFrequentAndThenTheSmaller) {
  std::vector<Symbol> symbols;
  for (unsigned i = 0; i < 20; ++i) symbols.push_back(100 - i);
  for (unsigned n = 0; n < 5; ++n) symbols.push_back(7000);
  const CodeTable table(counted(16, {line_of(symbols)}), table_shape(16, 8));
  EXPECT_EQ(table.tree(0).size(), 8u);
  EXPECT_TRUE(table.tree(0).find(7000).has_value());
  for (Symbol s = 81; s <= 100; ++s) EXPECT_EQ(table.tree(0).find(s).has_value(), s < 88) << s;
}

TEST(CodeTable, TheEscapeCountsAsOftenAsAllThatAreEscaped) {
  // Half of the symbols are zero; of the others each occurs once, and 8 of 32 find a place.
  std::vector<Symbol> symbols;
  for (unsigned i = 0; i < 32; ++i) symbols.push_back(500 + i);
  symbols.push_back(0);
  const CodeTable table(counted(16, {line_of(symbols)}), table_shape(16, 8));
  EXPECT_EQ(table.tree(0).find(0)->length, 1u);
  EXPECT_EQ(table.tree(0).escape().length, 2u);
}

TEST(CodeTable, OfNothingEscapesEverything) {
  const CodeTable table(ValueCounts(32), table_shape(32));
  EXPECT_EQ(table.tree(0).size(), 0u);
  EXPECT_EQ(table.tree(0).escape(), (Codeword{0, 1}));
}

TEST(TreeCode, TheEscapeStandsBehindTheValuesOfItsLengthAndHasNoPlaceAmongThem) {
  const TreeCode tree({{40, 2}, {30, 3}, {20, 3}, {10, 2}}, 2, 20);
  EXPECT_EQ(tree.find(10), (Codeword{0b00, 2}));
  EXPECT_EQ(tree.find(40), (Codeword{0b01, 2}));
  EXPECT_EQ(tree.escape(), (Codeword{0b10, 2}));
  EXPECT_EQ(tree.find(20), (Codeword{0b110, 3}));
  EXPECT_EQ(tree.ordered_values(), (std::vector<Symbol>{10, 40, 20, 30}));
  EXPECT_EQ(tree.find(30)->bits - tree.value_offset(3), 3u);
  EXPECT_EQ(tree.find(40)->bits - tree.value_offset(2), 1u);
}

TEST(TreeCode, WrongTablesAreErrors) {
  EXPECT_THROW(TreeCode({{1, 1}, {2, 1}}, 1, 20), Error);   // no prefix code
  EXPECT_THROW(TreeCode({{1, 1}, {1, 2}}, 2, 20), Error);   // a value twice
  EXPECT_THROW(TreeCode({{1, 0}, {2, 1}}, 1, 20), Error);   // a value without a codeword
  EXPECT_THROW(TreeCode({{1, 21}, {2, 1}}, 2, 20), Error);  // too long
  EXPECT_THROW(TreeCode({{1, 1}}, 21, 20), Error);
}

TEST(CodeTable, WrongTablesAreErrors) {
  EXPECT_THROW(CodeTable(12, {}), Error);
  EXPECT_THROW(CodeTable(16, {}), Error);
  EXPECT_THROW(CodeTable(16, {TreeCode({{1, 1}}, 0, 20)}), Error);        // no escape
  EXPECT_THROW(CodeTable(16, {TreeCode({{0x10000, 1}}, 1, 20)}), Error);  // too many bits
  EXPECT_NO_THROW(CodeTable(32, {TreeCode({{0x10000, 1}}, 1, 20)}));
  const TreeCode two({{0, 1}, {1, 1}}, 0, 8);
  EXPECT_THROW(CodeTable(4, std::vector<TreeCode>(8, two)), Error);  // not all values
  EXPECT_THROW(CodeTable(ValueCounts(16), table_shape(16, 12)), Error);
  EXPECT_THROW(CodeTable(ValueCounts(16), table_shape(16, 4)), Error);
  EXPECT_THROW(CodeTable(ValueCounts(16), table_shape(32)), Error);
}

}  // namespace
}  // namespace heddle::e2mc_code_table_test

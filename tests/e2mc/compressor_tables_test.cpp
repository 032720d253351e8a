// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/compressor_tables.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tests/e2mc/random_lines.hpp"

namespace heddle::e2mc_compressor_tables_test {
namespace {

using namespace e2mc;
using e2mc_test::random_lines;

CompressorTables loaded(const std::vector<CodeWrite>& writes, const CompressorShape& shape) {
  CompressorTables tables(shape);
  for (const CodeWrite& w : writes) tables.write(w);
  return tables;
}

class CompressorTablesHold : public testing::TestWithParam<unsigned> {};

TEST_P(CompressorTablesHold, TheCodewordsOfACodeTable) {
  CompressorShape shape{.symbol_bits = GetParam(), .max_code_bits = most_code_bits_of(GetParam())};
  if (shape.symbol_bits == 4) shape.entries = 128;
  Random random(5 + shape.symbol_bits);
  ValueCounts counts(shape.symbol_bits);
  const auto lines = random_lines(150, random);
  for (const auto& line : lines) counts.add(line);
  const CodeTable table(counts, {shape.symbol_bits, shape.max_code_bits, shape.entries});
  const auto writes = code_writes(table, shape);
  // A clear of each tree, all entries, and the escape codeword if there is one.
  EXPECT_EQ(writes.size(), shape.trees() + shape.entries + (shape.escapes() ? 1u : 0u));
  const CompressorTables tables = loaded(writes, shape);
  unsigned found = 0, escaped = 0;
  for (const auto& line : lines)
    for (std::size_t i = 0; i < symbols_of(shape.symbol_bits, line.size()); ++i) {
      const unsigned t = tree_of(shape.symbol_bits, i);
      const Symbol s = symbol_at(line, shape.symbol_bits, i);
      ASSERT_EQ(tables.find(t, s), table.tree(t).find(s)) << s;
      EXPECT_EQ(tables.entries_with(t, s), tables.find(t, s) ? 1u : 0u);
      ++(tables.find(t, s) ? found : escaped);
    }
  EXPECT_GT(found, 1000u);
  EXPECT_EQ(escaped != 0, shape.escapes());
  EXPECT_EQ(tables.escape(), shape.escapes() ? table.tree(0).escape() : Codeword{});
}
INSTANTIATE_TEST_SUITE_P(Symbols, CompressorTablesHold, testing::Values(4u, 8u, 16u, 32u));

constexpr CompressorShape small{.symbol_bits = 16, .max_code_bits = 4, .entries = 16};

/// Writes that give the first ways of set 0 these symbols, with codewords 1000, 1001, ..., and leave all
/// other entries empty.
std::vector<CodeWrite> set_of(const std::vector<Symbol>& symbols) {
  std::vector<CodeWrite> writes{{.kind = CodeWrite::Kind::clear}};
  for (unsigned n = 0; n < small.entries; ++n) {
    CodeWrite w{.kind = CodeWrite::Kind::entry};
    if (n < symbols.size()) w.symbol = symbols[n], w.code = 8 + n, w.length = 4;
    writes.push_back(w);
  }
  return writes;
}

TEST(CompressorTables, HaveNoCodewordBeforeTheLastEntryIsWritten) {
  auto writes = set_of({2, 4});
  CompressorTables tables(small);
  for (const CodeWrite& w : writes) {
    EXPECT_FALSE(tables.find(0, 2));
    tables.write(w);
  }
  EXPECT_EQ(tables.find(0, 2), (Codeword{8, 4}));
  EXPECT_EQ(tables.find(0, 4), (Codeword{9, 4}));
  EXPECT_FALSE(tables.find(0, 3));  // of the other set
  EXPECT_FALSE(tables.find(0, 6));
  tables.write({.kind = CodeWrite::Kind::clear});
  EXPECT_FALSE(tables.find(0, 2));
}

TEST(CompressorTables, TakeTheFirstWayThatHoldsTheSymbol) {
  const CompressorTables tables = loaded(set_of({2, 6, 2}), small);
  EXPECT_EQ(tables.find(0, 2), (Codeword{8, 4}));
  EXPECT_EQ(tables.entries_with(0, 2), 2u);
}

TEST(CompressorTables, KeepNothingOfWritesWithoutAMeaning) {
  using Kind = CodeWrite::Kind;
  CompressorTables tables = loaded(set_of({2}), small);
  tables.write({.kind = Kind::entry, .symbol = 2, .code = 1, .length = 4});  // the tree is full
  tables.write({.kind = Kind::clear, .tree = 1});                            // there is one tree
  tables.write({.kind = Kind::escape, .code = 0, .length = 5});              // too long
  EXPECT_EQ(tables.find(0, 2), (Codeword{8, 4}));
  EXPECT_EQ(tables.escape().length, 0u);
  tables.write({.kind = Kind::escape, .code = 0xfff7, .length = 3});
  EXPECT_EQ(tables.escape(), (Codeword{3, 3}));  // other bits do not matter
  tables.write({.kind = Kind::escape});
  EXPECT_EQ(tables.escape().length, 0u);
}

void expect_error(const std::vector<CodedValue>& values, unsigned longest, const std::string& what) {
  try {
    code_writes(TreeCode(values, 2, longest), 0, small);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().what, what);
  }
}

TEST(CompressorTables, RefuseACodeThatDoesNotFit) {
  std::vector<CodedValue> values;
  for (Symbol s = 0; s < 9; ++s) values.push_back({2 * s, 4});
  expect_error(values, 4, "too many values share a set");
  expect_error({{1, 1}, {2, 5}}, 5, "the code has a codeword with too many bits");
  EXPECT_THROW(code_writes(CodeTable(32, {TreeCode({{1, 1}}, 2, 4)}), small), Error);
}

}  // namespace
}  // namespace heddle::e2mc_compressor_tables_test

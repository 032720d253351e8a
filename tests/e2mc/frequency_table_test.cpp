// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/frequency_table.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "models/base/error.hpp"
#include "models/e2mc/sampled_code.hpp"
#include "tests/e2mc/random_lines.hpp"

namespace heddle::frequency_table_test {
namespace {

using namespace e2mc;
using Counts = std::map<Symbol, std::uint64_t>;

void sample_all(FrequencyTable& table, std::initializer_list<Symbol> values) {
  for (const Symbol value : values) table.sample(0, value);
}

/// One set of eight ways.
FrequencyShape one_set(FrequencyPolicy policy, unsigned counter_bits = 24) {
  return {.symbol_bits = 16, .entries = 8, .counter_bits = counter_bits, .policy = policy};
}

/// The set full: value 16 n counts n + 1.
FrequencyTable full_set(FrequencyPolicy policy) {
  FrequencyTable table(one_set(policy));
  for (Symbol n = 0; n < 8; ++n)
    for (Symbol times = 0; times <= n; ++times) table.sample(0, 16 * n);
  return table;
}

class FrequencyTableSymbols : public testing::TestWithParam<unsigned> {};

// With few values, that is: of longer symbols no set gets more than eight.
TEST_P(FrequencyTableSymbols, WhatIsNotReplacedIsCountedAsByAPlainMap) {
  const unsigned bits = GetParam();
  Random random(bits);
  FrequencyTable table({.symbol_bits = bits, .entries = bits == 4 ? 128u : 1024u});
  ValueCounts counts(bits);
  for (unsigned n = 0; n < 300; ++n) {
    e2mc_test::Line line{};
    for (std::size_t i = 0; i < symbols_of(bits, line.size()); ++i) {
      // Sets 0 to 127, in each up to seven values.
      const Symbol value = random.below(1u << random.below(11)) % 896;
      put_symbol(line, bits, i, value & lower_bits(bits));
      table.sample(tree_of(bits, i), symbol_at(line, bits, i));
    }
    counts.add(line);
  }
  for (unsigned tree = 0; tree < trees_of(bits); ++tree)
    EXPECT_EQ(sampled_counts(table).of(tree), counts.of(tree)) << tree;
  EXPECT_EQ(table.total(), counts.symbols());
  EXPECT_EQ(table.uncounted(), 0u);

  const CodeTable sampled = sampled_counts(table).code(table.shape().entries),
                  exact(counts, table_shape(bits));
  for (unsigned tree = 0; tree < trees_of(bits); ++tree) {
    EXPECT_EQ(sampled.tree(tree).ordered_values(), exact.tree(tree).ordered_values()) << tree;
    for (const auto& [value, count] : counts.of(tree))
      EXPECT_EQ(sampled.bits_of(tree, value), exact.bits_of(tree, value));
    EXPECT_EQ(sampled.tree(tree).escape().length, exact.tree(tree).escape().length);
  }
}
INSTANTIATE_TEST_SUITE_P(Lengths, FrequencyTableSymbols, testing::Values(4u, 8u, 16u, 32u));

TEST(FrequencyTable, ANewValueReplacesTheLeastCountedOneAndCountsFromOne) {
  FrequencyTable table = full_set(FrequencyPolicy::least_count);
  const auto replaced = table.sample(0, 1000);
  EXPECT_FALSE(replaced.held);
  EXPECT_EQ(replaced.count, 1u);
  EXPECT_EQ(table.at(0, 0), (FrequencyEntry{1000, 1}));
  sample_all(table, {1000, 1000});  // counts three, as way 2
  table.sample(0, 2000);
  EXPECT_EQ(table.at(0, 1), (FrequencyEntry{2000, 1})) << "way 1 counted two, least of all";
  sample_all(table, {2000, 2000, 3000});
  EXPECT_EQ(table.at(0, 0), (FrequencyEntry{3000, 1})) << "of three that count three the lowest way";
  EXPECT_EQ(sampled_counts(table).of(0),
            (Counts{{2000, 3}, {3000, 1}, {32, 3}, {48, 4}, {64, 5}, {80, 6}, {96, 7}, {112, 8}}));
  EXPECT_EQ(table.total(), 36u + 7);
  EXPECT_EQ(table.uncounted(), 6u) << "1 and 2 of the first values, 3 of the value 1000";
}

TEST(FrequencyTable, WithDecayANewValueCountsTheLeastCountedOneDownAndReplacesItAtOne) {
  FrequencyTable table = full_set(FrequencyPolicy::decay);
  EXPECT_EQ(table.sample(0, 1000).count, 1u) << "way 0 counted one";
  EXPECT_EQ(table.at(0, 0), (FrequencyEntry{1000, 1}));
  sample_all(table, {1000, 1000});  // 3 2 3 4 5 6 7 8
  EXPECT_EQ(table.sample(0, 2000).count, 0u) << "way 1 counted two and counts one now";
  EXPECT_EQ(table.at(0, 1), (FrequencyEntry{16, 1}));
  EXPECT_EQ(table.sample(0, 2000).count, 1u);
  EXPECT_EQ(table.at(0, 1), (FrequencyEntry{2000, 1}));
  sample_all(table, {2000, 2000, 3000});
  EXPECT_EQ(table.at(0, 0), (FrequencyEntry{1000, 2})) << "of three that count three the lowest way";
  EXPECT_EQ(table.total(), 36u + 8);
}

TEST(FrequencyTable, ACounterStaysAtItsHighestNumber) {
  FrequencyTable table(one_set(FrequencyPolicy::decay, 3));
  for (unsigned n = 0; n < 7; ++n) table.sample(0, 5);
  EXPECT_EQ(table.sample(0, 5).count, 7u);
  EXPECT_EQ(table.at(0, 0).count, 7u);
  EXPECT_EQ(table.total(), 8u);
  EXPECT_EQ(table.uncounted(), 1u);
}

TEST(FrequencyTable, TheTotalStaysAtWhatAllCountersTogetherCannotExceed) {
  FrequencyTable table(one_set(FrequencyPolicy::least_count, 2));
  for (unsigned n = 0; n < 100; ++n) table.sample(0, n % 8);
  EXPECT_EQ(table.total(), 31u);
  EXPECT_EQ(table.uncounted(), 31u - 8 * 3);
}

// Each value occurs half as often as the one before, and half of all symbols are of any value.
TEST(FrequencyTable, TheMostFrequentValuesOfASkewedStreamSurvive) {
  for (const FrequencyPolicy policy : {FrequencyPolicy::least_count, FrequencyPolicy::decay})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      Random random(seed);
      FrequencyTable table({.symbol_bits = 32, .entries = 64, .policy = policy});
      Counts counts;
      for (unsigned n = 0; n < 20'000; ++n) {
        const auto rank = static_cast<Symbol>(std::countr_zero(static_cast<Symbol>(random()) | 1u << 20));
        const Symbol value = random.one_in(2) ? 0x4000'0000u + 8 * rank : static_cast<Symbol>(random() >> 32);
        table.sample(0, value);
        ++counts[value];
      }
      const auto kept = sampled_counts(table).of(0);
      for (Symbol rank = 0; rank < 6; ++rank) {  // all of them in one set
        const Symbol value = 0x4000'0000u + 8 * rank;
        ASSERT_TRUE(kept.contains(value)) << name_of(policy) << ", seed " << seed << ", rank " << rank;
        EXPECT_LE(kept.at(value), counts.at(value));
        EXPECT_GE(kept.at(value), counts.at(value) * 3 / 4) << name_of(policy) << ", rank " << rank;
      }
    }
}

TEST(FrequencyTable, TheCodeOfASkewedSampleEscapesWhatHasNoEntry) {
  FrequencyTable table = full_set(FrequencyPolicy::least_count);
  for (Symbol n = 0; n < 40; ++n) table.sample(0, 1000 + n);  // each replaces the one before
  const CodeTable code = sampled_counts(table).code(table.shape().entries);
  EXPECT_EQ(code.tree(0).size(), 8u);
  EXPECT_FALSE(code.tree(0).find(1000));
  EXPECT_TRUE(code.tree(0).find(1039));
  EXPECT_EQ(code.tree(0).escape().length, 1u) << "40 of 76 symbols";
}

TEST(FrequencyTable, AClearFreesAllEntries) {
  FrequencyTable table = full_set(FrequencyPolicy::decay);
  table.clear();
  EXPECT_EQ(sampled_counts(table).of(0), Counts{});
  EXPECT_EQ(table.total(), 0u);
  EXPECT_EQ(table.read(0, 3), FrequencyEntry{});
  EXPECT_EQ(table.sample(0, 9).count, 1u);
  EXPECT_EQ(table.at(0, 0), (FrequencyEntry{9, 1}));
}

TEST(FrequencyTable, EntryNIsWayNByTheSetsOfSetNModuloTheSets) {
  FrequencyTable table({.symbol_bits = 16, .entries = 32});  // four sets
  sample_all(table, {2, 6, 6, 7});
  EXPECT_EQ(table.read(0, 2), (FrequencyEntry{2, 1}));
  EXPECT_EQ(table.read(0, 4 + 2), (FrequencyEntry{6, 2}));
  EXPECT_EQ(table.read(0, 3), (FrequencyEntry{7, 1}));
  EXPECT_EQ(table.read(0, 8 + 2), FrequencyEntry{});
  EXPECT_EQ(table.read(0, 32 + 4 + 2), (FrequencyEntry{6, 2})) << "upper bits do not matter";
}

TEST(FrequencyTable, EachTreeOfShortSymbolsCountsApart) {
  FrequencyTable table({.symbol_bits = 8, .entries = 1024});
  table.sample(1, 0xab);
  table.sample(1, 0xab);
  table.sample(5, 0xab);  // of four trees: tree 1
  table.sample(3, 0xfab);
  EXPECT_EQ(table.read(1, 0xab).count, 3u);
  EXPECT_EQ(table.read(3, 0xab).count, 1u);
  EXPECT_EQ(table.read(0, 0xab), FrequencyEntry{});
  EXPECT_EQ(sampled_counts(table).of(1), (Counts{{0xab, 3}}));
}

// Two controllers' tables of eight entries, of which the code has room for eight: the most frequent ones.
TEST(SampledCounts, OfSeveralTablesGiveOneCode) {
  FrequencyTable first(one_set(FrequencyPolicy::least_count)), second(one_set(FrequencyPolicy::least_count));
  for (Symbol n = 0; n < 8; ++n)
    for (Symbol times = 0; times <= n; ++times) {
      first.sample(0, 16 * n);
      second.sample(0, n < 4 ? 16 * n : 16 * n + 1000);
    }
  second.sample(0, 5000);  // replaces the value 0, which was counted once
  SampledCounts all = sampled_counts(first);
  all.add(sampled_counts(second));
  EXPECT_EQ(all.of(0).at(16), 4u);
  EXPECT_EQ(all.of(0).at(0), 1u);
  const CodeTable code = all.code(8);
  EXPECT_EQ(code.tree(0).size(), 8u);
  for (const Symbol value : {32u, 48u, 80u, 96u, 112u, 1080u, 1096u, 1112u})
    EXPECT_TRUE(code.tree(0).find(value)) << value;
  for (const Symbol value : {0u, 16u, 64u, 1064u, 5000u}) EXPECT_FALSE(code.tree(0).find(value)) << value;
  EXPECT_NE(code.tree(0).escape().length, 0u);
}

}  // namespace
}  // namespace heddle::frequency_table_test

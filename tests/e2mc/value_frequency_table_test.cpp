// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/value_frequency_table/value_frequency_table.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models/e2mc/sampled_code.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::value_frequency_table_test {
namespace {

using enum FrequencyOp;
using e2mc::FrequencyPolicy;

FrequencyRequest sample_of(std::uint32_t value, std::uint8_t tree = 0) {
  return {.op = sample, .tree = {tree}, .value = value};
}
FrequencyRequest read_of(std::uint32_t number, std::uint8_t tree = 0) {
  return {.op = read, .tree = {tree}, .value = number};
}
FrequencyAnswer counted(bool held, std::uint32_t count, std::uint64_t total) {
  return {.held = held, .value = 0, .count = count, .total = {total}};
}
FrequencyAnswer entry(std::uint32_t value, std::uint32_t count, std::uint64_t total) {
  return {.held = true, .value = value, .count = count, .total = {total}};
}

/// A table that is asked.
struct Bench : PipelineBench<ValueFrequencyTable> {
  explicit Bench(const ValueFrequencyTableConfig& config = {}) : PipelineBench(config) {}

  /// The answers to requests that come one a cycle; each request's is expected two edges later.
  std::vector<FrequencyAnswer> ask(const std::vector<FrequencyRequest>& row) {
    std::vector<FrequencyAnswer> answers;
    for (std::size_t n = 0; n <= row.size(); ++n) {
      req.write(n < row.size() ? Beat<FrequencyRequest>{row[n], true} : Beat<FrequencyRequest>{});
      step();
      EXPECT_EQ(rsp.read().valid, n != 0);
      if (rsp.read().valid) answers.push_back(rsp.read().payload);
    }
    step();
    EXPECT_FALSE(rsp.read().valid);
    return answers;
  }
};

TEST(ValueFrequencyTable, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  expect_latency<ValueFrequencyTable>(ValueFrequencyTableConfig{}, 2, sample_of(7), counted(false, 1, 1));
}

TEST(ValueFrequencyTable, SamplesOfOneValueInARowAreAllCounted) {
  Bench bench;
  EXPECT_EQ(
      bench.ask({sample_of(7), sample_of(7), sample_of(7), sample_of(7)}),
      (std::vector{counted(false, 1, 1), counted(true, 2, 2), counted(true, 3, 3), counted(true, 4, 4)}));
}

TEST(ValueFrequencyTable, RequestsForASetInARowSeeEachOther) {
  Bench bench;  // 128 sets
  const std::vector<std::pair<FrequencyRequest, FrequencyAnswer>> row{
      {sample_of(5), counted(false, 1, 1)},
      {sample_of(5 + 128), counted(false, 1, 2)},  // another value of the set
      {sample_of(5), counted(true, 2, 3)},         // two behind
      {sample_of(6), counted(false, 1, 4)},        // another set
      {sample_of(5), counted(true, 3, 5)},
      {read_of(5), entry(5, 3, 5)},
      {read_of(128 + 5), entry(5 + 128, 1, 5)},
      {sample_of(5 + 128), counted(true, 2, 6)},
      {read_of(128 + 5), entry(5 + 128, 2, 6)},
      {read_of(256 + 5), counted(false, 0, 6)},
      {{.op = clear}, counted(false, 0, 0)},
      {sample_of(5 + 128), counted(false, 1, 1)},
      {sample_of(5), counted(false, 1, 2)},
      {read_of(5), entry(5 + 128, 1, 2)},
      {{.op = total}, counted(false, 0, 2)}};
  std::vector<FrequencyRequest> requests;
  for (const auto& [request, answer] : row) requests.push_back(request);
  const auto answers = bench.ask(requests);
  ASSERT_EQ(answers.size(), row.size());
  for (std::size_t n = 0; n < row.size(); ++n) EXPECT_EQ(answers[n], row[n].second) << n;
}

/// A set of eight values that count two each.
struct FullSet : Bench {
  explicit FullSet(FrequencyPolicy policy) : Bench({.entries = 8, .policy = policy}) {
    std::vector<FrequencyRequest> twice;
    for (std::uint32_t value = 0; value < 8; ++value) twice.insert(twice.end(), 2, sample_of(value));
    ask(twice);
  }
};

TEST(ValueFrequencyTable, ANewValueTakesThePlaceOfTheOneThatCountsLeast) {
  FullSet bench(FrequencyPolicy::least_count);
  EXPECT_EQ(bench.ask({sample_of(99), read_of(0), sample_of(99), read_of(0), read_of(1)}),
            (std::vector{counted(false, 1, 17), entry(99, 1, 17), counted(true, 2, 18), entry(99, 2, 18),
                         entry(1, 2, 18)}));
}

TEST(ValueFrequencyTable, WithDecayANewValueCountsTheOneThatCountsLeastDownBefore) {
  FullSet bench(FrequencyPolicy::decay);
  EXPECT_EQ(bench.ask({sample_of(99), read_of(0), sample_of(99), read_of(0), read_of(1)}),
            (std::vector{counted(false, 0, 17), entry(0, 1, 17), counted(false, 1, 18), entry(99, 1, 18),
                         entry(1, 2, 18)}));
}

TEST(ValueFrequencyTable, CounterAndTotalStayAtTheirHighestNumbers) {
  Bench bench({.symbol_bits = 32, .entries = 8, .counter_bits = 2});
  const auto answers = bench.ask(std::vector<FrequencyRequest>(40, sample_of(0xffff'ffff)));
  EXPECT_EQ(answers[1], counted(true, 2, 2));
  EXPECT_EQ(answers[2], counted(true, 3, 3));
  EXPECT_EQ(answers[3], counted(true, 3, 4));
  EXPECT_EQ(answers[30], counted(true, 3, 31));
  EXPECT_EQ(answers[39], counted(true, 3, 31));
}

class ValueFrequencyTableSymbols : public testing::TestWithParam<unsigned> {};

// A sampling phase: lines are sampled, one symbol a cycle, and all entries read out.
TEST_P(ValueFrequencyTableSymbols, WhatIsReadOutIsWhatTheModelHas) {
  const unsigned bits = GetParam();
  const ValueFrequencyTableConfig config{.symbol_bits = bits, .entries = bits == 4 ? 128u : 1024u};
  Bench bench(config);
  e2mc::FrequencyTable table(config.shape());
  Random random(bits);
  std::vector<FrequencyRequest> requests;
  for (const auto& line : e2mc_test::random_lines(60, random))
    for (std::size_t i = 0; i < e2mc::symbols_of(bits, line.size()); ++i) {
      const unsigned tree = e2mc::tree_of(bits, i);
      requests.push_back(sample_of(e2mc::symbol_at(line, bits, i), static_cast<std::uint8_t>(tree)));
      table.sample(tree, e2mc::symbol_at(line, bits, i));
    }
  EXPECT_EQ(bench.ask(requests).back().total.value, requests.size());
  for (unsigned tree = 0; tree < e2mc::trees_of(bits); ++tree) {
    requests.clear();
    for (std::uint32_t n = 0; n < config.entries / e2mc::trees_of(bits); ++n)
      requests.push_back(read_of(n, static_cast<std::uint8_t>(tree)));
    std::map<e2mc::Symbol, std::uint64_t> counts;
    for (const FrequencyAnswer& answer : bench.ask(requests))
      if (answer.held) {
        EXPECT_TRUE(counts.emplace(answer.value, answer.count).second) << "twice";
      }
    EXPECT_EQ(counts, sampled_counts(table).of(tree)) << tree;
  }
}
INSTANTIATE_TEST_SUITE_P(Lengths, ValueFrequencyTableSymbols, testing::Values(4u, 8u, 16u, 32u));

TEST(ValueFrequencyTable, ResetForgetsAllAndRequestsInFlight) {
  Bench bench;
  bench.ask({sample_of(1), sample_of(1)});
  bench.req.write({sample_of(2), true});
  bench.step();
  bench.rst_n.write(false);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
  bench.req.write({});
  bench.rst_n.write(true);
  bench.step();
  EXPECT_EQ(bench.ask({read_of(1), read_of(2), sample_of(2)}),
            (std::vector{counted(false, 0, 0), counted(false, 0, 0), counted(false, 1, 1)}));
}

TEST(ValueFrequencyTable, ResetEmptiesItsStages) {
  expect_reset_empties_every_stage<ValueFrequencyTable>(ValueFrequencyTableConfig{}, 2);
}

TEST(ValueFrequencyTable, BadParametersAreErrorsThatNameThem) {
  expect_refused<ValueFrequencyTable>("symbol_bits", "12", "4, 8, 16");
  expect_refused<ValueFrequencyTable>("symbol_bits", "64", "4 .. 32");
  expect_refused<ValueFrequencyTable>("symbol_bits", "8.5", "4 .. 32");
  expect_refused<ValueFrequencyTable>("entries", "1000", "powers of two, 8 to 4096");
  expect_refused<ValueFrequencyTable>("entries", "4", "8 .. 4096");
  expect_refused<ValueFrequencyTable>("entries", "8192", "8 .. 4096");
  expect_refused<ValueFrequencyTable>("counter_bits", "1", "2 .. 32");
  expect_refused<ValueFrequencyTable>("counter_bits", "33", "2 .. 32");
  expect_refused<ValueFrequencyTable>("policy", "oldest", "least_count, decay");
}

TEST(ValueFrequencyTable, ShortSymbolsHaveAsManyEntriesAsValues) {
  for (const auto& [bits, entries] : {std::pair{4u, 64u}, {8u, 512u}}) try {
      ValueFrequencyTableConfig{.symbol_bits = bits, .entries = entries}.validate();
      FAIL() << bits;
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().key, "entries");
      EXPECT_EQ(e.problem().legal,
                bits == 4 ? "128: all values of all trees" : "1024: all values of all trees");
    }
}

}  // namespace
}  // namespace heddle::value_frequency_table_test

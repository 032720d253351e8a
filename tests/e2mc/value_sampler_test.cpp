// SPDX-License-Identifier: Apache-2.0
// The sampling of values at a controller: its table, its queue, and the code that is made of what it has
// counted.
#include "hw/e2mc/value_sampler.hpp"

#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "tests/e2mc/random_lines.hpp"

namespace heddle::value_sampler_test {
namespace {

E2mcConfig config_of(unsigned symbol_bits) {
  return {.symbol_bits = symbol_bits, .entries = 64, .sampled_instructions = 1000, .sampler_lines = 3};
}

/// Wakes nobody.
struct Owner : Clocked {
  explicit Owner(ClockDomain& clock) { clock.attach(*this); }
  Cycle tick(Cycle) override { return never; }
};

struct Bench {
  explicit Bench(const E2mcConfig& config) : owner(clock), code(config) {
    for (unsigned k = 0; k < 2; ++k)
      samplers.push_back(std::make_unique<ValueSampler>(fmt::format("sampler{}", k).c_str(), config, code,
                                                        EdgeParts{.place = EdgePlace::controller,
                                                                  .index = k,
                                                                  .clock = clock,
                                                                  .owner = owner,
                                                                  .stats = stats[k],
                                                                  .rst_n = &rst_n}));
    run(4);
    rst_n.write(true);
    run(4);
  }
  void run(std::uint64_t cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * clock.period_fs()));
  }

  ClockDomain clock{"memory", 1'000'000};
  Owner owner;
  std::array<StatGroup, 2> stats;
  Wire<bool> rst_n{"rst_n"};
  RunCode code;
  std::vector<std::unique_ptr<ValueSampler>> samplers;
};

class ValueSamplerSymbols : public testing::TestWithParam<unsigned> {};

/// Two controllers sample lines of their own, and one code is made of both.
TEST_P(ValueSamplerSymbols, TheCodeIsThatOfWhatTheTablesHold) {
  const E2mcConfig config = config_of(GetParam());
  Bench bench(config);
  std::vector<e2mc::FrequencyTable> tables(
      2, e2mc::FrequencyTable({.symbol_bits = config.symbol_bits, .entries = config.table_entries()}));
  Random random(GetParam());
  for (const auto& line : e2mc_test::random_lines(60, random)) {
    const unsigned k = random.below(2);
    ASSERT_TRUE(bench.samplers[k]->take(line));
    bench.run(e2mc::symbols_of(config.symbol_bits, line_bytes) / 2 + 1);
    bench.run(e2mc::symbols_of(config.symbol_bits, line_bytes) / 2);
    for (std::size_t i = 0; i < e2mc::symbols_of(config.symbol_bits, line.size()); ++i)
      tables[k].sample(e2mc::tree_of(config.symbol_bits, i), e2mc::symbol_at(line, config.symbol_bits, i));
  }
  EXPECT_FALSE(bench.code.ended());
  EXPECT_TRUE(bench.code.reached(1000));
  EXPECT_TRUE(bench.code.ended());
  bench.run(config.table_entries() / 2);
  EXPECT_TRUE(bench.code.codes().empty()) << "the entries are still being read";
  bench.run(config.table_entries());
  ASSERT_FALSE(bench.code.codes().empty());
  e2mc::SampledCounts counts = sampled_counts(tables[0]);
  counts.add(sampled_counts(tables[1]));
  std::vector<OwnedCode> codes;
  codes.emplace_back(CodeOwner(), counts.code(config.entries));
  EXPECT_EQ(bench.code.layer(), code_layer(codes, config));
}
INSTANTIATE_TEST_SUITE_P(Lengths, ValueSamplerSymbols, testing::Values(4u, 8u, 16u, 32u));

TEST(ValueSampler, ALineThatFindsTheQueueFullIsNotSampled) {
  Bench bench(config_of(16));
  const e2mc_test::Line line{};
  for (unsigned n = 0; n < 3; ++n) EXPECT_TRUE(bench.samplers[0]->take(line));
  EXPECT_FALSE(bench.samplers[0]->take(line));
  bench.run(70);
  EXPECT_TRUE(bench.samplers[0]->take(line)) << "the first line's 64 symbols are counted";
}

/// What is in the queue when the phase ends is counted before the entries are read.
TEST(ValueSampler, TheQueueIsCountedBeforeTheEntriesAreRead) {
  Bench bench(config_of(32));
  e2mc_test::Line line{};
  for (unsigned n = 0; n < 3; ++n) {
    e2mc::put_symbol(line, 32, 0, n);
    EXPECT_TRUE(bench.samplers[0]->take(line));
  }
  EXPECT_TRUE(bench.code.reached(5000));
  bench.run(3 * 32 + 64 + 8);
  ASSERT_FALSE(bench.code.codes().empty());
  for (unsigned n = 0; n < 3; ++n) EXPECT_TRUE(bench.code.codes().front().table.tree(0).find(n)) << n;
}

}  // namespace
}  // namespace heddle::value_sampler_test

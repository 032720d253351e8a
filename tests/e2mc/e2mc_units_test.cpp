// SPDX-License-Identifier: Apache-2.0
// The compressors and decompressors of an edge: what they make, and when.
#include <gtest/gtest.h>

#include <algorithm>

#include "hw/sim/failure.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/line_compression/burst_lines.hpp"
#include "tests/e2mc/units_bench.hpp"

namespace heddle::e2mc_units_test {
namespace {

using namespace e2mc_test;

class E2mcUnitsOf : public testing::TestWithParam<std::tuple<unsigned, unsigned>> {};
INSTANTIATE_TEST_SUITE_P(E2mc, E2mcUnitsOf,
                         testing::Combine(testing::Values(4u, 8u, 16u, 32u), testing::Values(1u, 2u, 4u, 8u)),
                         [](const auto& info) {
                           return fmt::format("Symbols{}Ways{}", std::get<0>(info.param),
                                              std::get<1>(info.param));
                         });

TEST_P(E2mcUnitsOf, MakeWhatTheCodecMakesAndRestoreIt) {
  const auto [symbol_bits, ways] = GetParam();
  Bench bench(config_of(symbol_bits, ways), 150);
  bench.code.saw(e2mc_test::Line{}, 1'000'000);
  bench.owner.first = 2000;  // the tables are loaded
  bench.start();
  bench.run(150'000);
  ASSERT_EQ(bench.owner.ended, 150u);
  unsigned compressed = 0;
  const BurstCodec codec(bench.code.codec(), 32);
  for (const Owner::Line& l : bench.owner.lines) {
    const StoredLine expected = codec.encode(l.encoding.line);
    EXPECT_EQ(l.encoding.stored.encoding, expected.encoding);
    EXPECT_EQ(l.encoding.stored.length, expected.length);
    EXPECT_EQ(l.encoding.stored.bits, expected.bits);
    if (expected.encoding == 0) continue;
    ++compressed;
    EXPECT_EQ(l.decoding.line, l.encoding.line);
  }
  EXPECT_GT(compressed, 20u);
  EXPECT_LT(compressed, 150u);
}

/// Blocks that run ahead make the same of each line in the same time as by their pins, and the statistics are
/// the same at any time.
TEST_P(E2mcUnitsOf, RunAheadAsByPins) {
  const auto [symbol_bits, ways] = GetParam();
  Watcher watcher;
  Bench ahead(config_of(symbol_bits, ways), 60, "ahead"),
      watched(config_of(symbol_bits, ways), 60, "watched", {nullptr, &watcher}),
      every_cycle(config_of(symbol_bits, ways), 60, "every_cycle", {}, false);
  const std::array all{&ahead, &watched, &every_cycle};
  for (Bench* bench : all) {
    bench->code.saw(e2mc_test::Line{}, 1'000'000);
    bench->owner.first = 2000;
  }
  ahead.run(10);
  for (Bench* bench : all) bench->rst_n.write(true);
  const auto cycles = [](Bench& bench, const char* of) {
    bench.clock.settle();
    return bench.stats.number(fmt::format("units.{}_cycles", of));
  };
  for (unsigned k = 0; k < 800; ++k) {
    ahead.run(k % 7 == 0 ? 99 : 101);
    for (const char* of : {"compressor", "decoder"}) {
      const double expected = cycles(watched, of);
      ASSERT_EQ(cycles(ahead, of), expected) << of << " " << k << " at " << sc_core::sc_time_stamp();
      ASSERT_EQ(cycles(every_cycle, of), expected) << of << " " << k;
    }
  }
  ASSERT_EQ(ahead.owner.ended, 60u);
  for (const Bench* by_pins : {&watched, &every_cycle}) {
    ASSERT_EQ(by_pins->owner.ended, 60u);
    for (unsigned k = 0; k < 60; ++k) {
      const Owner::Line &l = ahead.owner.lines[k], &expected = by_pins->owner.lines[k];
      EXPECT_EQ(l.encoding.stored.bits, expected.encoding.stored.bits);
      EXPECT_EQ(l.encoding.stored.length, expected.encoding.stored.length);
      EXPECT_EQ(l.encoding.stored.encoding, expected.encoding.stored.encoding);
      EXPECT_EQ(l.decoding.line, expected.decoding.line);
      EXPECT_EQ(std::tie(l.began, l.took, l.decode_began, l.decode_took),
                std::tie(expected.began, expected.took, expected.decode_began, expected.decode_took));
    }
  }
  const auto ticks = [](const std::string& units, const char* clock) {
    return dynamic_cast<ClockDomain&>(*sc_core::sc_find_object((units + clock).c_str())).ticks();
  };
  for (const char* clock : {".compressor_clock", ".decoder_clock"})
    EXPECT_LT(5 * ticks("ahead", clock), ticks("watched", clock)) << clock;
}

/// Zeros, without escapes: the cycles of Table VI's units (64 symbols of 16 bits and a second or third stage,
/// at 1.43 and 0.80 GHz), and of a fourth of the symbols with four ways. On top of it up to three cycles of
/// the unit, to begin and to end, and one of the owner's.
void expect_times_of_symbols(unsigned ways) {
  Bench bench(config_of(16, ways), 1);
  bench.owner.lines.front().encoding.line = {};
  bench.code.saw(e2mc_test::Line{}, 1'000'000);
  bench.owner.first = 2000;
  bench.start();
  bench.run(10'000);
  const Owner::Line& l = bench.owner.lines.front();
  ASSERT_EQ(l.step, Owner::Line::done);
  const double compression = 65 / 1.43, decompression = (64.0 / ways + 2) / 0.80;
  EXPECT_GT(static_cast<double>(l.took) / 1e6, compression);
  EXPECT_LT(static_cast<double>(l.took) / 1e6, compression + 3 / 1.43 + 1);
  EXPECT_GT(static_cast<double>(l.decode_took) / 1e6, decompression);
  EXPECT_LT(static_cast<double>(l.decode_took) / 1e6, decompression + 3 / 0.80 + 1);
}
TEST(E2mcUnits, TakeTheTimeOfTheirSymbolsInOneWay) { expect_times_of_symbols(1); }
TEST(E2mcUnits, TakeTheTimeOfTheirSymbolsInFourWays) { expect_times_of_symbols(4); }

class E2mcUnitsOfAnOwner : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(E2mc, E2mcUnitsOfAnOwner, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "ThatSleeps" : "ThatIsAwake");
});

/// Three compressors: as many lines begin in a cycle each. The others wait until one is done: the owner's
/// edge behind that sees the unit free, and the next one begins the line, if no other line begins there.
TEST_P(E2mcUnitsOfAnOwner, BeginALineACycleAndTheOthersWhenOneIsDone) {
  constexpr std::uint64_t period = 998'004, first = 2000;
  Bench bench(config_of(16, 4), 9);
  for (Owner::Line& l : bench.owner.lines) l.encoding.line = {};
  bench.code.saw(e2mc_test::Line{}, 1'000'000);
  bench.owner.first = first;
  bench.owner.most = 99;
  bench.owner.sleeps = GetParam();
  bench.start();
  bench.run(10'000);
  ASSERT_EQ(bench.owner.ended, 9u);
  const auto& lines = bench.owner.lines;
  for (unsigned k = 0; k < lines.size(); ++k) {
    const std::uint64_t cycle =
        k < 3 ? first + k
              : std::max(lines[k - 3].encoding.end_fs / period + 2, lines[k - 1].began / period + 1);
    EXPECT_EQ(lines[k].began, cycle * period) << k;
  }
}

TEST(E2mcUnits, LeaveLinesAsTheyAreWithoutACode) {
  Bench bench(config_of(16, 4), 20);
  bench.start();
  bench.run(1000);
  ASSERT_EQ(bench.owner.ended, 20u);
  for (const Owner::Line& l : bench.owner.lines) {
    EXPECT_EQ(l.encoding.stored.encoding, 0);
    EXPECT_EQ(l.encoding.stored.bits, l.encoding.line);
    EXPECT_EQ(l.took, 998'004u);
  }
}

/// A line with a pointer out of order.
TEST(E2mcUnits, ReportCorruptLines) {
  Bench bench(config_of(16, 4), 1);
  bench.code.saw(e2mc_test::Line{}, 1'000'000);
  Owner::Line& l = bench.owner.lines.front();
  l.step = Owner::Line::encoded;
  l.encoding.stored = {.length = 64, .encoding = 1};
  l.decoding.stored = l.encoding.stored;
  l.decoding.stored.bits.fill(0xff);
  bench.start();
  EXPECT_THROW(
      {
        bench.run(5000);
        rethrow_failure();
      },
      Error);
}

E2mcConfig legal() { return {}; }

TEST(E2mcConfig, RefusesWhatCannotBe) {
  const auto refused = [](auto change) {
    E2mcConfig c = legal();
    try {
      change(c);
      c.validate();
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused([](E2mcConfig&) {}), "");
  EXPECT_NE(refused([](E2mcConfig& c) { c.symbol_bits = 12; }).find("4, 8, 16, 32"), std::string::npos);
  EXPECT_NE(refused([](E2mcConfig& c) { c.ways = 3; }).find("1, 2, 4, 8"), std::string::npos);
  EXPECT_NE(refused([](E2mcConfig& c) { c.entries = 1000; }).find("power of two"), std::string::npos);
  EXPECT_NE(refused([](E2mcConfig& c) { c.decoders = 10; }).find("a multiple of 4"), std::string::npos);
  EXPECT_NE(refused([](E2mcConfig& c) { c.decoders = 260; }).find("at most 256"), std::string::npos);
  // 0, 10 and 11, and a fourth codeword beside them: not the code of a prefix.
  EXPECT_NE(refused([](E2mcConfig& c) {
              c.code = CodeSource::offline;
              c.tables = {{.escape = 2, .values = {1, 2, 3}, .lengths = {1, 2, 2}}};
            }),
            "");
  EXPECT_NE(refused([](E2mcConfig& c) {
              c.code = CodeSource::offline;
              c.tables = {{.escape = 0, .values = {1, 2}, .lengths = {1, 1}}};
            }).find("escape"),
            std::string::npos);
  EXPECT_NE(refused([](E2mcConfig& c) {
              c.tables = {{.escape = 1, .values = {1, 2}, .lengths = {1}}};
              c.tables.front().validate();
            }).find("one length"),
            std::string::npos);
}

/// The layer that a run leaves gives its code to another run.
TEST(CodeLayer, GivesTheSameCode) {
  for (const unsigned symbol_bits : {4u, 8u, 16u, 32u}) {
    RunCode run(config_of(symbol_bits, 4));
    Random random(3);
    for (const auto& line : e2mc_test::random_lines(100, random)) run.saw(line, 0);
    ConfigTree tree;
    tree.add_text(run.layer(), "code.yaml");
    const RunCode given(resolve<E2mcConfig>(tree, "line_compression.e2mc"));
    ASSERT_EQ(given.codes().size(), 1u);
    EXPECT_EQ(given.layer(), run.layer());
  }
}

}  // namespace
}  // namespace heddle::e2mc_units_test

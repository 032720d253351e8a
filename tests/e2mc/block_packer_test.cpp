// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/block_packer/block_packer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "hw/sim/failure.hpp"
#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/e2mc/compressor_tables.hpp"
#include "models/e2mc/line_coder.hpp"
#include "tests/e2mc/encoder_stream.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::block_packer_test {
namespace {

using namespace e2mc;
using e2mc_test::Line;

CompressedBits beat(std::uint32_t chunk, unsigned count, bool last, bool uncodable = false,
                    std::uint32_t rest = 0) {
  return {{chunk}, {rest}, {static_cast<std::uint8_t>(count)}, last, {0}, uncodable};
}

/// A packer with its wires in a clock domain.
struct Bench {
  explicit Bench(const BlockPackerConfig& config) : block("packer", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.start.port(start);
    block.io.bits.port(bits);
    block.io.stored.port(stored);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
    step();
  }
  void step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    start.write({});
    bits.write({});
  }
  void begin(const Line& line) { start.write({{line}, true}); }
  void take(const CompressedBits& b) {
    bits.write({b, true});
    step();
  }
  std::optional<CompressedLine> shown() const {
    if (!stored.read().valid) return std::nullopt;
    return stored.read().payload;
  }

  ClockDomain domain{"codec", 1000};
  Wire<Beat<UncompressedLine>> start{"start"};
  Wire<Beat<CompressedBits>> bits{"bits"};
  Wire<Beat<CompressedLine>> stored{"stored"};
  Wire<bool> rst_n{"rst_n"};
  BlockPacker block;
};

Line counted() {
  Line line;
  for (unsigned i = 0; i < line.size(); ++i) line[i] = static_cast<unsigned char>(i + 1);
  return line;
}

std::vector<unsigned char> bytes_of(const CompressedLine& l) {
  return {l.data.begin(), l.data.begin() + l.length};
}

/// Fig. 8 with two ways: a pointer of 7 bits, way 1 from byte 1 on, way 2 from the next whole byte on.
TEST(BlockPacker, PutsAPointerAheadAndEachWayFromAWholeByteOn) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.begin(counted());
  bench.take(beat(0b11110000, 8, false));
  bench.take(beat(0b10100000, 3, true));
  EXPECT_FALSE(bench.shown());
  bench.take(beat(0b11001100, 14, true, false, 0b01010100));
  ASSERT_TRUE(bench.shown());
  EXPECT_TRUE(bench.shown()->compressed);
  // The pointer is 3; byte 1: way 1.
  const std::vector<unsigned char> expected{0b00000110, 0b11110000, 0b10100000, 0b11001100, 0b01010100};
  const CompressedLine shown = *bench.shown();
  EXPECT_EQ(bytes_of(shown), expected);
  EXPECT_TRUE(std::all_of(shown.data.begin() + shown.length, shown.data.end(),
                          [](unsigned char byte) { return byte == 0; }));
}

TEST(BlockPacker, ShowsTheLineForACycleBehindTheEdgeThatTakesTheLastBits) {
  Bench bench({.ways = 1});
  bench.begin(counted());
  bench.take(beat(0x80000, 20, false));
  for (int edge = 0; edge < 3; ++edge) {
    EXPECT_FALSE(bench.shown());
    bench.step();
  }
  EXPECT_FALSE(bench.shown());
  bench.take(beat(0x80000, 1, true));
  EXPECT_TRUE(bench.shown());
  bench.step();
  EXPECT_FALSE(bench.shown());
}

TEST(BlockPacker, TakesTheNextLineAtTheNextEdge) {
  Bench bench({.ways = 1});
  for (unsigned char n = 1; n < 9; ++n) {
    bench.begin(counted());
    bench.take(beat(static_cast<std::uint32_t>(n) << 12, 8, true));
    ASSERT_TRUE(bench.shown());
    EXPECT_EQ(bytes_of(*bench.shown()), std::vector<unsigned char>{n});
  }
}

/// `bits` bits of ones in one way.
CompressedLine of_ones(Bench& bench, unsigned bits) {
  bench.begin(counted());
  for (; bits > 39; bits -= 20) bench.take(beat(0xfffff, 20, false));
  const unsigned chunk = std::min(bits, 20u), rest = bits - chunk;
  bench.take(beat(0xfffff ^ lower_bits(20 - chunk), bits, true, false, 0xfffff ^ lower_bits(20 - rest)));
  EXPECT_TRUE(bench.shown());
  return bench.stored.read().payload;
}

class BlockPackerLimit : public testing::TestWithParam<BlockPackerConfig> {};
INSTANTIATE_TEST_SUITE_P(E2mc, BlockPackerLimit,
                         testing::Values(BlockPackerConfig{.ways = 1},
                                         BlockPackerConfig{.ways = 1, .granularity = 64},
                                         BlockPackerConfig{.line_bytes = 64, .ways = 1}),
                         [](const auto& info) {
                           return fmt::format("Line{}Burst{}", info.param.line_bytes, info.param.granularity);
                         });

TEST_P(BlockPackerLimit, IsALineLessABurst) {
  Bench bench(GetParam());
  const unsigned most = GetParam().line_bytes - GetParam().granularity;
  const CompressedLine fits = of_ones(bench, 8 * most);
  EXPECT_TRUE(fits.compressed);
  EXPECT_EQ(fits.length, most);
  EXPECT_EQ(std::count(fits.data.begin(), fits.data.end(), 0xff), most);
  const CompressedLine does_not = of_ones(bench, 8 * most + 1);
  EXPECT_FALSE(does_not.compressed);
  EXPECT_EQ(does_not.length, GetParam().line_bytes);
  const Line line = counted();
  EXPECT_TRUE(std::equal(line.begin(), line.begin() + does_not.length, does_not.data.begin()));
  EXPECT_TRUE(of_ones(bench, 3).compressed);
}

TEST(BlockPacker, LeavesALineAsItIsInWhichASymbolLacks) {
  Bench bench({.ways = 2});
  for (const bool first : {true, false}) {
    bench.begin(counted());
    bench.take(beat(0x80000, 1, true, first));
    bench.take(beat(0x80000, 1, true, !first));
    ASSERT_TRUE(bench.shown());
    EXPECT_FALSE(bench.shown()->compressed);
    EXPECT_EQ(bench.shown()->data, counted());
  }
}

TEST(BlockPacker, GivesALineUpWhenTheNextOneStarts) {
  Bench bench({.ways = 2});
  bench.begin(counted());
  bench.take(beat(0xfffff, 20, true, true));
  bench.begin({});
  bench.take(beat(0x80000, 8, true));
  EXPECT_FALSE(bench.shown());
  bench.take(beat(0x40000, 8, true));
  ASSERT_TRUE(bench.shown());
  EXPECT_EQ(bytes_of(*bench.shown()), (std::vector<unsigned char>{0b00000100, 0x80, 0x40}));
}

TEST(BlockPacker, IgnoresBitsWithoutALine) {
  Bench bench({.ways = 1});
  bench.take(beat(0x80000, 8, true));
  EXPECT_FALSE(bench.shown());
  bench.begin({});
  bench.take(beat(0x40000, 8, true));
  EXPECT_TRUE(bench.shown());
  bench.take(beat(0x20000, 8, true));
  EXPECT_FALSE(bench.shown());
}

TEST(BlockPacker, ResetGivesTheLineUp) {
  Bench bench({.ways = 1});
  bench.begin(counted());
  bench.take(beat(0xfffff, 20, false));
  bench.rst_n.write(false);
  bench.step();
  bench.rst_n.write(true);
  bench.take(beat(0x80000, 8, true));
  EXPECT_FALSE(bench.shown());
}

TEST(BlockPacker, SleepsWhileNothingComes) {
  Bench bench({.ways = 1});
  bench.begin(counted());
  bench.take(beat(0xfffff, 20, false));
  sc_core::sc_start(sc_core::sc_time::from_value(5000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  bench.take(beat(0, 4, true));
  ASSERT_TRUE(bench.shown());
  EXPECT_EQ(bytes_of(*bench.shown()), (std::vector<unsigned char>{0xff, 0xff, 0xf0}));
}

TEST(BlockPacker, RefusesMoreBitsThanThereArePinsFor) {
  Bench bench({.ways = 1, .max_code_bits = 8});
  bench.begin(counted());
  bench.bits.write({beat(0, 17, true), true});
  EXPECT_THROW(
      {
        bench.step();
        rethrow_failure();
      },
      Error);
}

struct LayoutCase {
  unsigned symbol_bits, ways, granularity;
};
void PrintTo(const LayoutCase& c, std::ostream* out) {
  *out << c.symbol_bits << " bits, " << c.ways << " ways, bursts of " << c.granularity;
}
class BlockPackerLines : public testing::TestWithParam<LayoutCase> {};

std::vector<LayoutCase> layouts() {
  std::vector<LayoutCase> all;
  for (const unsigned bits : {4u, 8u, 16u, 32u})
    for (const unsigned ways : {1u, 2u, 4u, 8u}) all.push_back({bits, ways, ways == 2 ? 64u : 32u});
  return all;
}
INSTANTIATE_TEST_SUITE_P(E2mc, BlockPackerLines, testing::ValuesIn(layouts()));

/// What a compressor gives for the ways of a line, packed, is the line of the codec.
TEST_P(BlockPackerLines, AreThoseOfTheCodec) {
  const auto [symbol_bits, ways, granularity] = GetParam();
  const std::uint64_t seed = 900 + symbol_bits + ways;
  SCOPED_TRACE(seed);
  Random random(seed);
  ValueCounts counts(symbol_bits);
  for (const Line& line : e2mc_test::random_lines(100, random)) counts.add(line);
  const CodeTable table(counts, table_shape(symbol_bits, 256));
  const LineCoder coder(table, {.ways = ways, .granularity = granularity});
  const unsigned code_bits = most_code_bits_of(symbol_bits);
  Bench bench({.ways = ways, .max_code_bits = code_bits, .granularity = granularity});
  const auto each = static_cast<unsigned>(symbols_of(symbol_bits, sizeof(Line)) / ways);
  constexpr unsigned lines = 8000;
  unsigned compressed = 0;
  for (unsigned n = 0; n < lines; ++n) {
    const Line line = e2mc_test::random_line(random);
    bench.begin(line);
    BitPacker packer(code_bits);
    for (unsigned i = 0; i < ways * each; ++i) {
      const Symbol s = symbol_at(line, symbol_bits, i);
      const auto [codeword, escaped] = table.tree(tree_of(symbol_bits, i)).coded(s);
      std::deque<CodedBits> parts{{.bits = codeword.bits, .length = codeword.length}};
      for (unsigned left = escaped ? symbol_bits : 0; left > 0;) {
        const unsigned length = std::min(left, code_bits);
        left -= length;
        parts.push_back({.bits = s >> left & lower_bits(length), .length = length});
      }
      parts.back().last = (i + 1) % each == 0;
      for (const CodedBits& part : parts)
        if (const auto p = packer.step(part))
          bench.take({{p->chunk},
                      {p->rest},
                      {static_cast<std::uint8_t>(p->count)},
                      p->last,
                      {static_cast<std::uint16_t>(p->total)},
                      p->uncodable});
    }
    ASSERT_TRUE(bench.shown());
    const HuffmanLine expected = coder.encode(line);
    ASSERT_EQ(bench.shown()->data, expected.bytes);
    ASSERT_EQ(bench.shown()->length, expected.length);
    ASSERT_EQ(bench.shown()->compressed, expected.compressed);
    compressed += expected.compressed;
  }
  EXPECT_GT(compressed, lines / 20);
  EXPECT_LT(compressed, lines);
}

TEST(BlockPacker, BadParametersAreErrorsThatNameThem) {
  expect_refused<BlockPacker>("line_bytes", "96", "64, 128");
  expect_refused<BlockPacker>("ways", "3", "1, 2, 4, 8");
  expect_refused<BlockPacker>("ways", "16", "1 .. 8");
  expect_refused<BlockPacker>("max_code_bits", "21", "4 .. 20 bits");
  expect_refused<BlockPacker>("granularity", "16", "32 .. 64 bytes");
}

TEST(BlockPacker, ABurstIsShorterThanALine) {
  for (const BlockPackerConfig& config :
       {BlockPackerConfig{.granularity = 48}, BlockPackerConfig{.line_bytes = 64, .granularity = 64}})
    try {
      config.validate();
      FAIL() << config.granularity;
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().key, "granularity");
      EXPECT_EQ(e.problem().value, std::to_string(config.granularity));
      EXPECT_EQ(e.problem().legal, "32, or 64 of a line of 128");
    }
}

}  // namespace
}  // namespace heddle::block_packer_test

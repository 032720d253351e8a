// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/line_code.hpp"
#include "tests/e2mc/encoder_stream.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::huffman_compressor_test {
namespace {

using namespace e2mc;
using e2mc_test::Encoded;
using e2mc_test::Line;

/// A compressor with its wires in a clock domain.
struct Bench {
  explicit Bench(HuffmanCompressorConfig config = {})
      : chunk_bits(config.max_code_bits), block("compressor", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.load.port(load);
    block.io.symbol.port(symbol);
    block.io.ready.port(ready);
    block.io.bits.port(bits);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
    step();  // outputs say nothing before the first edge
  }
  void step() { sc_core::sc_start(sc_core::sc_time::from_value(1000)); }
  void write(const std::vector<CodeWrite>& writes) {
    for (const CodeWrite& w : writes) {
      load.write({{{static_cast<std::uint8_t>(w.kind)}, {w.tree}, w.symbol, {w.code}, {w.length}}, true});
      step();
    }
    load.write({});
  }
  void show(Symbol s, bool last) { symbol.write({{s, last}, true}); }
  /// What leaves behind this edge, if anything does.
  std::optional<PackedBits> left() const {
    if (!bits.read().valid) return std::nullopt;
    const CompressedBits& b = bits.read().payload;
    return PackedBits{b.chunk.value, b.rest.value, b.count.value, b.last, b.total.value, b.uncodable};
  }
  /// A stream whose symbols come as soon as they are taken, or with a gap of so many cycles.
  Encoded encode(const std::vector<Symbol>& symbols, unsigned gap = 0) {
    Encoded encoded;
    std::size_t next = 0;
    unsigned waits = 0;
    for (unsigned edge = 0; !encoded.ended; ++edge) {
      if (edge > 4000) {
        ADD_FAILURE() << "it does not end";
        break;
      }
      const bool shows = next < symbols.size() && waits == 0;
      waits -= waits != 0;
      if (shows)
        show(symbols[next], next + 1 == symbols.size());
      else
        symbol.write({});
      const bool takes = shows && ready.read().payload.symbol;
      step();
      if (takes) ++next, waits = gap;
      if (const auto packed = left()) encoded.add(*packed, chunk_bits, edge);
    }
    symbol.write({});
    return encoded;
  }

  unsigned chunk_bits;
  ClockDomain domain{"codec", 1000};
  Wire<Beat<CompressorLoad>> load{"load"};
  Wire<Beat<CompressorSymbol>> symbol{"symbol"};
  Wire<Level<CompressorReady>> ready{"ready"};
  Wire<Beat<CompressedBits>> bits{"bits"};
  Wire<bool> rst_n{"rst_n"};
  HuffmanCompressor block;
};

std::vector<CodeWrite> writes_of(const TreeCode& tree, const HuffmanCompressorConfig& config) {
  return code_writes(CodeTable(config.symbol_bits, {tree}), config.shape());
}
constexpr HuffmanCompressorConfig small{.max_code_bits = 4, .entries = 16};
/// Zeros have the codeword 0, ones 10, and all else is escaped by 11.
std::vector<CodeWrite> two_values(const HuffmanCompressorConfig& config) {
  return writes_of(TreeCode({{0, 1}, {1, 2}}, 2, 4), config);
}

std::string text(const Encoded& encoded) {
  std::string bits;
  for (const bool bit : encoded.bits) bits += bit ? '1' : '0';
  return bits;
}

/// Lal2017 section III-F: the symbols B, A, C have the codewords 0, 10 and 110.
TEST(HuffmanCompressor, PutsTheCodewordsOfThePapersExampleBehindEachOther) {
  const HuffmanCompressorConfig config{.entries = 16};
  Bench bench(config);
  bench.write(writes_of(TreeCode({{'B', 1}, {'A', 2}, {'C', 3}}, 3, 20), config));
  EXPECT_EQ(text(bench.encode({'B', 'A', 'C'})), "010110");
  EXPECT_EQ(text(bench.encode({'C', 'B', 'B', 'A'})), "1100010");
  EXPECT_EQ(text(bench.encode({'C', 'x', 'A'})), "110111000000000111100010");
}

/// Lal2017 tables III and VI: two stages, 64 symbols of 16 bits in 64 + 2 - 1 cycles; at 1.43 GHz these are
/// 46 of the memory's 1002 MHz. The longest codewords take no longer.
TEST(HuffmanCompressor, SixtyFourSymbolsTakeSixtyFiveCycles) {
  const HuffmanCompressorConfig config;
  std::vector<CodedValue> values;
  for (unsigned length = 1; length < 20; ++length) values.push_back({100 + length, length});
  values.push_back({777, 20});
  Bench bench(config);
  bench.write(writes_of(TreeCode(values, 20, 20), config));
  for (const Symbol s : {101u, 110u, 777u}) {
    const Encoded encoded = bench.encode(std::vector<Symbol>(64, s));
    EXPECT_EQ(encoded.edges.back(), 65u);
    EXPECT_EQ(encoded.total, 64 * (s == 777 ? 20 : s - 100));
    EXPECT_EQ(encoded.bits.size(), encoded.total);
  }
}

class HuffmanCompressorLines : public testing::TestWithParam<unsigned> {};

TEST_P(HuffmanCompressorLines, TakeACycleForEachSymbolAndOneMore) {
  const unsigned symbol_bits = GetParam();
  HuffmanCompressorConfig config{.symbol_bits = symbol_bits, .max_code_bits = most_code_bits_of(symbol_bits)};
  if (symbol_bits == 4) config.entries = 128;
  ValueCounts counts(symbol_bits);
  counts.add(Line{});
  Bench bench(config);
  bench.write(
      code_writes(CodeTable(counts, {symbol_bits, config.max_code_bits, config.entries}), config.shape()));
  const auto symbols = static_cast<unsigned>(symbols_of(symbol_bits, 128));
  const unsigned last = bench.encode(std::vector<Symbol>(symbols, 0)).edges.back();
  EXPECT_EQ(last, symbols + 1);
  // Of the memory's cycles, at the compressor's frequency of Lal2017 table III; table VI has 154, 84 and 46,
  // and 24 of symbols of 32 bits.
  const double ghz = symbol_bits == 4 ? 1.67 : symbol_bits == 8 ? 1.54 : 1.43;
  const long cycles = std::lround(last / ghz * 1.002);
  EXPECT_EQ(cycles, symbol_bits == 4 ? 154 : symbol_bits == 8 ? 84 : symbol_bits == 16 ? 46 : 23);
}
INSTANTIATE_TEST_SUITE_P(Symbols, HuffmanCompressorLines, testing::Values(4u, 8u, 16u, 32u));

TEST(HuffmanCompressor, BitsLeaveBehindTheSecondEdgeAndNotBeforeIt) {
  Bench bench(small);
  bench.write(two_values(small));
  bench.show(1, true);
  for (int edge = 0; edge < 2; ++edge) {
    bench.step();
    bench.symbol.write({});
    EXPECT_FALSE(bench.left()) << edge;
  }
  bench.step();
  ASSERT_TRUE(bench.left());
  EXPECT_EQ(bench.left()->chunk, 8u);  // 10, left-aligned in 4
  EXPECT_EQ(bench.left()->rest, 0u);
  EXPECT_EQ(bench.left()->count, 2u);
  EXPECT_EQ(bench.left()->total, 2u);
  EXPECT_TRUE(bench.left()->last);
  bench.step();
  EXPECT_FALSE(bench.left());
}

TEST(HuffmanCompressor, AChunkLeavesWhenItIsFullAndAllThatIsLeftAtTheEnd) {
  Bench bench(small);
  bench.write(writes_of(TreeCode({{0, 3}, {1, 4}}, 4, 4), small));  // 000, 0010, escape 0011
  // 0000 0000 0000 1 leaves 1 at the end, and 0010 fills the second chunk: 10 is there when 010 comes.
  std::vector<PackedBits> all;
  const std::vector<Symbol> symbols{0, 0, 1, 1};
  for (unsigned edge = 0; edge < 6; ++edge) {
    if (edge < symbols.size())
      bench.show(symbols[edge], edge + 1 == symbols.size());
    else
      bench.symbol.write({});
    bench.step();
    EXPECT_EQ(bench.left().has_value(), edge >= 3) << edge;
    if (bench.left()) all.push_back(*bench.left());
  }
  ASSERT_EQ(all.size(), 3u);  // 000 000 0010 0010
  EXPECT_EQ(all[0].chunk, 0u);
  EXPECT_EQ(all[0].count, 4u);
  EXPECT_EQ(all[0].total, 6u);
  EXPECT_FALSE(all[0].last);
  EXPECT_EQ(all[1].chunk, 0u);
  EXPECT_EQ(all[1].total, 10u);
  EXPECT_EQ(all[1].rest, 0u);  // its bits are not the end's
  EXPECT_EQ(all[2].chunk, 8u);
  EXPECT_EQ(all[2].rest, 8u);
  EXPECT_EQ(all[2].count, 6u);
  EXPECT_EQ(all[2].total, 14u);
  EXPECT_TRUE(all[2].last);
}

struct EscapeCase {
  HuffmanCompressorConfig config;
  unsigned cycles;  ///< of a symbol that is escaped
  friend void PrintTo(const EscapeCase& c, std::ostream* out) {
    *out << c.config.symbol_bits << " bits in chunks of " << c.config.max_code_bits;
  }
};
class HuffmanCompressorEscape : public testing::TestWithParam<EscapeCase> {};

TEST_P(HuffmanCompressorEscape, TakesACycleMoreForEachChunkThatTheValueHasOrBegins) {
  const auto& [config, cycles] = GetParam();
  Bench bench(config);
  bench.write(two_values(config));
  const Symbol value = config.symbol_bits == 32 ? 0xa5a5a5a6u : 0xa5a6u;
  const Encoded encoded = bench.encode({1, value, 0, value, value, 1});
  std::string bits;
  for (unsigned i = config.symbol_bits; i-- > 0;) bits += (value >> i & 1) != 0 ? '1' : '0';
  EXPECT_EQ(text(encoded),
            "10"
            "11" +
                bits +
                "0"
                "11" +
                bits + "11" + bits + "10");
  EXPECT_EQ(encoded.edges.back(), 2 + 3 * cycles + 2);
  EXPECT_EQ(encoded.total, encoded.bits.size());
  // With an escaped value at the end as well.
  EXPECT_EQ(bench.encode({1, 0, value}).edges.back(), 1 + cycles + 2);
}
INSTANTIATE_TEST_SUITE_P(Lengths, HuffmanCompressorEscape,
                         testing::Values(EscapeCase{{}, 2}, EscapeCase{{.symbol_bits = 32}, 3},
                                         EscapeCase{small, 5},
                                         EscapeCase{{.symbol_bits = 32, .max_code_bits = 16}, 3}));

TEST(HuffmanCompressor, TakesNoSymbolWhileItAddsAnEscapedValue) {
  Bench bench(small);
  bench.write(two_values(small));
  bench.show(0x55, false);
  bench.step();
  EXPECT_TRUE(bench.ready.read().payload.symbol);
  bench.show(1, true);
  bench.step();
  for (int part = 0; part < 4; ++part) {
    EXPECT_FALSE(bench.ready.read().payload.symbol);
    bench.show(7, true);  // not taken
    bench.step();
  }
  EXPECT_TRUE(bench.ready.read().payload.symbol);
  bench.symbol.write({});
  bench.step();
  bench.step();
  EXPECT_EQ(bench.left()->total, 20u);
  EXPECT_TRUE(bench.left()->last);
  for (int i = 0; i < 8; ++i) {
    bench.step();
    EXPECT_FALSE(bench.left());
  }
}

class HuffmanCompressorWays : public testing::TestWithParam<unsigned> {};

TEST_P(HuffmanCompressorWays, HaveTheBitsOfTheLineCode) {
  HuffmanCompressorConfig config{.symbol_bits = GetParam(), .max_code_bits = most_code_bits_of(GetParam())};
  if (config.symbol_bits == 4) config.entries = 128;
  const std::uint64_t seed = 61 + config.symbol_bits;
  SCOPED_TRACE(seed);
  Random random(seed);
  ValueCounts counts(config.symbol_bits);
  for (const Line& line : e2mc_test::random_lines(60, random)) counts.add(line);
  const CodeTable table(counts, {config.symbol_bits, config.max_code_bits, config.entries});
  Bench bench(config);
  bench.write(code_writes(table, config.shape()));
  for (const Line& line : e2mc_test::random_lines(24, random)) {
    const unsigned ways = 1u << random.below(4);
    const HuffmanLine stored = e2mc_test::encode_line(line, table, {.ways = ways, .granularity = 0});
    if (!stored.compressed) continue;
    const WayLayout layout = ways_of({stored.bytes.data(), stored.length}, line.size(), ways);
    const auto each = static_cast<unsigned>(symbols_of(config.symbol_bits, line.size()) / ways);
    for (unsigned w = 0; w < ways; ++w) {
      std::vector<Symbol> symbols;
      for (unsigned i = 0; i < each; ++i)
        symbols.push_back(symbol_at(line, config.symbol_bits, w * each + i));
      const auto bytes = bench.encode(symbols, random.below(3)).bytes();
      const auto first = stored.bytes.begin() + static_cast<std::ptrdiff_t>(layout.ways[w].first / 8);
      ASSERT_EQ(bytes.size() * 8, layout.ways[w].end - layout.ways[w].first);
      EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), first));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Symbols, HuffmanCompressorWays, testing::Values(4u, 8u, 16u, 32u));

TEST(HuffmanCompressor, TheNextStreamFollowsAtOnce) {
  Bench bench(small);
  bench.write(two_values(small));
  // Streams of 10, of 0 and of 0 10.
  const std::vector<std::pair<Symbol, bool>> symbols{{1, true}, {0, true}, {0, false}, {1, true}};
  std::vector<PackedBits> all;
  for (unsigned edge = 0; edge < 7; ++edge) {
    if (edge < symbols.size())
      bench.show(symbols[edge].first, symbols[edge].second);
    else
      bench.symbol.write({});
    bench.step();
    if (bench.left()) all.push_back(*bench.left());
  }
  ASSERT_EQ(all.size(), 3u);
  const unsigned counts[] = {2, 1, 3}, chunks[] = {8, 0, 4};
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_TRUE(all[i].last);
    EXPECT_EQ(all[i].count, counts[i]);
    EXPECT_EQ(all[i].total, counts[i]);
    EXPECT_EQ(all[i].chunk, chunks[i]);
  }
}

TEST(HuffmanCompressor, ASymbolWithoutACodewordMakesItsStreamUncodableAndNoOther) {
  Bench bench(small);
  const Encoded none = bench.encode({0, 1});  // nothing is loaded
  EXPECT_TRUE(none.uncodable);
  EXPECT_EQ(none.total, 0u);
  auto writes = two_values(small);
  writes.push_back({.kind = CodeWrite::Kind::escape});  // it has none
  bench.write(writes);
  const Encoded mixed = bench.encode({1, 2, 1});
  EXPECT_TRUE(mixed.uncodable);
  EXPECT_EQ(text(mixed), "1010");
  EXPECT_EQ(mixed.edges.back(), 4u);
  EXPECT_TRUE(bench.encode({1, 2}).uncodable);
  EXPECT_FALSE(bench.encode({1}).uncodable);
}

TEST(HuffmanCompressor, AnUnloadedTableEscapesWhenItHasAnEscapeCodeword) {
  Bench bench(small);
  bench.write({{.kind = CodeWrite::Kind::escape, .code = 8, .length = 1}});
  const Encoded encoded = bench.encode({0x1234});
  EXPECT_FALSE(encoded.uncodable);
  EXPECT_EQ(text(encoded),
            "1"
            "0001001000110100");
}

TEST(HuffmanCompressor, ResetEmptiesTablesAndStages) {
  Bench bench(small);
  bench.write(two_values(small));
  bench.show(0x55, true);
  bench.step();
  bench.symbol.write({});
  bench.step();
  EXPECT_FALSE(bench.ready.read().payload.symbol);
  bench.rst_n.write(false);
  bench.step();
  EXPECT_TRUE(bench.ready.read().payload.symbol);
  bench.rst_n.write(true);
  for (int i = 0; i < 8; ++i) {
    bench.step();
    EXPECT_FALSE(bench.left());
  }
  const Encoded encoded = bench.encode({1});
  EXPECT_TRUE(encoded.uncodable);
  EXPECT_EQ(encoded.total, 0u);
}

TEST(HuffmanCompressor, SleepsWhenNoSymbolComesAndGoesOnWithOne) {
  Bench bench(small);
  bench.write(two_values(small));
  bench.show(0, false);
  bench.step();
  bench.symbol.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(5000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  EXPECT_EQ(text(bench.encode({1})), "010");  // the stream has begun before
}

TEST(HuffmanCompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<HuffmanCompressor>("symbol_bits", "12", "4, 8, 16, 32");
  expect_refused<HuffmanCompressor>("symbol_bits", "64", "4 .. 32 bits");
  expect_refused<HuffmanCompressor>("max_code_bits", "21", "4 .. 20 bits");
  expect_refused<HuffmanCompressor>("max_code_bits", "3", "4 .. 20 bits");
  expect_refused<HuffmanCompressor>("entries", "8", "16 .. 4096 symbols");
  expect_refused<HuffmanCompressor>("entries", "1000", "a power of two");
}

TEST(HuffmanCompressor, ShortSymbolsHaveAsManyEntriesAsValues) {
  for (const auto& [bits, entries, legal] : {std::tuple{4u, 1024u, "128"}, {8u, 256u, "1024"}}) try {
      HuffmanCompressorConfig{.symbol_bits = bits, .entries = entries}.validate();
      FAIL() << bits;
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().value, std::to_string(entries));
      EXPECT_EQ(e.problem().legal, legal);
    }
}

}  // namespace
}  // namespace heddle::huffman_compressor_test

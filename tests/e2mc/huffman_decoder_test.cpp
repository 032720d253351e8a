// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/line_code.hpp"
#include "tests/e2mc/decoder_stream.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"

namespace heddle::huffman_decoder_test {
namespace {

using namespace e2mc;
using e2mc_test::Line;
using e2mc_test::StreamBits;

/// A decoder with its wires in a clock domain.
struct Bench {
  explicit Bench(HuffmanDecoderConfig config = {})
      : chunk_bits(config.max_code_bits), block("decoder", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.load.port(load);
    block.io.start.port(start);
    block.io.chunk.port(chunk);
    block.io.ready.port(ready);
    block.io.symbol.port(symbol);
    block.io.done.port(done);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
    step();  // outputs say nothing before the first edge
  }
  void step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    ++edges;
  }
  void write(const std::vector<TableWrite>& writes) {
    for (const TableWrite& w : writes) {
      load.write({{{static_cast<std::uint8_t>(w.kind)}, {w.tree}, {w.length}, {w.code}, {w.offset}, w.symbol},
                  true});
      step();
    }
    load.write({});
  }
  struct Result {
    std::vector<Symbol> symbols;
    std::vector<unsigned>
        edges;         ///< by symbol: behind how many edges it showed, the one of the start being 0
    unsigned end = 0;  ///< the same of `done`
    bool corrupt = false;
  };
  /// A stream whose chunks come as soon as they are asked for, or with a gap of so many cycles.
  Result decode(const StreamBits& bits, unsigned symbols, unsigned gap = 0) {
    start.write({{{static_cast<std::uint16_t>(symbols)},
                  {static_cast<std::uint16_t>(bits.size())},
                  {bits.at(0, chunk_bits)}},
                 true});
    EXPECT_TRUE(ready.read().payload.start);
    step();
    start.write({});
    const unsigned first = edges;
    std::size_t next = chunk_bits;
    unsigned waits = gap;
    Result result;
    while (!done.read().valid) {
      const bool gives = ready.read().payload.chunk && waits-- == 0;
      chunk.write({{{bits.at(next, chunk_bits)}}, gives});
      if (gives) next += chunk_bits, waits = gap;
      step();
      if (symbol.read().valid) {
        result.symbols.push_back(symbol.read().payload.value);
        result.edges.push_back(edges - first);
      }
      if (edges - first > 4000) {
        ADD_FAILURE() << "it does not end";
        break;
      }
    }
    chunk.write({});
    result.end = edges - first;
    result.corrupt = done.read().payload.corrupt;
    return result;
  }

  unsigned chunk_bits, edges = 0;
  ClockDomain domain{"codec", 1000};
  Wire<Beat<DecoderLoad>> load{"load"};
  Wire<Beat<DecoderStart>> start{"start"};
  Wire<Beat<DecoderChunk>> chunk{"chunk"};
  Wire<Level<DecoderReady>> ready{"ready"};
  Wire<Beat<DecodedSymbol>> symbol{"symbol"};
  Wire<Beat<DecodedEnd>> done{"done"};
  Wire<bool> rst_n{"rst_n"};
  HuffmanDecoder block;
};

/// Zeros have the codeword 0, ones 10, and all else is escaped by 11.
std::vector<TableWrite> two_values(const HuffmanDecoderConfig& config) {
  return table_writes(CodeTable(config.symbol_bits, {TreeCode({{0, 1}, {1, 2}}, 2, 4)}), config.shape());
}

StreamBits all_of(const std::vector<unsigned char>& bytes) { return {bytes, 0, bytes.size() * 8}; }

/// Lal2017 tables III and VI: three stages, 64 symbols of 16 bits in 66 cycles; at 0.80 GHz these are 82 of
/// the memory's 1002 MHz. The longest codewords take no longer.
TEST(HuffmanDecoder, SixtyFourSymbolsTakeSixtySixCycles) {
  const HuffmanDecoderConfig config;
  // One value has a codeword of one bit, another one of 20 bits.
  std::vector<CodedValue> values;
  for (unsigned length = 1; length < 20; ++length) values.push_back({100 + length, length});
  values.push_back({777, 20});
  const TreeCode tree(values, 20, 20);
  Bench bench(config);
  bench.write(table_writes(CodeTable(16, {tree}), config.shape()));
  for (const Symbol s : {101u, 110u, 777u}) {
    const Codeword c = *tree.find(s);
    std::vector<unsigned char> bytes(64 * 20 / 8);
    for (unsigned i = 0; i < 64 * c.length; ++i)
      if (c.bits >> (c.length - 1 - i % c.length) & 1)
        bytes[i / 8] |= static_cast<unsigned char>(0x80 >> i % 8);
    const auto result = bench.decode({bytes, 0, 64 * c.length}, 64);
    EXPECT_EQ(result.symbols, std::vector<Symbol>(64, s));
    EXPECT_FALSE(result.corrupt);
    EXPECT_EQ(result.edges.front(), 3u);
    EXPECT_EQ(result.edges.back(), 66u);
    EXPECT_EQ(result.end, 66u);
  }
  const double memory_cycles = 66 / 0.80e9 * 1.002e9;
  EXPECT_EQ(static_cast<int>(memory_cycles), 82);
}

TEST(HuffmanDecoder, TheFirstSymbolShowsBehindTheThirdEdgeAndNotBeforeIt) {
  Bench bench;
  bench.write(two_values({}));
  bench.start.write({{{1}, {2}, {0x80000}}, true});
  for (int edge = 0; edge < 3; ++edge) {
    bench.step();
    bench.start.write({});
    EXPECT_FALSE(bench.symbol.read().valid) << edge;
    EXPECT_FALSE(bench.done.read().valid) << edge;
  }
  bench.step();
  ASSERT_TRUE(bench.symbol.read().valid);
  EXPECT_EQ(bench.symbol.read().payload.value, 1u);
  EXPECT_TRUE(bench.done.read().valid);
  EXPECT_FALSE(bench.done.read().payload.corrupt);
  bench.step();
  EXPECT_FALSE(bench.symbol.read().valid);
  EXPECT_FALSE(bench.done.read().valid);
}

struct EscapeCase {
  HuffmanDecoderConfig config;
  unsigned cycles;  ///< of a symbol that is escaped
  friend void PrintTo(const EscapeCase& c, std::ostream* out) {
    *out << c.config.symbol_bits << " bits in chunks of " << c.config.max_code_bits;
  }
};
class HuffmanDecoderEscape : public testing::TestWithParam<EscapeCase> {};

TEST_P(HuffmanDecoderEscape, TakesACycleMoreForEachChunkThatTheValueHasOrBegins) {
  const auto& [config, cycles] = GetParam();
  Bench bench(config);
  bench.write(two_values(config));
  // 10, then 11 and the value 0xa5a5..., then 0.
  std::vector<unsigned char> bytes{0xba, 0x5a, 0x50};
  if (config.symbol_bits == 32) bytes = {0xba, 0x5a, 0x5a, 0x5a, 0x50};
  const auto result = bench.decode({bytes, 0, 5 + config.symbol_bits}, 3);
  EXPECT_FALSE(result.corrupt);
  const Symbol escaped = config.symbol_bits == 32 ? 0xa5a5a5a5u : 0xa5a5u;
  EXPECT_EQ(result.symbols, (std::vector<Symbol>{1, escaped, 0}));
  EXPECT_EQ(result.edges, (std::vector<unsigned>{3, 3 + cycles, 4 + cycles}));
}
INSTANTIATE_TEST_SUITE_P(Lengths, HuffmanDecoderEscape,
                         testing::Values(EscapeCase{{}, 2}, EscapeCase{{.symbol_bits = 32}, 3},
                                         EscapeCase{{.max_code_bits = 4, .entries = 8}, 5},
                                         EscapeCase{{.symbol_bits = 32, .max_code_bits = 16}, 3}));

class HuffmanDecoderWays : public testing::TestWithParam<unsigned> {};

TEST_P(HuffmanDecoderWays, OfALineComeBack) {
  HuffmanDecoderConfig config{.symbol_bits = GetParam(), .max_code_bits = most_code_bits_of(GetParam())};
  if (config.symbol_bits == 4) config.entries = 128;
  const std::uint64_t seed = 31 + config.symbol_bits;
  SCOPED_TRACE(seed);
  Random random(seed);
  ValueCounts counts(config.symbol_bits);
  for (const Line& line : e2mc_test::random_lines(60, random)) counts.add(line);
  const CodeTable table(counts, {config.symbol_bits, config.max_code_bits, config.entries});
  Bench bench(config);
  bench.write(table_writes(table, config.shape()));
  unsigned compressed = 0;
  for (const Line& line : e2mc_test::random_lines(24, random)) {
    const unsigned ways = 1u << random.below(4);
    const HuffmanLine stored = e2mc_test::encode_line(line, table, {.ways = ways, .granularity = 0});
    if (!stored.compressed) continue;
    ++compressed;
    const std::span<const unsigned char> bytes(stored.bytes.data(), stored.length);
    const WayLayout layout = ways_of(bytes, line.size(), ways);
    const auto each = static_cast<unsigned>(symbols_of(config.symbol_bits, line.size()) / ways);
    Line got{};
    for (unsigned w = 0; w < ways; ++w) {
      const auto result =
          bench.decode({bytes, layout.ways[w].first, layout.ways[w].end}, each, random.below(3));
      ASSERT_FALSE(result.corrupt);
      ASSERT_EQ(result.symbols.size(), each);
      for (unsigned i = 0; i < each; ++i)
        put_symbol(got, config.symbol_bits, w * each + i, result.symbols[i]);
    }
    EXPECT_EQ(got, line);
  }
  EXPECT_GT(compressed, 8u);
}
INSTANTIATE_TEST_SUITE_P(Symbols, HuffmanDecoderWays, testing::Values(4u, 8u, 16u, 32u));

TEST(HuffmanDecoder, AStreamThatEndsEarlyIsCorrupt) {
  Bench bench;
  bench.write(two_values({}));
  const auto cut = bench.decode({std::vector<unsigned char>{0xa0}, 0, 3}, 2);  // 10, and 1 of 10
  EXPECT_TRUE(cut.corrupt);
  EXPECT_EQ(cut.symbols, std::vector<Symbol>{1});
  EXPECT_TRUE(bench.decode({std::vector<unsigned char>{0xff, 0xff, 0xff}, 0, 17}, 1).corrupt);  // of 18
  EXPECT_FALSE(bench.decode({std::vector<unsigned char>{0xff, 0xff, 0xff}, 0, 18}, 1).corrupt);
  EXPECT_TRUE(bench.decode({{}, 0, 0}, 1).corrupt);
  EXPECT_FALSE(bench.decode({{}, 0, 0}, 0).corrupt);
}

TEST(HuffmanDecoder, ACodewordThatThereIsNotMakesItsStreamCorruptAndNoOther) {
  using Kind = TableWrite::Kind;
  Bench bench;
  const std::vector<unsigned char> bits{0x50};         // 0, 1, 0, 1, 0
  EXPECT_TRUE(bench.decode(all_of(bits), 1).corrupt);  // there is no table
  bench.write(
      {{.kind = Kind::clear}, {.kind = Kind::length, .length = 1}, {.kind = Kind::symbol, .symbol = 9}});
  const auto result = bench.decode(all_of(bits), 3);
  EXPECT_TRUE(result.corrupt);
  EXPECT_EQ(result.symbols, (std::vector<Symbol>{9, 0, 9}));  // only 0 is a codeword
  EXPECT_FALSE(bench.decode(all_of(bits), 1).corrupt);
}

TEST(HuffmanDecoder, IsFreeForTheNextStreamWhileSymbolsAreOnTheirWay) {
  Bench bench;
  bench.write(two_values({}));
  // Two streams of one symbol, the second started at the first edge at which that is possible.
  bench.start.write({{{1}, {1}, {0x00000}}, true});
  bench.step();
  EXPECT_FALSE(bench.ready.read().payload.start);
  bench.start.write({{{1}, {2}, {0x80000}}, true});  // held until it is taken
  bench.step();
  EXPECT_TRUE(bench.ready.read().payload.start);
  bench.step();
  bench.start.write({});
  bench.step();
  EXPECT_EQ(bench.symbol.read().payload.value, 0u);
  EXPECT_TRUE(bench.done.read().valid);
  bench.step();
  EXPECT_FALSE(bench.done.read().valid);
  bench.step();
  EXPECT_TRUE(bench.done.read().valid);
  EXPECT_EQ(bench.symbol.read().payload.value, 1u);
}

TEST(HuffmanDecoder, ResetEmptiesTablesAndStages) {
  Bench bench;
  bench.write(two_values({}));
  bench.start.write({{{9}, {9}, {0}}, true});
  bench.step();
  bench.step();
  bench.step();
  bench.rst_n.write(false);
  bench.step();
  EXPECT_TRUE(bench.ready.read().payload.start);
  EXPECT_FALSE(bench.ready.read().payload.chunk);
  bench.start.write({});
  bench.rst_n.write(true);
  for (int i = 0; i < 5; ++i) {
    bench.step();
    EXPECT_FALSE(bench.symbol.read().valid);
    EXPECT_FALSE(bench.done.read().valid);
  }
  EXPECT_TRUE(bench.decode(all_of({0}), 1).corrupt);
}

TEST(HuffmanDecoder, SleepsWhileNoChunkComesAndGoesOnWithIt) {
  Bench bench;
  bench.write(two_values({}));
  bench.start.write({{{24}, {25}, {0}}, true});  // 24 zeros but for 10 behind the twentieth
  bench.step();
  bench.start.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(30'000));
  EXPECT_TRUE(bench.ready.read().payload.chunk);
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  bench.chunk.write({{{0x80000}}, true});
  bench.step();
  bench.chunk.write({});
  unsigned symbols = 0;
  while (!bench.done.read().valid && symbols < 100) bench.step(), symbols += bench.symbol.read().valid;
  EXPECT_FALSE(bench.done.read().payload.corrupt);
  EXPECT_EQ(symbols, 23u);  // the first has been shown before
}

TEST(HuffmanDecoder, SleepsWhenItIsFree) {
  Bench bench;
  bench.write(two_values({}));
  bench.decode(all_of({0, 0}), 5);
  sc_core::sc_start(sc_core::sc_time::from_value(4000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
}

struct BadParameter {
  std::vector<std::string> set;
  std::string value, legal;
};
void PrintTo(const BadParameter& b, std::ostream* out) { *out << b.set.front(); }
class HuffmanDecoderParameters : public testing::TestWithParam<BadParameter> {};

TEST_P(HuffmanDecoderParameters, ThatCannotBeAreErrorsThatNameThem) {
  ConfigTree tree;
  for (const std::string& text : GetParam().set) tree.set(text);
  try {
    resolve<HuffmanDecoderConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam().value);
    EXPECT_EQ(e.problem().legal, GetParam().legal);
  }
}
INSTANTIATE_TEST_SUITE_P(Bad, HuffmanDecoderParameters,
                         testing::Values(BadParameter{{"symbol_bits=12"}, "12", "4, 8, 16, 32"},
                                         BadParameter{{"symbol_bits=64"}, "64", "4 .. 32 bits"},
                                         BadParameter{{"max_code_bits=21"}, "21", "4 .. 20 bits"},
                                         BadParameter{{"max_code_bits=3"}, "3", "4 .. 20 bits"},
                                         BadParameter{{"entries=4"}, "4", "8 .. 4096 symbols"},
                                         BadParameter{{"entries=1000"}, "1000", "a power of two"},
                                         BadParameter{{"symbol_bits=4"}, "1024", "128"},
                                         BadParameter{{"symbol_bits=8", "entries=256"}, "256", "1024"}));

}  // namespace
}  // namespace heddle::huffman_decoder_test

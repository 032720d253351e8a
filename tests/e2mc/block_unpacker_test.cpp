// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/block_unpacker/block_unpacker.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <vector>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/e2mc/bit_row.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::block_unpacker_test {
namespace {

using namespace e2mc;
constexpr unsigned most_ways = BlockUnpackerPins::most_ways;

/// An unpacker with its wires in a clock domain.
struct Bench {
  explicit Bench(const BlockUnpackerConfig& config) : block("unpacker", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.line.port(line);
    block.io.opened.port(opened);
    for (unsigned w = 0; w < most_ways; ++w) {
      ready.emplace_back();
      start.emplace_back();
      chunk.emplace_back();
      block.io.ready[w].port(ready[w]);
      block.io.start[w].port(start[w]);
      block.io.chunk[w].port(chunk[w]);
    }
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
    step();
  }
  void step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    line.write({});
  }
  void take(const std::vector<unsigned char>& bytes) {
    PackedLine l{.length = static_cast<std::uint8_t>(bytes.size())};
    std::copy(bytes.begin(), bytes.end(), l.data.begin());
    line.write({l, true});
    step();
  }
  void ask(unsigned w, bool asks = true) { ready[w].write({{false, asks}}); }
  void end(unsigned w, bool ended = true) { ready[w].write({{ended, false}}); }
  std::optional<std::uint32_t> started(unsigned w) const {
    if (!start[w].read().valid) return std::nullopt;
    return start[w].read().payload.chunk.value;
  }
  std::optional<std::uint32_t> offered(unsigned w) const {
    if (!chunk[w].read().valid) return std::nullopt;
    return chunk[w].read().payload.bits.value;
  }
  /// Does it show nothing at all?
  bool idle() const {
    bool any = opened.read().valid;
    for (unsigned w = 0; w < most_ways; ++w) any = any || started(w) || offered(w);
    return !any;
  }

  ClockDomain domain{"codec", 1000};
  Wire<Beat<PackedLine>> line{"line"};
  Wire<Beat<OpenedLine>> opened{"opened"};
  std::deque<Wire<Level<DecoderReady>>> ready;
  std::deque<Wire<Beat<DecoderStart>>> start;
  std::deque<Wire<Beat<DecoderChunk>>> chunk;
  Wire<bool> rst_n{"rst_n"};
  BlockUnpacker block;
};

/// Fig. 8 with two ways: a pointer of 7 bits, which is 4; way 1 from byte 1 on, way 2 from byte 4 on.
const std::vector<unsigned char> two_ways{0b00001000, 0xab, 0xcd, 0xef, 0x12, 0x30};

TEST(BlockUnpacker, StartsEachWayAtTheEdgeThatTakesTheLine) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  EXPECT_TRUE(bench.idle());
  bench.take(two_ways);
  ASSERT_TRUE(bench.opened.read().valid);
  EXPECT_FALSE(bench.opened.read().payload.corrupt);
  ASSERT_TRUE(bench.started(0) && bench.started(1));
  const DecoderStart first = bench.start[0].read().payload, second = bench.start[1].read().payload;
  EXPECT_EQ(first, (DecoderStart{{32}, {24}, {0xab}}));
  EXPECT_EQ(second, (DecoderStart{{32}, {16}, {0x12}}));
  EXPECT_FALSE(bench.offered(0) || bench.offered(1));
  bench.step();
  EXPECT_FALSE(bench.opened.read().valid || bench.started(0) || bench.started(1));
}

TEST(BlockUnpacker, ShowsTheSecondChunkBehindTheNextEdge) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.take(two_ways);
  EXPECT_FALSE(bench.offered(0));
  bench.step();
  EXPECT_EQ(bench.offered(0), 0xcdu);
  EXPECT_EQ(bench.offered(1), 0x30u);
  for (unsigned w = 2; w < most_ways; ++w) EXPECT_FALSE(bench.offered(w) || bench.started(w));
}

/// Each way for itself: while a decoder does not ask, its chunk stands.
TEST(BlockUnpacker, GivesAChunkAtEachEdgeAtWhichItsDecoderAsks) {
  Bench bench({.ways = 2, .max_code_bits = 4});
  bench.take(two_ways);
  bench.ask(0);  // what is asked for while a start stands is ignored
  bench.step();
  EXPECT_EQ(bench.offered(0), 0xbu);
  for (const unsigned next : {0xcu, 0xdu, 0xeu}) {
    bench.step();
    EXPECT_EQ(bench.offered(0), next);
    EXPECT_EQ(bench.offered(1), 0x2u);
  }
  bench.ask(0, false);
  for (int edge = 0; edge < 3; ++edge) bench.step();
  EXPECT_EQ(bench.offered(0), 0xeu);
  bench.ask(0);
  bench.ask(1);
  bench.step();
  EXPECT_EQ(bench.offered(0), 0xfu);
  EXPECT_EQ(bench.offered(1), 0x3u);
  bench.step();
  EXPECT_FALSE(bench.offered(0));
  EXPECT_EQ(bench.offered(1), 0x0u);
  bench.step();
  EXPECT_TRUE(bench.idle());
}

/// The last chunk of way 1 has bits of way 2, and that of way 2 zeros.
TEST(BlockUnpacker, GoesOnBehindTheLastBitOfAWay) {
  Bench bench({.ways = 2, .max_code_bits = 20});
  bench.take(two_ways);
  EXPECT_EQ(bench.started(0), 0xabcdeu);
  EXPECT_EQ(bench.started(1), 0x12300u);
  bench.step();
  EXPECT_EQ(bench.offered(0), 0xf1230u);
  EXPECT_FALSE(bench.offered(1));
}

TEST(BlockUnpacker, ShowsZerosBehindTheLine) {
  Bench bench({.line_bytes = 64, .ways = 1, .max_code_bits = 20});
  bench.take(std::vector<unsigned char>(64, 0xff));
  bench.ask(0);
  for (int n = 1; n < 26; ++n) bench.step();
  EXPECT_EQ(bench.offered(0), 0xfff00u);  // 512 bits are 25 chunks and 12 bits
  bench.step();
  EXPECT_TRUE(bench.idle());
}

TEST(BlockUnpacker, GivesTheRestOfAWayUpWhoseDecoderHasEnded) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.end(0);
  bench.end(1);
  bench.take(two_ways);
  ASSERT_TRUE(bench.started(0) && bench.started(1));
  bench.step();  // the decoders take their starts
  bench.ask(0, false);
  bench.ask(1, false);
  EXPECT_TRUE(bench.offered(0) && bench.offered(1));
  bench.step();
  bench.end(0);
  EXPECT_TRUE(bench.offered(0));
  bench.step();
  EXPECT_FALSE(bench.offered(0));
  EXPECT_TRUE(bench.offered(1));
}

TEST(BlockUnpacker, GivesALineUpWhenTheNextOneComes) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.take(two_ways);
  bench.step();
  ASSERT_TRUE(bench.offered(0));
  bench.ask(0);
  bench.take({0b00000100, 0x77, 0x88});
  EXPECT_EQ(bench.started(0), 0x77u);
  EXPECT_EQ(bench.started(1), 0x88u);
  EXPECT_FALSE(bench.offered(0) || bench.offered(1));
  bench.step();
  EXPECT_TRUE(bench.idle());
}

TEST(BlockUnpacker, StartsNoWayOfALineWhosePointersCannotBe) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  for (const std::vector<unsigned char>& bytes :
       {std::vector<unsigned char>{}, {0b00000000, 0xab, 0xcd}, {0b00001000, 0xab, 0xcd}}) {
    bench.take(two_ways);
    bench.take(bytes);
    ASSERT_TRUE(bench.opened.read().valid);
    EXPECT_TRUE(bench.opened.read().payload.corrupt) << bytes.size();
    for (int edge = 0; edge < 3; ++edge) {
      EXPECT_FALSE(bench.started(0) || bench.started(1) || bench.offered(0) || bench.offered(1));
      bench.step();
    }
    EXPECT_TRUE(bench.idle());
    bench.take(two_ways);
    EXPECT_TRUE(bench.started(0));
  }
}

/// A pointer may be where the line ends.
TEST(BlockUnpacker, StartsWaysWithoutBits) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.take({0b00000010});
  ASSERT_TRUE(bench.started(0) && bench.started(1));
  EXPECT_EQ(bench.start[0].read().payload.bits.value, 0);
  EXPECT_EQ(bench.start[1].read().payload.bits.value, 0);
  bench.step();
  EXPECT_TRUE(bench.idle());
}

TEST(BlockUnpacker, ResetGivesTheLineUp) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.take(two_ways);
  bench.step();
  ASSERT_TRUE(bench.offered(0));
  bench.rst_n.write(false);
  bench.step();
  EXPECT_TRUE(bench.idle());
  bench.rst_n.write(true);
  bench.ask(0);
  for (int edge = 0; edge < 3; ++edge) bench.step();
  EXPECT_TRUE(bench.idle());
}

TEST(BlockUnpacker, SleepsWhileNoDecoderAsks) {
  Bench bench({.ways = 2, .max_code_bits = 8});
  bench.take(two_ways);
  for (int edge = 0; edge < 4; ++edge) bench.step();
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  bench.ask(0);
  bench.step();
  EXPECT_EQ(bench.offered(0), 0xefu);
}

TEST(BlockUnpacker, StartsNoWayOfALineWithMoreBytesThanItCanHave) {
  Bench bench({.line_bytes = 64, .ways = 1});
  for (const std::size_t bytes : {65u, 128u}) {
    bench.take(std::vector<unsigned char>(bytes));
    EXPECT_TRUE(bench.opened.read().valid && bench.opened.read().payload.corrupt) << bytes;
    EXPECT_FALSE(bench.started(0));
  }
  bench.take(std::vector<unsigned char>(64));
  EXPECT_TRUE(bench.started(0));
}

struct LayoutCase {
  unsigned symbol_bits, ways;
};
void PrintTo(const LayoutCase& c, std::ostream* out) {
  *out << c.symbol_bits << " bits, " << c.ways << " ways";
}
class BlockUnpackerLines : public testing::TestWithParam<LayoutCase> {};

std::vector<LayoutCase> layouts() {
  std::vector<LayoutCase> all;
  for (const unsigned bits : {4u, 8u, 16u, 32u})
    for (const unsigned ways : {1u, 2u, 4u, 8u}) all.push_back({bits, ways});
  return all;
}
INSTANTIATE_TEST_SUITE_P(E2mc, BlockUnpackerLines, testing::ValuesIn(layouts()));

/// The chunks of each way, put together, are the bits of the line that the codec reads (ways_of).
TEST_P(BlockUnpackerLines, AreGivenOutAsTheCodecReadsThem) {
  const auto [symbol_bits, ways] = GetParam();
  const std::uint64_t seed = 1200 + symbol_bits + ways;
  SCOPED_TRACE(seed);
  Random random(seed);
  ValueCounts counts(symbol_bits);
  for (const auto& line : e2mc_test::random_lines(100, random)) counts.add(line);
  const CodeTable table(counts, table_shape(symbol_bits, 256));
  const unsigned code_bits = most_code_bits_of(symbol_bits);
  Bench bench({.ways = ways, .max_code_bits = code_bits, .symbol_bits = symbol_bits});
  unsigned compressed = 0;
  for (unsigned n = 0; n < 400; ++n) {
    const HuffmanLine stored = e2mc_test::encode_line(e2mc_test::random_line(random), table, {.ways = ways});
    if (!stored.compressed) continue;
    ++compressed;
    const WayLayout layout = ways_of(std::span(stored.bytes).first(stored.length), 128, ways);
    bench.line.write({{stored.bytes, static_cast<std::uint8_t>(stored.length)}, true});
    bench.step();
    std::vector<std::size_t> at(ways);
    const auto expect_chunk = [&](unsigned w, std::uint32_t chunk) {
      for (unsigned i = 0; i < code_bits && at[w] < layout.ways[w].end; ++i, ++at[w])
        ASSERT_EQ(chunk >> (code_bits - 1 - i) & 1, stored.bytes[at[w] / 8] >> (7 - at[w] % 8) & 1u) << w;
    };
    for (unsigned w = 0; w < ways; ++w) {
      at[w] = layout.ways[w].first;
      ASSERT_TRUE(bench.started(w));
      const DecoderStart& start = bench.start[w].read().payload;
      EXPECT_EQ(start.bits.value, layout.ways[w].end - layout.ways[w].first);
      EXPECT_EQ(start.symbols.value, symbols_of(symbol_bits, 128) / ways);
      expect_chunk(w, start.chunk.value);
    }
    for (bench.step(); !bench.idle(); bench.step()) {
      for (unsigned w = 0; w < ways; ++w) {
        const bool asks = random.one_in(2);
        bench.ask(w, asks);
        if (asks && bench.offered(w)) expect_chunk(w, *bench.offered(w));
      }
    }
    for (unsigned w = 0; w < ways; ++w) ASSERT_EQ(at[w], layout.ways[w].end);
  }
  EXPECT_GT(compressed, 20u);
}

TEST(BlockUnpacker, BadParametersAreErrorsThatNameThem) {
  expect_refused<BlockUnpacker>("line_bytes", "96", "64, 128");
  expect_refused<BlockUnpacker>("ways", "3", "1, 2, 4, 8");
  expect_refused<BlockUnpacker>("ways", "16", "1 .. 8");
  expect_refused<BlockUnpacker>("max_code_bits", "21", "4 .. 20 bits");
  expect_refused<BlockUnpacker>("symbol_bits", "12", "4, 8, 16, 32");
}

}  // namespace
}  // namespace heddle::block_unpacker_test

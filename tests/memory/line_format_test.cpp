// SPDX-License-Identifier: Apache-2.0
// The format of lines under way, codecs that decode it, and the time that their executors take.
#include <gtest/gtest.h>

#include <numeric>

#include "hw/memory/line/line_executor.hpp"
#include "models/base/registry.hpp"
#include "tests/memory/dram_bench.hpp"

namespace heddle::line_format_test {
namespace {

/// Encodes a line of one value as its first byte, or as nothing when that is zero, and inverts other lines.
class Toy final : public LineCodec {
 public:
  StoredLine encode(std::span<const unsigned char> line) const override {
    StoredLine s;
    const bool same = std::all_of(line.begin(), line.end(), [&](auto b) { return b == line[0]; });
    s.encoding = same ? 1 : 2;
    s.length = static_cast<std::uint8_t>(same ? line[0] != 0 : line.size());
    s.epoch = 7;
    for (unsigned i = 0; i < s.length; ++i) s.bits[i] = static_cast<unsigned char>(~line[i]);
    return s;
  }
  void decode(const StoredLine& s, std::span<unsigned char> line) const override {
    for (unsigned i = 0; i < line.size(); ++i)
      line[i] = static_cast<unsigned char>(s.encoding == 2 ? ~s.bits[i] : s.length == 0 ? 0 : ~s.bits[0]);
  }
};

using Line = std::array<unsigned char, line_bytes>;

Line counting() {
  Line line;
  std::iota(line.begin(), line.end(), static_cast<unsigned char>(3));
  return line;
}

TEST(LineFormat, LayersComeOffInTheReverseOrder) {
  LineCodecs codecs;
  codecs.of.fill(std::make_shared<Toy>());
  for (Line line : {counting(), Line{}, Line{9}}) {
    const Line before = line;
    LineFormat format;
    for (const auto place : {EdgePlace::sm, EdgePlace::l2, EdgePlace::controller})
      put_layer(codecs.of[0]->encode(line), place, line, format);
    EXPECT_FALSE(format.unencoded());
    EXPECT_EQ(format.of(EdgePlace::l2).epoch, 7);
    codecs.decode(line, format);
    EXPECT_TRUE(format.unencoded());
    EXPECT_EQ(line, before);
  }
}

TEST(LineFormat, ALineOfZerosHasNoBits) {
  Line line{};
  LineFormat format;
  put_layer(Toy().encode(line), EdgePlace::sm, line, format);
  EXPECT_EQ(format.length(), 0u);
  TransactionPool pool;
  Transaction& t = pool.acquire();
  t.set_up_write(0, line_bytes);
  t.format() = format;
  EXPECT_EQ(wire_bytes(t), 0u);
  t.set_up_write(0, line_bytes);
  EXPECT_EQ(wire_bytes(t), line_bytes);
  t.release();
}

TEST(LineFormat, ADecoderGetsOnlyTheBitsThatAreThere) {
  Line line;
  line.fill(0x55);
  LineFormat format;
  put_layer(Toy().encode(line), EdgePlace::sm, line, format);
  std::fill(line.begin() + 1, line.end(), 0xee);
  const StoredLine stored = layer_of(line, EdgePlace::sm, format);
  EXPECT_EQ(stored.length, 1);
  EXPECT_TRUE(std::all_of(stored.bits.begin() + 1, stored.bits.end(), [](auto b) { return b == 0; }));
}

TEST(LineFormat, ALineWhoseCodecIsUnknownIsAnError) {
  Line line{};
  LineFormat format;
  put_layer(Toy().encode(line), EdgePlace::l2, line, format);
  EXPECT_THROW(LineCodecs{}.decode(line, format), Error);
}

struct Pair {
  const char* name;
  LineFormat::Layer write, read;  ///< what a write has, and what a read of the same line behind it expects
  unsigned forwarded;
};

void PrintTo(const Pair& p, std::ostream* out) { *out << p.name; }

class Forwarding : public testing::TestWithParam<Pair> {};

TEST_P(Forwarding, AQueuedWriteServesReadsOfItsEncodingAndEpoch) {
  DramBench bench{one_channel()};
  bench.slice[0]->spoil = [](tlm::tlm_generic_payload& p) {
    p.get_extension<CarriedFormat>()->of(EdgePlace::l2) = p.is_write() ? GetParam().write : GetParam().read;
  };
  bench.slice[0]->script = {{.write = true, .address = 0, .length = 128, .bytes = pattern(1, 128)},
                            {.address = 0, .length = 128}};
  bench.run();
  ASSERT_TRUE(bench.done());
  EXPECT_EQ(bench.number("dram_0.forwarded_reads"), GetParam().forwarded);
}

INSTANTIATE_TEST_SUITE_P(LineFormat, Forwarding,
                         testing::Values(Pair{"unencoded", {}, {}, 1},
                                         Pair{"same", {1, 64, 2}, {1, 64, 2}, 1},
                                         Pair{"encoding", {1, 64, 2}, {2, 64, 2}, 0},
                                         Pair{"epoch", {1, 64, 2}, {1, 64, 3}, 0},
                                         Pair{"unknown", {1, 64, 2}, {}, 0}),
                         [](const auto& info) { return std::string(info.param.name); });

struct Owner : Clocked {
  Cycle tick(Cycle) override { return never; }
};

std::unique_ptr<LineExecutor> executor(const char* name, ClockDomain& clock, StatGroup& stats,
                                       std::initializer_list<const char*> set) {
  static Owner owner;
  ConfigTree tree;
  for (const char* s : set) tree.set(s);
  return Registry<LineExecutorEntry>::instance().find(name).make(tree,
                                                                 {EdgePlace::sm, 0, clock, owner, stats});
}

LineJob job(const LineCodec& codec) {
  LineJob j;
  j.encodes = true;
  j.codec = &codec;
  j.line = counting();
  return j;
}

TEST(LineExecutor, AnIdealOneIsDoneAtOnce) {
  ClockDomain clock("clock", 1'000'000);
  StatGroup stats;
  const Toy toy;
  const auto ideal = executor("ideal", clock, stats, {});
  LineJob j = job(toy);
  ASSERT_TRUE(ideal->start(j));
  EXPECT_TRUE(ideal->done(j));
  EXPECT_EQ(j.stored.encoding, 2);
}

/// The owner's cycle is 1 ns, that of the units 2 ns. A line that comes at time 0 begins at 2 and ends 3
/// cycles later at 8; the owner sees it from 9 on. The unit takes the next line two cycles behind the first.
TEST(LineExecutor, TimedUnitsHaveLatencyThroughputAndAClockOfTheirOwn) {
  ClockDomain clock("clock", 1'000'000);
  StatGroup stats;
  const Toy toy;
  const auto units =
      executor("timed_units", clock, stats,
               {"timed_units.mhz=500", "timed_units.encode_latency=3", "timed_units.encode_interval=2"});
  LineJob first = job(toy), second = job(toy);
  ASSERT_TRUE(units->start(first));
  EXPECT_EQ(units->done_at(first), 9u);
  EXPECT_FALSE(units->start(second));
  EXPECT_EQ(units->start_at(true), 4u);
  Cycle started = 0;
  for (Cycle now = 1; now <= 9; ++now) {
    sc_core::sc_start(sc_core::sc_time::from_value(1'000'000));
    EXPECT_EQ(units->done(first), now == 9) << now;
    if (started == 0 && units->start(second)) started = now;
  }
  EXPECT_EQ(started, 4u);
  EXPECT_EQ(units->done_at(second), 13u);
}

TEST(LinePlacement, EachNameIsAPlace) {
  const auto& all = Registry<LinePlacementEntry>::instance();
  EXPECT_EQ(all.find("controller").places, std::vector{EdgePlace::controller});
  EXPECT_EQ(all.names().size(), edge_places);
}

}  // namespace
}  // namespace heddle::line_format_test

// SPDX-License-Identifier: Apache-2.0
// Lines that are encoded on their way: in an L2 slice, at its edge, and by the host's accesses without time.
#include "hw/memory/line/line_edge.hpp"

#include <numeric>

#include "hw/sim/failure.hpp"
#include "tests/memory/edge_bench.hpp"
#include "tests/memory/l2_bench.hpp"

namespace heddle::line_edge_test {
namespace {

TEST(LineEdge, ALineLiesEncodedInTheL2AndIsReadWholeOrInPart) {
  EdgeBench e(toy_edges({EdgePlace::l2}));
  e.sm().script = {write_line(0, narrow(5)), read(0, 128, 2000), read(32, 32, 3000)};
  e.run();
  const auto expected = narrow(5);
  EXPECT_EQ(e.sm().outcomes[1].bytes, expected);
  EXPECT_EQ(e.sm().outcomes[2].bytes, std::vector(expected.begin() + 32, expected.begin() + 64));
  EXPECT_EQ(e.bench->number("l2_0.edge.encoded_lines"), 1);
  EXPECT_EQ(e.bench->number("l2_0.edge.encoded_bytes"), 64);
  EXPECT_EQ(e.bench->number("l2_0.edge.decoded_lines"), 1);  // the whole line
  EXPECT_EQ(e.bench->number("l2_0.decoded_lines"), 1);       // for the part of a line
  EXPECT_NE(*e.bench->memory->slice(0).byte(0), 5);          // scrambled
}

TEST(LineEdge, AChangeOfAPartDecodesTheLineInTheL2) {
  EdgeBench e(toy_edges({EdgePlace::l2}));
  e.sm().script = {write_line(0, narrow(5)), partial(0, 200, 4, 4, 2000), read(0, 128, 3000)};
  e.run();
  auto expected = narrow(5);
  std::iota(expected.begin() + 4, expected.begin() + 8, static_cast<unsigned char>(204));
  EXPECT_EQ(e.sm().outcomes[2].bytes, expected);
  EXPECT_EQ(e.bench->number("l2_0.decoded_lines"), 1);
  EXPECT_EQ(e.bench->number("l2_0.edge.decoded_lines"), 0);  // the line has stayed decoded
}

/// A line of 64 bytes takes two bursts; a line of zeros, which has no bits, takes one.
TEST(LineEdge, DramMovesWhatTheLineHas) {
  MemoryConfig config;
  config.l2.cache.bytes = 128 * 16;
  EdgeBench e(toy_edges({EdgePlace::controller}), config);
  const std::uint64_t far = 256 * 12;  // the same channel
  for (unsigned i = 0; i < 40; ++i)
    e.sm().script.push_back(write_line(far * i, i < 20 ? narrow(i) : std::vector<unsigned char>(128)));
  for (unsigned i = 0; i < 40; ++i) e.sm().script.push_back(read(far * i, 128, 40'000));
  e.run();
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_EQ(e.sm().outcomes[40 + i].bytes, i < 20 ? narrow(i) : std::vector<unsigned char>(128)) << i;
  const double encoded = e.bench->number("dram_0.edge.encoded_lines");
  EXPECT_GE(encoded, 24);
  const double writes = e.bench->number("dram_0.write_bursts"), reads = e.bench->number("dram_0.read_bursts");
  EXPECT_LE(writes, 20 * 2 + 20);
  EXPECT_LE(reads, 20 * 2 + 20);
  EXPECT_GT(reads, 40);
}

/// At the controller, an edge encodes for the L2's edge or not.
struct Merged {
  double encoded = 0, unencoded = 0, decoded = 0, write_bursts = 0;
};

/// Writes 40 lines, and a byte of half of them again when they have left the L2, which fetches and merges
/// them.
Merged merged_lines(bool encodes) {
  const std::uint64_t far = 256 * 12;  // the same channel
  LineEdges edges = toy_edges({EdgePlace::l2});
  edges.put(EdgePlace::controller, nullptr, [encodes](const EdgeParts& parts) {
    EdgeUnits units = toy_units("timed_units", false)(parts);
    if (encodes) units.encodes_for = EdgePlace::l2;
    return units;
  });
  MemoryConfig config;
  config.l2.cache.bytes = 128 * 16;
  EdgeBench e(edges, config);
  for (unsigned i = 0; i < 40; ++i) e.sm().script.push_back(write_line(far * i, narrow(i)));
  for (unsigned i = 0; i < 20; ++i) e.sm().script.push_back(partial(far * i, 7, 4, 1, 20'000));
  for (unsigned i = 0; i < 40; ++i) e.sm().script.push_back(read(far * i, 128, 60'000));
  e.run();
  for (unsigned i = 0; i < 40; ++i) {
    auto expected = narrow(i);
    if (i < 20) expected[4] = 11;
    EXPECT_EQ(e.sm().outcomes[60 + i].bytes, expected) << i;
  }
  const auto at_dram = [&](const char* name) { return e.bench->number(fmt::format("dram_0.{}", name)); };
  return {at_dram("edge.encoded_lines"), at_dram("edge.unencoded_lines"), at_dram("edge.decoded_lines"),
          at_dram("write_bursts")};
}

TEST(LineEdge, EncodesForOneAboveWhatTheL2HasMerged) {
  const Merged m = merged_lines(true);
  EXPECT_EQ(m.encoded, 20);
  EXPECT_EQ(m.unencoded, 0);
  EXPECT_EQ(m.decoded, 0);
  EXPECT_EQ(m.write_bursts, 40 * 2 + 20 * 2);
}

TEST(LineEdge, LeavesWhatTheL2HasMergedAsItIsByDefault) {
  const Merged m = merged_lines(false);
  EXPECT_EQ(m.encoded, 0);
  EXPECT_EQ(m.write_bursts, 40 * 2 + 20 * 4);
}

/// The latency of an edge is its executor's: 9 and 5 cycles at 1 GHz, here at an edge of 700 MHz.
TEST(LineEdge, TakesItsExecutorsTime) {
  EdgeBench of_ideal(toy_edges({EdgePlace::l2}, "ideal"), {}, "ideal");
  EdgeBench of_timed(toy_edges({EdgePlace::l2}, "timed_units"), {}, "timed");
  std::array<std::array<Cycle, 2>, 2> latency{};
  for (EdgeBench* e : {&of_ideal, &of_timed}) e->sm().script = {write_line(0, narrow(5)), read(0, 128, 2000)};
  of_ideal.run();
  of_timed.run();
  for (unsigned k = 0; k < 2; ++k) {
    const auto& outcomes = (k == 0 ? of_ideal : of_timed).sm().outcomes;
    for (unsigned i = 0; i < 2; ++i) latency[k][i] = outcomes[i].answered - outcomes[i].sent;
  }
  const auto [ideal, timed] = latency;
  EXPECT_GE(timed[0], ideal[0] + 9);
  EXPECT_LE(timed[0], ideal[0] + 9 * 2);
  EXPECT_GE(timed[1], ideal[1] + 5);
  EXPECT_LE(timed[1], ideal[1] + 5 * 2 + 2);
}

/// While the metadata of one line are read, those of other lines are read, too; payloads of one line keep
/// their order.
TEST(LineEdge, LinesOvertakeEachOtherAndPayloadsOfOneLineDoNot) {
  EdgeBench e(toy_edges({EdgePlace::l2}, "timed_units", true));
  e.host(true, 0x4000, narrow(1));
  e.sm().script = {read(0x4000, 32),        write_line(0, narrow(7), 4000),
                   read(0x4000, 128, 4000),  // its metadata are in the L2, those of line 0 in DRAM
                   read(0, 128, 4000),      write_line(0, narrow(9), 4000),
                   read(0, 128, 4000)};
  e.run();
  const auto& o = e.sm().outcomes;
  EXPECT_LT(o[2].answered, o[1].answered);
  EXPECT_EQ(o[2].bytes, narrow(1));
  EXPECT_EQ(o[3].bytes, narrow(7));
  EXPECT_EQ(o[5].bytes, narrow(9));
}

struct Owner final : Clocked {
  Cycle tick(Cycle) override { return never; }
};

/// At a controller that only keeps the formats of lines, which an edge above encodes, nobody is asked when
/// the next one may start.
TEST(LineEdge, APayloadIsDueAtOnceWhenTheOneBeforeItOfItsLineHasLeft) {
  ClockDomain clock("clock", 1'000'000);
  Owner owner;
  StatGroup stats;
  LineEdge edge(toy_edges({EdgePlace::sm}), EdgePlace::controller, 0, owner, clock, stats);
  std::array<tlm::tlm_generic_payload, 2> payloads;
  for (auto& p : payloads) p.set_command(tlm::TLM_READ_COMMAND);
  std::size_t taken = 0, given = 0, most = 1;
  const auto pass = [&] {
    edge.pass(
        LineEdge::Way::up, [&] { return taken < payloads.size() ? &payloads[taken] : nullptr; },
        [&] { ++taken; }, [&] { return given < most; },
        [&](const auto& p) { EXPECT_EQ(&p, &payloads[given++]); });
  };
  pass();
  EXPECT_EQ(taken, 2u);
  EXPECT_EQ(given, 1u);
  EXPECT_EQ(edge.next(LineEdge::Way::up), 0u);
  most = 2;
  pass();
  EXPECT_EQ(given, 2u);
  EXPECT_EQ(edge.next(LineEdge::Way::up), never);
}

class EdgeAt : public testing::TestWithParam<EdgePlace> {};

/// The answers to an edge's own requests return to the edge, even when others request the same bytes.
TEST_P(EdgeAt, KeepsItsOwnRequestsToItself) {
  const EdgePlace place = GetParam();
  EdgeBench e(toy_edges({place}, "timed_units", true));
  for (unsigned i = 0; i < 30; ++i) e.host(true, 0x1000 * i, narrow(i));
  for (unsigned i = 0; i < 30; ++i) e.sm().script.push_back(read(0x1000 * i, 128, 10'000));
  unsigned seen = 0;
  MemorySystem& memory = *e.bench->memory;
  for (unsigned k = 0; k < memory.map().slices(); ++k)
    (place == EdgePlace::l2 ? memory.slice(k).edge() : memory.dram().controller_of(k).edge())
        .taps.add([&](const auto&, const auto& phase) { seen += phase == tlm::BEGIN_RESP; });
  e.run();
  EXPECT_GE(seen, 30u);
  double own = 0;
  for (unsigned k = 0; k < memory.map().slices(); ++k) {
    LineEdge& edge = place == EdgePlace::l2 ? memory.slice(k).edge() : memory.dram().controller_of(k).edge();
    EXPECT_TRUE(edge.idle());
    EXPECT_EQ(edge.lent(), 0u);
    EXPECT_TRUE(memory.slice(k).idle());
    const char* group = place == EdgePlace::l2 ? "l2" : "dram";
    own += e.bench->number(fmt::format("{}_{}.edge.own_requests", group, k));
  }
  EXPECT_EQ(own, seen);
  EXPECT_TRUE(memory.dram().idle());
}

/// The host's copies are encoded with the present tables, wherever the line is: in DRAM, dirty in the L2, or
/// under way. A line that was stored before is decoded with the tables of its time.
TEST_P(EdgeAt, CopiesAreEncodedAndLinesKeepTheirTables) {
  LineEdges edges;
  const auto codec = std::make_shared<ScramblingCodec>();
  edges.put(GetParam(), codec, toy_units("timed_units", false));
  MemoryConfig config;
  config.l2.cache.bytes = 128 * 16;
  EdgeBench e(edges, config);
  const std::uint64_t far = 256 * 12;
  e.host(true, 0, narrow(1));
  e.host(true, far, narrow(2));
  codec->renew();
  for (unsigned i = 0; i < 30; ++i) e.sm().script.push_back(write_line(far * (2 + i), narrow(i)));
  e.sm().script.push_back(read(0, 128, 300));
  e.bench->run_on(900);  // some are dirty in the L2, some on their way, one is in DRAM
  codec->renew();
  for (unsigned i = 0; i < 30; i += 3) {
    EXPECT_EQ(e.host_read(far * (2 + i), 128), narrow(i)) << i;
    e.host(true, far * (2 + i) + 3, {77, 78});
  }
  e.host(true, far + 100, {79});
  e.run();
  EXPECT_EQ(e.sm().outcomes[30].bytes, narrow(1));
  for (unsigned i = 0; i < 30; ++i) {
    auto expected = narrow(i);
    if (i % 3 == 0) expected[3] = 77, expected[4] = 78;
    EXPECT_EQ(e.host_read(far * (2 + i), 128), expected) << i;
  }
  for (unsigned i = 0; i < 30; ++i) e.sm().script.push_back(read(far * (2 + i), 128));
  e.sm().script.push_back(read(far, 128));
  e.sm().wake();
  e.run();
  for (unsigned i = 0; i < 30; ++i)
    EXPECT_EQ(e.sm().outcomes[31 + i].bytes, e.host_read(far * (2 + i), 128)) << i;
  auto expected = narrow(2);
  expected[100] = 79;
  EXPECT_EQ(e.sm().outcomes[61].bytes, expected);
}

INSTANTIATE_TEST_SUITE_P(LineEdge, EdgeAt, testing::Values(EdgePlace::l2, EdgePlace::controller),
                         [](const auto& info) { return info.param == EdgePlace::l2 ? "L2" : "Controller"; });

/// The control of the test above: a decoder that uses the present tables for older lines.
TEST(LineEdge, ADecoderThatForgetsItsTablesSpoilsTheLine) {
  LineEdges edges;
  const auto codec = std::make_shared<ScramblingCodec>(1, CodecFault::forgets_its_tables);
  edges.put(EdgePlace::controller, codec, toy_units("ideal", false));
  EdgeBench e(edges);
  e.host(true, 0, narrow(1));
  codec->renew();
  EXPECT_NE(e.host_read(0, 128), narrow(1));
}

TEST(LineEdge, AReadInAnotherFormatThanWhatWasStoredIsAnError) {
  LineEdges edges;
  edges.put(EdgePlace::controller, std::make_shared<ScramblingCodec>(),
            toy_units("ideal", true, DirectoryFault::forgets_copies));
  EdgeBench e(edges);
  e.host(true, 0, narrow(1));
  e.sm().script = {read(0, 128)};
  e.bench->run_on(10'000);
  EXPECT_THROW(rethrow_failure(), Error);
}

TEST(LineEdge, WhatCannotWorkIsAnError) {
  LineEdges edges = toy_edges({EdgePlace::l2});
  EXPECT_THROW(edges.put(EdgePlace::l2, nullptr, toy_units("ideal", false)), Error);
  EXPECT_THROW(SystemBench(MemoryConfig{}, 1, true, true, "sectors", 0, edges), Error);
  LineEdges nobody;
  nobody.put(EdgePlace::l2, std::make_shared<ScramblingCodec>(),
             [](const EdgeParts&) { return EdgeUnits{}; });
  MemoryConfig config;
  config.l2 = whole_lines(config.l2);
  EXPECT_THROW(SystemBench(config, 1, true, true, "nobody", 0, nobody), Error);
}

}  // namespace
}  // namespace heddle::line_edge_test

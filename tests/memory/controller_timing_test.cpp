// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "tests/memory/dram_bench.hpp"

namespace heddle::controller_timing_test {
namespace {

// Defaults: tCL 12, tRCD 12, tRP 12, tRAS 28, tRC 40, tRRD 6, tWL 4, tWR 12, tCCDL 3; a burst takes 2.
// A request arrives at the edge after it was sent (1) and enters the scheduler's queue 132 cycles later.
constexpr Cycle travel = 1 + 132;

std::vector<Cycle> latencies(const Initiator& slice) {
  std::vector<Cycle> all;
  for (const Outcome& o : slice.outcomes) all.push_back(o.answered - o.sent);
  return all;
}

TEST(ControllerTiming, IsolatedAccessesTakeWhatTheirCommandsTake) {
  DramBench bench{checked()};
  auto& script = bench.slice[4]->script;
  const auto at = [&](unsigned bank, std::uint64_t row, unsigned column = 0) {
    return bench.address(bank, row, column, 4);
  };
  script = {{.address = at(3, 7)},
            {.address = at(3, 7, 512)},
            {.address = at(3, 8)},
            {.address = at(5, 8)},
            {.address = at(5, 8, 128), .length = 128},
            {.write = true, .address = at(5, 8, 256), .bytes = pattern(0, 32)},
            {.write = true, .address = at(5, 9, 256), .length = 64, .bytes = pattern(0, 64)},
            {.address = at(5, 9, 1024), .length = 96}};
  for (std::size_t i = 0; i < script.size(); ++i) script[i].not_before = 1000 * (i + 1);
  bench.run();
  EXPECT_EQ(latencies(*bench.slice[4]),
            (std::vector<Cycle>{travel + 12 + 12 + 2,          // closed: activate, read, burst
                                travel + 12 + 2,               // hit: read, burst
                                travel + 12 + 12 + 12 + 2,     // conflict: precharge first
                                travel + 12 + 12 + 2,          // another bank, closed
                                travel + 3 * 3 + 12 + 2,       // four bursts of one bank group
                                travel + 4 + 2,                // write hit
                                travel + 12 + 12 + 3 + 4 + 2,  // write conflict, two bursts
                                travel + 2 * 3 + 12 + 2}));
  const auto number = [&](const char* s) { return bench.number(std::string("dram_4.") + s); };
  EXPECT_EQ(number("row_hits"), 4);
  EXPECT_EQ(number("row_misses"), 2);
  EXPECT_EQ(number("row_conflicts"), 2);
  EXPECT_EQ(number("activates"), 4);
  EXPECT_EQ(number("precharges"), 2);
  EXPECT_EQ(number("read_bursts"), 4 + 4 + 3);
  EXPECT_EQ(number("write_bursts"), 1 + 2);
  EXPECT_EQ(number("commands"), 4 + 2 + 11 + 3);
  EXPECT_EQ(number("bus_busy"), 2 * 14);
  EXPECT_EQ(number("bytes"), 32 * 14);
  EXPECT_EQ(bench.number("dram_total.row_hits"), 4);
  EXPECT_EQ(bench.number("dram_5.requests"), 0);
  // The statistic counts from the first edge after the request, which is one cycle less than here.
  EXPECT_DOUBLE_EQ(number("read_latency"), 132 + (26 + 14 + 38 + 26 + 23 + 20) / 6.0);
  EXPECT_DOUBLE_EQ(number("write_latency"), 132 + (6 + 33) / 2.0);
}

TEST(ControllerTiming, BanksWaitForNoMoreThanTheirTimings) {
  DramBench bench{one_channel()};
  auto& script = bench.slice[0]->script;
  // Requests are sent one a cycle. Two rows of a bank are tRC apart; then, much later, four banks are tRRD
  // apart.
  script = {{.address = bench.address(0, 1), .not_before = 100}, {.address = bench.address(0, 2)}};
  for (unsigned bank = 1; bank <= 4; ++bank)
    script.push_back({.address = bench.address(bank, 1), .not_before = 1000});
  bench.run();
  const auto& out = bench.slice[0]->outcomes;
  EXPECT_EQ(out[0].answered, 100 + travel + 26);
  EXPECT_EQ(out[1].answered, out[0].answered + 40);
  // The first two reads need the command bus in the same cycles as the last two activates, and wait a cycle.
  const Cycle at[] = {1, 7, 12, 18};
  for (unsigned k = 0; k < 4; ++k) EXPECT_EQ(out[2 + k].answered, 1000 + travel + 26 + at[k]) << k;
}

TEST(ControllerTiming, TheBusTurnsRound) {
  DramBench bench{one_channel()};
  const auto at = [&](unsigned column) { return bench.address(0, 1, column); };
  bench.slice[0]->script = {{.address = at(0), .not_before = 100},  // opens the row
                            {.write = true, .address = at(128), .bytes = pattern(0, 32), .not_before = 1000},
                            {.address = at(256)},
                            {.address = at(0), .not_before = 2000},
                            {.write = true, .address = at(128), .bytes = pattern(0, 32)}};
  bench.run();
  const auto& out = bench.slice[0]->outcomes;
  EXPECT_EQ(out[1].answered, 1000 + travel + 6);
  EXPECT_EQ(out[2].answered, 1000 + travel + 4 + 2 + 5 + 14);            // write, tCDLR, read
  EXPECT_EQ(out[4].answered, 2000 + travel + (12 + 2 + 2 - 4) + 4 + 2);  // read, turn, write
}

/// Returns the share of the peak bandwidth that `count` lines a channel reach, from the first answer to the
/// last.
double stream(DramBench& bench, unsigned count, bool write_half) {
  const unsigned channels = bench.dram->channels();
  for (std::uint64_t line = 0; line < std::uint64_t{count} * channels; ++line) {
    const std::uint64_t address = line * line_bytes;
    Step step{.address = address, .length = line_bytes};
    if (write_half && line / (2 * channels) % 2 == 1) {
      step.write = true;
      step.bytes = pattern(0, line_bytes);
    }
    bench.slice[bench.dram->mapping().channel_of(address)]->script.push_back(step);
  }
  bench.run();
  EXPECT_TRUE(bench.done());
  Cycle first = never, last = 0;
  for (const auto& s : bench.slice)
    for (const Outcome& o : s->outcomes)
      first = std::min(first, o.answered), last = std::max(last, o.answered);
  const double bytes = static_cast<double>(count) * channels * line_bytes;
  const double seconds = 1e-15 * static_cast<double>((last - first) * bench.clock->period_fs());
  return bytes / seconds / 1e9 / bench.config.peak_bandwidth();
}

TEST(ControllerTiming, AStreamReaches85PercentOfThePublishedBandwidths) {
  DramConfig fast = checked();
  fast.gddr5.clock_mhz = 1002;
  DramBench slow_bench{checked()}, fast_bench{fast, true, 0, true, "fast"};
  EXPECT_NEAR(slow_bench.number("dram.peak_bandwidth"), 177.4, 0.05);
  EXPECT_NEAR(fast_bench.number("dram.peak_bandwidth"), 192.4, 0.05);
  for (DramBench* bench : {&slow_bench, &fast_bench}) {
    const double share = stream(*bench, 4000, false);
    std::printf("reads reach %.4f of the peak\n", share);
    EXPECT_GE(share, 0.85);
    EXPECT_LE(share, 1.001);
    // The statistic also counts the idle cycles before and after.
    EXPECT_LE(bench->number("dram_total.bandwidth"), share * bench->config.peak_bandwidth());
    EXPECT_NEAR(bench->number("dram_total.bandwidth") / bench->config.peak_bandwidth(),
                bench->number("dram_total.bw_util"), 1e-9);
    EXPECT_GT(bench->number("dram_total.row_hit_rate"), 0.9);
  }
}

TEST(ControllerTiming, WritesInBetweenCostTheirTurns) {
  DramBench bench{checked()};
  const double share = stream(bench, 4000, true);
  std::printf("reads and writes reach %.4f of the peak\n", share);
  EXPECT_GE(share, 0.75);
  EXPECT_GT(bench.number("dram_0.write_drains"), 10);
}

/// Returns the average cycles of an access of 32 B to rows that were never open before, in `banks` banks.
double random_rows(DramBench& bench, unsigned banks, Random& random) {
  constexpr unsigned count = 4000;
  std::uint64_t row = 0;
  for (unsigned i = 0; i < count; ++i)
    bench.slice[0]->script.push_back(
        {.address = bench.address(random.below(banks), ++row, 32 * random.below(64))});
  bench.run();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.number("dram_0.row_hits"), 0);
  const auto& out = bench.slice[0]->outcomes;
  Cycle first = never, last = 0;
  for (const Outcome& o : out) first = std::min(first, o.answered), last = std::max(last, o.answered);
  return static_cast<double>(last - first) / (count - 1);
}

TEST(ControllerTiming, RandomRowsAreBoundByTheRowCycleOrTheActivates) {
  const std::uint64_t seed = 17;
  SCOPED_TRACE(seed);
  Random random(seed);
  std::vector<std::unique_ptr<DramBench>> benches;
  const std::vector<unsigned> banks{1, 2, 4, 16};
  for (const unsigned b : banks)
    benches.push_back(std::make_unique<DramBench>(one_channel(), true, 0, true, fmt::format("banks{}", b)));
  // A bank opens a row every tRC = 40 cycles, a channel every tRRD = 6 cycles.
  const double expected[] = {40, 20, 10, 6};
  for (std::size_t i = 0; i < banks.size(); ++i) {
    const double cycles = random_rows(*benches[i], banks[i], random);
    std::printf("%u banks: %.3f cycles an access, by hand %.0f\n", banks[i], cycles, expected[i]);
    EXPECT_GE(cycles, expected[i] * 0.999);
    EXPECT_LE(cycles, expected[i] * 1.05);
  }
}

TEST(ControllerTiming, ARequestBetweenEdgesActsAtTheNextEdge) {
  DramConfig config = one_channel();
  config.controller.latency = 0;
  // The initiator's edges are at 2.5, 5, ... memory cycles.
  DramBench bench{config, true, config.gddr5.period_fs() * 5 / 2};
  bench.slice[0]->script = {{.not_before = 401}};
  bench.run(1000);
  // It is sent at 1002.5 and seen at edge 1003. A closed row takes 26 cycles, up to 1029, which is in the
  // initiator's cycle 411 (1027.5).
  EXPECT_EQ(bench.slice[0]->outcomes[0].answered, 411u);
  EXPECT_EQ(bench.number("dram_0.read_latency"), 26);
}

TEST(ControllerTiming, AResponseWaitsForTheEndOfTheOneBefore) {
  DramConfig config = one_channel();
  config.controller.latency = 0;
  DramBench bench{config};
  bench.slice[0]->hold_responses = 10;
  bench.slice[0]->script = {{.address = 0, .not_before = 100}, {.address = 32}, {.address = 64}};
  bench.run();
  const auto& out = bench.slice[0]->outcomes;
  // The data end at 127, 130 and 133; each END_RESP comes 10 cycles after its response and takes effect a
  // cycle later.
  EXPECT_EQ((std::vector<Cycle>{out[0].answered, out[1].answered, out[2].answered}),
            (std::vector<Cycle>{127, 138, 149}));
  EXPECT_EQ(bench.protocol_errors(), 0u);
  EXPECT_EQ(bench.pool.lent(), 0u);
}

TEST(ControllerTiming, AnIdleMemoryCostsNothing) {
  DramBench bench{checked()};
  bench.slice[0]->script = {{.not_before = 500'000}};
  bench.run();
  ASSERT_TRUE(bench.done());
  EXPECT_LE(bench.clock->ticks(), 13u + 8u);  // each module ticks once at the beginning
  EXPECT_GE(bench.number("dram.cycles"), 500'000);
}

TEST(ControllerTiming, RefreshesComeOnTimeAndTakeTheirTime) {
  DramConfig config = one_channel();
  config.gddr5.refresh = true;
  DramBench bench{config};
  // Reads run for 200 refresh intervals; the checker sees that no refresh is late or too close to another.
  for (unsigned i = 0; i < 200 * 7210 / 20; ++i)
    bench.slice[0]->script.push_back({.address = bench.address(i % 16, i / 64), .not_before = 20ull * i});
  bench.run();
  ASSERT_TRUE(bench.done());
  EXPECT_NEAR(bench.number("dram_0.refreshes"), bench.number("dram_0.cycles") / 7210, 1);
  // Refreshes continue without traffic.
  const double before = bench.number("dram_0.refreshes");
  sc_core::sc_start(sc_core::sc_time::from_value(72'100 * config.gddr5.period_fs()));
  EXPECT_NEAR(bench.number("dram_0.refreshes"), before + 10, 1);
}

}  // namespace
}  // namespace heddle::controller_timing_test

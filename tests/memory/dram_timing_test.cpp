#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "tests/memory/bench.hpp"

namespace heddle {
namespace {

/// Answered cycle less sent cycle of isolated reads of 32 B, one every 1000 cycles.
std::vector<Cycle> isolated(Bench& bench, const std::vector<std::uint64_t>& addresses) {
  for (std::size_t i = 0; i < addresses.size(); ++i)
    bench.sm[0]->script.push_back({.address = addresses[i], .not_before = 1000 * (i + 1)});
  run({&bench});
  std::vector<Cycle> latencies;
  for (const Outcome& o : bench.sm[0]->outcomes) latencies.push_back(o.answered - o.sent);
  return latencies;
}

// The request acts at the edge after it was sent (1), travels (50), is served, and its answer travels (50).
constexpr Cycle travel = 1 + 50 + 50;

TEST(DramTiming, IsolatedReadsTakeWhatTheirCommandsTake) {
  Bench bench{DramConfig{}};
  const DramConfig& c = bench.config;
  const auto latencies = isolated(bench, {address_of(c, {4, 3, 7}), address_of(c, {4, 3, 7}, 512),
                                          address_of(c, {4, 3, 8}), address_of(c, {4, 5, 8})});
  EXPECT_EQ(latencies, (std::vector<Cycle>{travel + 12 + 12 + 2,       // closed: activate, read, burst
                                           travel + 12 + 2,            // hit: read, burst
                                           travel + 12 + 12 + 12 + 2,  // conflict: precharge first
                                           travel + 12 + 12 + 2}));
  EXPECT_EQ(bench.number("row_hits"), 1);
  EXPECT_EQ(bench.number("row_closed"), 2);
  EXPECT_EQ(bench.number("row_conflicts"), 1);
  // From the first edge after the request: one less than as counted here.
  EXPECT_EQ(bench.number("latency"), static_cast<double>(travel) - 1 + (26 + 14 + 38 + 26) / 4.0);
}

TEST(DramTiming, ARequestBetweenEdgesActsAtTheNextEdge) {
  DramConfig config;
  config.request_latency = config.response_latency = 0;
  // Initiator edges at 2.5, 5, ... memory cycles; the answer's own cycle is read off the memory's clock.
  Bench bench{config, 1, true, config.period_fs() * 5 / 2};
  bench.sm[0]->script = {{.not_before = 401}};
  std::uint64_t answered = 0;
  run({&bench}, 1000);
  answered = bench.sm[0]->outcomes[0].answered;
  // Sent at 1002.5, so the edge 1003, closed row: 1003 + 26 = 1029, in the initiator's cycle 411 (1027.5).
  EXPECT_EQ(answered, 411u);
  EXPECT_EQ(bench.number("latency"), 26);
}

TEST(DramTiming, AStreamOfRowHitsReachesThePeak) {
  Bench bench{DramConfig{}, 4};
  constexpr unsigned count = 6000;
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned k = 0; k < count; ++k)
      bench.sm[i]->script.push_back({.address = 128ull * (4 * k + i), .length = 128});
  run({&bench});
  ASSERT_TRUE(bench.done());
  Cycle first = never, last = 0;
  for (const auto& sm : bench.sm)
    for (const Outcome& o : sm->outcomes)
      first = std::min(first, o.answered), last = std::max(last, o.answered);
  const double used = 4.0 * count * 4 * 2 / (static_cast<double>(last - first + 1) * 12);
  RecordProperty("share_of_peak", std::to_string(used));
  EXPECT_GE(used, 0.95);
  EXPECT_LE(used, 1.01);  // the first answers' own bursts lie before `first`
  EXPECT_GT(bench.number("row_hit_rate"), 0.9);
  const double share = 4.0 * count * 4 * 2 / (bench.number("cycles") * 12);
  EXPECT_DOUBLE_EQ(bench.number("bus_utilization"), share);
  EXPECT_NEAR(bench.number("bandwidth"), share * 177.4, 0.1);
}

TEST(DramTiming, RowsOfOneBankFollowEachOtherAtTheRowCycle) {
  const std::uint64_t seed = 99;
  SCOPED_TRACE(seed);
  Random random(seed);
  Bench bench{DramConfig{}};
  std::uint64_t row = 0;
  for (unsigned i = 0; i < 200; ++i) {
    row += 1 + random.below(1000);
    bench.sm[0]->script.push_back({.address = address_of(bench.config, {0, 0, row})});
  }
  run({&bench});
  const auto& out = bench.sm[0]->outcomes;
  for (unsigned i = 1; i < 200; ++i) ASSERT_EQ(out[i].answered - out[i - 1].answered, 40u) << i;
}

TEST(DramTiming, BackPressureReachesTheInitiatorToTheCycle) {
  DramConfig config;
  config.queue_depth = config.inbox_depth = config.channels = 1;
  config.request_latency = config.response_latency = 0;
  Bench bench{config};
  const auto& out = bench.sm[0]->outcomes;
  bench.sm[0]->script.assign(4, {.not_before = 100});
  run({&bench});
  // 1st: queued at 101, closed row, ends at 127. 2nd: the inbox is seen empty from 102, when END_REQ comes
  // and it stands before the full queue until 127; a hit, ends at 141. 3rd: sent after that END_REQ, refused
  // until the 2nd leaves the inbox at 127. 4th: sent after that.
  EXPECT_EQ((std::vector<Cycle>{out[0].sent, out[1].sent, out[2].sent, out[3].sent}),
            (std::vector<Cycle>{100, 101, 103, 128}));
  EXPECT_EQ((std::vector<Cycle>{out[0].answered, out[1].answered, out[2].answered, out[3].answered}),
            (std::vector<Cycle>{127, 141, 155, 169}));
  EXPECT_EQ(bench.number("refused"), 3);
  EXPECT_EQ(bench.number("queue_full_wait"), (127 - 102) + (141 - 127) + (155 - 141));
}

TEST(DramTiming, AResponseWaitsForTheEndOfTheOneBefore) {
  DramConfig config;
  config.request_latency = config.response_latency = 0;
  Bench bench{config};
  bench.sm[0]->hold_responses = 10;
  bench.sm[0]->script = {{.address = 0, .not_before = 100}, {.address = 256}, {.address = 512}};
  run({&bench});
  const auto& out = bench.sm[0]->outcomes;
  // Their data end at 127, 128 and 129; each END_RESP comes 10 cycles after its response and acts one later.
  EXPECT_EQ((std::vector<Cycle>{out[0].answered, out[1].answered, out[2].answered}),
            (std::vector<Cycle>{127, 138, 149}));
  EXPECT_EQ(bench.protocol_errors(), 0u);
  EXPECT_EQ(bench.pool.lent(), 0u);
}

TEST(DramTiming, AFullQueueAdmitsTheOldestFirst) {
  DramConfig config;
  config.queue_depth = 1;
  config.channels = 1;
  Bench bench{config, 3};
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned k = 0; k < 50; ++k)
      bench.sm[i]->script.push_back({.address = 32 * (k % 4), .not_before = 3 * k});
  run({&bench});
  for (unsigned k = 0; k < 50; ++k) {
    EXPECT_LT(bench.sm[0]->outcomes[k].answered, bench.sm[1]->outcomes[k].answered);
    EXPECT_LT(bench.sm[1]->outcomes[k].answered, bench.sm[2]->outcomes[k].answered);
    if (k == 0) continue;
    EXPECT_LT(bench.sm[2]->outcomes[k - 1].answered, bench.sm[0]->outcomes[k].answered);
  }
}

TEST(DramTiming, AnIdleMemoryCostsNothing) {
  Bench bench{DramConfig{}};
  bench.sm[0]->script = {{.not_before = 500'000}};
  run({&bench});
  ASSERT_TRUE(bench.done());
  EXPECT_LE(bench.clock->ticks(), 5u);
  EXPECT_GE(bench.number("cycles"), 500'000);
}

}  // namespace
}  // namespace heddle

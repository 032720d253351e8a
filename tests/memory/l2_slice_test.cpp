// SPDX-License-Identifier: Apache-2.0
#include "tests/memory/l2_bench.hpp"

namespace heddle::l2_slice_test {
namespace {

/// A request is taken at the edge after it was sent, reaches the cache `rop_latency` later, and is answered a
/// cycle later.
TEST(L2Slice, AHitTakesTheRopLatencyAndTheHitLatency) {
  L2Bench bench;
  bench.sm.script = {write(0, 1, 128, 100), read(0, 128, 200), read(32, 32, 300)};
  bench.run();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(bench.latency(i), 1u + rop + 1) << i;
  EXPECT_EQ(bench.sm.outcomes[1].bytes, count_from(1, 128));
  EXPECT_EQ(bench.sm.outcomes[2].bytes, count_from(33, 32));
  EXPECT_TRUE(bench.memory.seen.empty());
  EXPECT_EQ(bench.number("read_hits"), 2);
  EXPECT_EQ(bench.number("write_misses"), 1);
}

/// The request is in the cache at s + 1 + rop. The fetch is sent a cycle later, taken by memory in the next
/// cycle, and answered `dram` cycles later. The line is filled at the edge after that, where the waiter's
/// answer is ready.
TEST(L2Slice, AMissTakesTheWayToMemoryBesides) {
  L2Bench bench;
  bench.set(0x4000, 7, 128);
  bench.sm.script = {read(0x4000, 32, 100), read(0x4020, 64, 300), read(0x4000, 32, 500)};
  bench.run();
  EXPECT_EQ(bench.latency(0), 1u + rop + 1 + 1 + dram + 1 + 1);
  EXPECT_EQ(bench.latency(1), 1u + rop + 1 + 1 + dram + 1 + 1);
  EXPECT_EQ(bench.latency(2), 1u + rop + 1);
  EXPECT_EQ(bench.sm.outcomes[0].bytes, count_from(7, 32));
  EXPECT_EQ(bench.sm.outcomes[1].bytes, count_from(39, 64));
  ASSERT_EQ(bench.memory.seen.size(), 2u);
  EXPECT_EQ(bench.memory.seen[0].length, 32u);  // sectors, not lines
  EXPECT_EQ(bench.memory.seen[1].length, 64u);
  EXPECT_EQ(bench.number("read_misses"), 1);
  EXPECT_EQ(bench.number("read_sector_misses"), 1);
}

TEST(L2Slice, HitsStreamAtTheWidthOfTheDataPort) {
  L2Bench bench;
  for (unsigned i = 0; i < 16; ++i) bench.sm.script.push_back(write(128 * i, i, 128));
  for (unsigned i = 0; i < 100; ++i) bench.sm.script.push_back(read(i % 16 * 128, 128, 400));
  bench.run();
  for (std::size_t i = 17; i < 116; ++i)
    EXPECT_EQ(bench.sm.outcomes[i].answered, bench.sm.outcomes[i - 1].answered + 4) << i;
  EXPECT_EQ(bench.number("port_busy"), (16 + 100) * 4);
}

TEST(L2Slice, SmallHitsStreamAtOneACycle) {
  L2Bench bench;
  bench.sm.script = {write(0, 0, 128)};
  for (unsigned i = 0; i < 100; ++i) bench.sm.script.push_back(read(i % 4 * 32, 32, 100));
  bench.run();
  for (std::size_t i = 2; i < 101; ++i)
    EXPECT_EQ(bench.sm.outcomes[i].answered, bench.sm.outcomes[i - 1].answered + 1) << i;
}

TEST(L2Slice, MissesOfALineMergeAndOthersPass) {
  L2Bench bench;
  bench.set(0, 0, 128);
  bench.sm.script = {write(0x1000, 9), read(0, 64, 100), read(32, 32, 101), read(0x1000, 32, 102),
                     read(96, 32, 103)};
  bench.run();
  ASSERT_EQ(bench.memory.seen.size(), 2u);  // bytes 0 to 63, and 96 to 127
  EXPECT_EQ(bench.memory.seen[0].length, 64u);
  EXPECT_EQ(bench.memory.seen[1].address, 96u);
  EXPECT_LT(bench.sm.outcomes[3].answered, bench.sm.outcomes[1].answered);  // a hit under misses
  EXPECT_EQ(bench.sm.outcomes[2].bytes, count_from(32, 32));
  EXPECT_EQ(bench.sm.outcomes[4].bytes, count_from(96, 32));
  EXPECT_EQ(bench.number("read_hits_reserved"), 1);
  EXPECT_EQ(bench.number("read_sector_misses"), 1);
  EXPECT_EQ(bench.number("mshr_merges"), 1);
}

TEST(L2Slice, WritesFetchNothingAndAReadMergesWhatIsMissing) {
  L2Bench bench;
  bench.set(0, 100, 128);
  bench.sm.script = {partial(32, 1, 5, 3), read(0, 128, 200)};
  bench.run();
  auto expected = count_from(100, 128);
  for (unsigned i = 0; i < 3; ++i) expected[37 + i] = static_cast<unsigned char>(1 + 5 + i);
  EXPECT_EQ(bench.sm.outcomes[1].bytes, expected);
  ASSERT_EQ(bench.memory.seen.size(), 1u);
  EXPECT_FALSE(bench.memory.seen[0].write);
  EXPECT_EQ(bench.number("read_sector_misses"), 1);
}

/// A byte that was written while its line was being fetched is newer than the fetched byte; an earlier read
/// does not see it.
TEST(L2Slice, AccessesThatShareAByteKeepTheirOrderAcrossAMiss) {
  L2Bench bench;
  bench.set(0, 10, 128);
  bench.sm.script = {read(0, 32, 100), write(0, 200, 32, 101), read(0, 32, 102), write(64, 77, 32, 103),
                     read(64, 32, 104)};
  bench.run();
  EXPECT_EQ(bench.sm.outcomes[0].bytes, count_from(10, 32));
  EXPECT_EQ(bench.sm.outcomes[2].bytes, count_from(200, 32));
  EXPECT_EQ(bench.sm.outcomes[4].bytes, count_from(77, 32));
  EXPECT_LT(bench.sm.outcomes[3].answered, bench.sm.outcomes[0].answered);  // shares no byte: not held up
  EXPECT_EQ(bench.number("write_hits_reserved"), 1);
  EXPECT_EQ(bench.number("write_hits"), 1);
}

/// In a direct-mapped slice of two sets, lines 0x000 and 0x100 conflict.
TEST(L2Slice, AnEvictionWritesTheDirtyBytesOnly) {
  L2Bench bench(config_of(1, 256));
  bench.set(0, 50, 128);
  bench.sm.script = {partial(32, 1, 8, 4), write(64, 20, 32, 1), read(0x100, 32, 200), read(0, 128, 400),
                     read(0x100, 32, 600)};
  bench.run();
  ASSERT_EQ(bench.memory.seen.size(), 4u);
  const auto& back = bench.memory.seen[0];
  EXPECT_TRUE(back.write);
  EXPECT_EQ(back.address, 32u);
  EXPECT_EQ(back.length, 64u);
  EXPECT_EQ(back.bytes, 4u + 32);
  EXPECT_EQ(bench.memory.seen[3].address, 0x100u);  // line 0 was clean: dropped
  auto expected = count_from(50, 128);
  for (unsigned i = 0; i < 4; ++i) expected[40 + i] = static_cast<unsigned char>(1 + 8 + i);
  for (unsigned i = 0; i < 32; ++i) expected[64 + i] = static_cast<unsigned char>(20 + i);
  EXPECT_EQ(bench.sm.outcomes[3].bytes, expected);
  EXPECT_EQ(bench.number("evictions"), 3);
  EXPECT_EQ(bench.number("write_backs"), 1);
  EXPECT_TRUE(bench.slice.idle());
}

TEST(L2Slice, TheLeastRecentlyUsedLineGoes) {
  L2Bench bench(config_of(2, 256));
  bench.sm.script = {read(0, 32, 0),       read(0x80, 32, 100), read(0, 32, 200),
                     read(0x100, 32, 300), read(0, 32, 400),    read(0x80, 32, 500)};
  bench.run();
  EXPECT_EQ(bench.number("read_hits"), 2);
  EXPECT_EQ(bench.number("read_misses"), 4);
}

/// The third miss finds both MSHRs occupied until the first fill: from its access at s + 1 + rop on it fails
/// in each cycle before the one that frees an MSHR.
TEST(L2Slice, WithoutAFreeRegisterAnAccessIsTriedInEachCycle) {
  L2Config config = config_of();
  config.cache.mshr_entries = 2;
  L2Bench bench(config);
  bench.sm.script = {read(0, 32, 100), read(0x100, 32, 101), read(0x200, 32, 102)};
  bench.run();
  EXPECT_EQ(bench.latency(0), 1u + rop + 1 + 1 + dram + 1 + 1);
  // The first waiter is served at 100 + 1 + rop + 2 + dram + 1; the tries begin at 102 + 1 + rop.
  EXPECT_EQ(bench.number("read_reservation_fails"), dram + 1);
  // In the cycle in which the first waiter is served the third access succeeds: they have a port each.
  const Cycle access = bench.sm.outcomes[0].answered - 1;
  EXPECT_EQ(bench.sm.outcomes[2].answered, access + 1 + 1 + dram + 1 + 1);
  EXPECT_EQ(bench.number("accesses"), 3);
}

TEST(L2Slice, WithoutAPlaceForAnotherWaiterItWaits) {
  L2Config config = config_of();
  config.cache.mshr_merges = 2;
  L2Bench bench(config);
  bench.set(0, 1, 32);
  for (unsigned i = 0; i < 6; ++i) bench.sm.script.push_back(read(0, 32, 100));
  bench.run();
  for (const Outcome& o : bench.sm.outcomes) EXPECT_EQ(o.bytes, count_from(1, 32));
  EXPECT_EQ(bench.memory.seen.size(), 1u);
  EXPECT_EQ(bench.number("mshr_merges"), 1);
  EXPECT_EQ(bench.number("read_hits"), 4);
  EXPECT_GT(bench.number("read_reservation_fails"), 40);
}

/// 32 lanes in different words take the line's 4 cycles; n lanes in one word take n cycles.
TEST(L2Slice, AtomicsWorkOnTheLineAndLanesThatMeetTakeTurns) {
  L2Bench bench;
  std::vector<unsigned> apart, together(20, 8);
  for (unsigned k = 0; k < 32; ++k) apart.push_back(4 * k);
  bench.sm.script = {write(0, 0, 128), atomic(0, apart, 100), read(0, 32, 100), atomic(0, together, 200),
                     read(0, 32, 200)};
  bench.run();
  const auto& o = bench.sm.outcomes;
  EXPECT_EQ(o[2].answered - o[1].answered, 4u);
  EXPECT_EQ(o[4].answered - o[3].answered, 20u);
  ASSERT_EQ(o[3].old.size(), 20u);
  for (unsigned k = 0; k < 20; ++k) EXPECT_EQ(o[3].old[k], 0x0b0a0908u + 1 + k);
  EXPECT_EQ(o[4].bytes[8], 8 + 1 + 20);
  EXPECT_EQ(o[4].bytes[4], 4 + 1);
  EXPECT_EQ(bench.number("atomics"), 2);
  EXPECT_TRUE(bench.memory.seen.empty());
}

TEST(L2Slice, AnAtomicThatMissesFetchesItsWords) {
  L2Bench bench;
  bench.set(0, 3, 128);
  bench.sm.script = {atomic(0, {68, 68}, 100), read(64, 32, 101)};
  bench.run();
  ASSERT_EQ(bench.memory.seen.size(), 1u);
  EXPECT_EQ(bench.memory.seen[0].address, 64u);
  EXPECT_EQ(bench.memory.seen[0].length, 32u);
  auto expected = count_from(67, 32);
  expected[4] = static_cast<unsigned char>(expected[4] + 2);
  EXPECT_EQ(bench.sm.outcomes[1].bytes, expected);
}

/// The oldest waiter is answered with the line as it passes through the fill port; each further one when that
/// port has moved the 128 bytes of the one before.
TEST(L2Slice, WaitersOfALineStreamAtTheWidthOfTheFillPort) {
  L2Config config = config_of();
  config.cache.mshr_merges = 8;
  L2Bench bench(config);
  bench.set(0, 9, 128);
  for (unsigned i = 0; i < 8; ++i) bench.sm.script.push_back(read(0, 128, 100));
  bench.run();
  EXPECT_EQ(bench.latency(0), 1u + rop + 1 + 1 + dram + 1 + 1);
  for (std::size_t i = 1; i < 8; ++i)
    EXPECT_EQ(bench.sm.outcomes[i].answered, bench.sm.outcomes[i - 1].answered + 4) << i;
  for (const Outcome& o : bench.sm.outcomes) EXPECT_EQ(o.bytes, count_from(9, 128));
  EXPECT_EQ(bench.number("mshr_merges"), 7);
  EXPECT_EQ(bench.number("fill_busy"), 8 * 4);
  EXPECT_EQ(bench.number("port_busy"), 0);
}

/// Waiters do not hold up hits, nor hits waiters: each kind is answered four cycles apart.
TEST(L2Slice, WaitersAndHitsHaveAPortEach) {
  L2Bench bench;
  bench.sm.script = {write(0x1000, 0, 128)};
  for (unsigned i = 0; i < 4; ++i) bench.sm.script.push_back(read(0, 128, 100));
  for (unsigned i = 0; i < 40; ++i) bench.sm.script.push_back(read(0x1000, 128, 120));
  bench.run();
  for (std::size_t i = 2; i < bench.sm.outcomes.size(); ++i)
    if (i != 5) {  // the first hit
      EXPECT_EQ(bench.sm.outcomes[i].answered, bench.sm.outcomes[i - 1].answered + 4) << i;
    }
  EXPECT_EQ(bench.number("port_busy"), (1 + 40) * 4);
  EXPECT_EQ(bench.number("fill_busy"), 4 * 4);
}

/// n lanes in one word take n cycles after a miss, as they do on a hit.
TEST(L2Slice, LanesOfAnAtomicThatMeetTakeTurnsAfterAMissToo) {
  L2Bench bench;
  bench.set(0, 3, 128);
  bench.sm.script = {atomic(0, std::vector<unsigned>(20, 68), 100), read(64, 32, 101)};
  bench.run();
  EXPECT_EQ(bench.number("mshr_merges"), 1);
  EXPECT_EQ(bench.sm.outcomes[1].answered - bench.sm.outcomes[0].answered, 20u);
  EXPECT_EQ(bench.number("fill_busy"), 20 + 1);
  EXPECT_EQ(bench.number("port_busy"), 0);
  EXPECT_EQ(bench.sm.outcomes[1].bytes[4], 71 + 20);
}

/// With queues of one or two entries, everything waits for everything at some time.
TEST(L2Slice, WaitingForThePortMayBeSleptThrough) {
  L2Config config = config_of(1, 256);
  config.cache.mshr_entries = 2;
  config.cache.mshr_merges = 3;
  config.cache.queue = 2;
  config.response_queue = 2;
  L2Bench sleeping(config, "sleeping_", true), ticking(config, "ticking_", false);
  for (L2Bench* bench : {&sleeping, &ticking}) {
    bench->sm.hold_responses = 3;
    for (unsigned i = 0; i < 200; ++i) {
      const std::uint64_t line = i * i % 7 % 3 * 128;
      if (i % 5 == 4)
        bench->sm.script.push_back(atomic(line, std::vector<unsigned>(1 + i % 32, 4 * (i % 32)), 3 * i));
      else if (i % 11 == 7)
        bench->sm.script.push_back(write(line, i, 64, 3 * i));
      else
        bench->sm.script.push_back(read(line, i % 3 == 0 ? 128 : 32, 3 * i));
    }
  }
  ticking.sm.wake();
  sleeping.run();
  ticking.run();
  sleeping.clock.settle();
  ticking.clock.settle();
  EXPECT_EQ(text_of(sleeping.statistics), text_of(ticking.statistics));
  EXPECT_GT(sleeping.number("mshr_merges"), 10);
  EXPECT_GT(sleeping.number("response_full"), 10);
  for (std::size_t i = 0; i < sleeping.sm.outcomes.size(); ++i) {
    EXPECT_EQ(sleeping.sm.outcomes[i].answered, ticking.sm.outcomes[i].answered) << i;
    EXPECT_EQ(sleeping.sm.outcomes[i].bytes, ticking.sm.outcomes[i].bytes) << i;
  }
}

}  // namespace
}  // namespace heddle::l2_slice_test

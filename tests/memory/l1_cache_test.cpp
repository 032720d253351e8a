// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/caches/l1_cache.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace heddle::l1_cache_test {
namespace {

/// A cache of `config`; the test plays the memory below it.
struct L1CacheTest : testing::Test {
  explicit L1CacheTest(CacheConfig c = small())
      : config(c), cache(c, c.line_bytes, queue, pool, stats, events, "L1D", {}) {}
  static CacheConfig small() {
    return {.bytes = 2 * 128, .ways = 2, .line_bytes = 128, .mshr_entries = 2, .mshr_merges = 2, .queue = 3};
  }
  CacheOutcome load(std::uint64_t address) { return load(address, &a); }
  CacheOutcome load(std::uint64_t address, InFlight* who) {
    return cache.load(address, ByteMask::range(0, 128), false, {who, all_lanes, 0}, 0);
  }
  CacheOutcome store(std::uint64_t address, unsigned first, unsigned count, unsigned char value) {
    const CacheOutcome outcome = cache.store_local(address, ByteMask::range(first, count), 0);
    if (outcome != CacheOutcome::reservation_fail)
      std::memset(cache.line().data.data() + first, value, count);
    return outcome;
  }
  /// Returns the oldest request.
  Transaction& sent() { return queue.pop(); }
  /// Answers a fill with bytes of `value`; returns the waiters that were served, with the first byte of each.
  std::vector<std::pair<InFlight*, unsigned>> fill(Transaction& t, unsigned char value) {
    t.data.fill(value);
    std::vector<std::pair<InFlight*, unsigned>> served;
    cache.fill(t);
    while (cache.serving()) served.push_back(serve(0));
    return served;
  }
  std::pair<InFlight*, unsigned> serve(Cycle now) {
    std::pair<InFlight*, unsigned> served;
    cache.serve(now, [&](const LineWaiter& w, const unsigned char* data, const LineFormat&) {
      served = {w.instruction, data[0]};
    });
    return served;
  }

  CacheConfig config;
  StatGroup stats;
  TransactionPool pool;
  RequestQueue queue{Client::data, config.queue};
  SmEvents events{0};
  L1Cache cache;
  InFlight a, b, c;
};

TEST_F(L1CacheTest, AMissFetchesTheWholeLineAndTheNextLoadHits) {
  a.warp = 5;
  EXPECT_EQ(load(128, &a), CacheOutcome::miss);
  Transaction& t = sent();
  EXPECT_EQ(t.origin().warp, 5);
  EXPECT_TRUE(t.is_read());
  EXPECT_EQ(t.get_address(), 128u);
  EXPECT_EQ(t.get_data_length(), 128u);
  EXPECT_EQ(fill(t, 7), (std::vector<std::pair<InFlight*, unsigned>>{{&a, 7}}));
  EXPECT_EQ(load(128), CacheOutcome::hit);
  EXPECT_EQ(cache.line().data[127], 7);
  EXPECT_EQ(stats.number("accesses"), 2);
  EXPECT_EQ(stats.number("read_misses"), 1);
  EXPECT_EQ(stats.number("read_hits"), 1);
}

TEST_F(L1CacheTest, LoadsOfALineOnItsWayMergeUpToTheLimit) {
  EXPECT_EQ(load(0, &a), CacheOutcome::miss);
  EXPECT_EQ(load(0, &b), CacheOutcome::reserved);
  EXPECT_EQ(load(0, &c), CacheOutcome::reservation_fail);
  Transaction& t = sent();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(fill(t, 3), (std::vector<std::pair<InFlight*, unsigned>>{{&a, 3}, {&b, 3}}));
  EXPECT_EQ(load(0, &c), CacheOutcome::hit);
  EXPECT_EQ(stats.number("mshr_merges"), 1);
  EXPECT_EQ(stats.number("accesses"), 3) << "a failed try is no access";
}

TEST_F(L1CacheTest, FailsWithoutAnMshr) {
  L1Cache wide({.bytes = 1024, .ways = 8, .line_bytes = 128, .mshr_entries = 2, .mshr_merges = 2, .queue = 8},
               128, queue, pool, stats.group("wide"), events, "wide", {});
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(wide.load(0, whole, false, {&a}, 0), CacheOutcome::miss);
  EXPECT_EQ(wide.load(128, whole, false, {&a}, 0), CacheOutcome::miss);
  EXPECT_EQ(wide.load(256, whole, false, {&a}, 0), CacheOutcome::reservation_fail);
}

TEST_F(L1CacheTest, FailsWithoutALineThatMayBeReplaced) {
  L1Cache deep({.bytes = 256, .ways = 2, .line_bytes = 128, .mshr_entries = 8, .mshr_merges = 2, .queue = 8},
               128, queue, pool, stats.group("deep"), events, "deep", {});
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(deep.load(0, whole, false, {&a}, 0), CacheOutcome::miss);
  EXPECT_EQ(deep.load(128, whole, false, {&a}, 0), CacheOutcome::miss);
  EXPECT_EQ(deep.load(256, whole, false, {&a}, 0), CacheOutcome::reservation_fail);
}

TEST_F(L1CacheTest, FailsWithoutRoomInTheQueue) {
  RequestQueue one(Client::data, 1);
  L1Cache narrow({.bytes = 1024, .ways = 8, .line_bytes = 128, .mshr_entries = 8, .queue = 1}, 128, one, pool,
                 stats.group("narrow"), events, "narrow", {});
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(narrow.load(0, whole, false, {&a}, 0), CacheOutcome::miss);
  EXPECT_EQ(narrow.load(128, whole, false, {&a}, 0), CacheOutcome::reservation_fail);
  one.pop().release();
  EXPECT_EQ(narrow.load(128, whole, false, {&a}, 0), CacheOutcome::miss);
}

TEST_F(L1CacheTest, AGlobalStoreDropsTheLine) {
  load(0, &a);
  fill(sent(), 1);
  EXPECT_EQ(cache.drop(0), CacheOutcome::hit);
  EXPECT_EQ(cache.drop(0), CacheOutcome::miss);
  EXPECT_EQ(load(0, &a), CacheOutcome::miss);
}

/// The older load gets the fetched bytes, the younger load the stored ones; only these stay in the cache.
TEST_F(L1CacheTest, AStoreParksAFillThatWasAskedForBefore) {
  EXPECT_EQ(load(0, &a), CacheOutcome::miss);
  EXPECT_EQ(cache.drop(0), CacheOutcome::reserved);
  EXPECT_EQ(load(0, &b), CacheOutcome::miss);
  Transaction &before = sent(), &behind = sent();
  EXPECT_EQ(fill(before, 1), (std::vector<std::pair<InFlight*, unsigned>>{{&a, 1}}));
  EXPECT_NE(load(0, &c), CacheOutcome::hit);
  EXPECT_EQ(fill(behind, 2), (std::vector<std::pair<InFlight*, unsigned>>{{&b, 2}, {&c, 2}}));
  EXPECT_EQ(load(0), CacheOutcome::hit);
  EXPECT_EQ(cache.line().data[5], 2);
}

/// Each waiter takes the port for a cycle. A later one still gets the bytes that were fetched, whatever has
/// happened to the line, and the MSHR stays occupied until the last one has been served.
TEST_F(L1CacheTest, WaitersAreServedOneByOneFromTheBytesThatCame) {
  for (const std::uint64_t line : {0, 128}) EXPECT_EQ(load(line, &a), CacheOutcome::miss);
  EXPECT_EQ(load(0, &b), CacheOutcome::reserved);
  Transaction& t = sent();
  t.data.fill(1);
  cache.fill(t);
  ASSERT_TRUE(cache.port_free(10));
  EXPECT_EQ(serve(10), std::pair(&a, 1u));
  EXPECT_FALSE(cache.port_free(10));
  EXPECT_TRUE(cache.port_free(11));
  EXPECT_EQ(cache.drop(0), CacheOutcome::hit);
  EXPECT_EQ(store(0, 0, 128, 5), CacheOutcome::miss) << "in the place where the line was";
  ASSERT_TRUE(cache.serving());
  EXPECT_EQ(load(256, &c), CacheOutcome::reservation_fail) << "both MSHRs are taken";
  EXPECT_EQ(serve(11), std::pair(&b, 1u));
  EXPECT_FALSE(cache.serving());
  EXPECT_EQ(load(256, &c), CacheOutcome::miss);
  EXPECT_EQ(pool.lent(), 3u) << "the request of 128, the write-back of 0 and the request of 256";
}

/// Through a port of 32 bytes a line takes four cycles, and 40 bytes that bypass the cache take two.
TEST_F(L1CacheTest, ALineTakesANarrowPortForLonger) {
  L1Cache narrow(config, 32, queue, pool, stats.group("narrow"), events, "narrow", {});
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(narrow.store_local(0, whole, 10), CacheOutcome::miss);
  EXPECT_FALSE(narrow.port_free(13));
  EXPECT_TRUE(narrow.port_free(14));
  EXPECT_EQ(narrow.load(0, whole, false, {&a}, 20), CacheOutcome::hit);
  EXPECT_FALSE(narrow.port_free(23));
  EXPECT_EQ(narrow.load(128, whole, false, {&a}, 24), CacheOutcome::miss);
  EXPECT_TRUE(narrow.port_free(24)) << "only the tags were looked up";
  narrow.take_port(30, 40);
  EXPECT_FALSE(narrow.port_free(31));
  EXPECT_TRUE(narrow.port_free(32));
  EXPECT_EQ(narrow.store_local(256, whole, 40), CacheOutcome::miss);
  EXPECT_FALSE(narrow.port_free(47)) << "line 0 was dirty, and is read to be written back";
  EXPECT_TRUE(narrow.port_free(48));
}

/// The counters on which the energy of data and tags depends.
TEST_F(L1CacheTest, CountsTheAccessesToItsData) {
  const auto counts = [&] { return std::pair(stats.number("line_accesses"), stats.number("tag_lookups")); };
  load(0, &a);
  load(0, &b);
  EXPECT_EQ(counts(), std::pair(0.0, 0.0)) << "nothing has come";
  fill(sent(), 1);
  EXPECT_EQ(counts(), std::pair(3.0, 0.0)) << "the fill, and a line for each of two loads";
  load(0);
  EXPECT_EQ(counts(), std::pair(4.0, 0.0));
  cache.drop(0);
  cache.drop(0);
  EXPECT_EQ(counts(), std::pair(4.0, 2.0)) << "a global store looks up its line, whether it is there or not";
  store(0, 0, 4, 1);
  store(128, 0, 4, 1);
  EXPECT_EQ(counts(), std::pair(6.0, 2.0)) << "nothing is fetched for a store to local memory";
  load(256, &a);
  EXPECT_EQ(counts(), std::pair(7.0, 2.0)) << "a dirty line is read to be written back";
  cache.drop(256);
  sent();
  fill(sent(), 1);
  EXPECT_EQ(counts(), std::pair(8.0, 3.0)) << "the line is not there any more";
}

TEST_F(L1CacheTest, LocalStoresAllocateAndAreWrittenBackWhenTheyAreReplaced) {
  EXPECT_EQ(store(0, 0, 128, 9), CacheOutcome::miss);
  EXPECT_EQ(store(128, 4, 8, 5), CacheOutcome::miss);
  EXPECT_TRUE(queue.empty()) << "nothing is fetched for a store";
  EXPECT_EQ(store(0, 0, 4, 8), CacheOutcome::hit);
  EXPECT_EQ(load(256, &a), CacheOutcome::miss) << "replaces 128, which was used before";
  Transaction& back = sent();
  EXPECT_TRUE(back.is_write());
  EXPECT_EQ(back.get_address(), 128u);
  ASSERT_EQ(back.get_byte_enable_ptr(), back.enables.data());
  for (unsigned k = 0; k < 128; ++k) EXPECT_EQ(back.enables[k] == TLM_BYTE_ENABLED, k >= 4 && k < 12) << k;
  EXPECT_EQ(back.data[4], 5);
  fill(sent(), 0);
  EXPECT_EQ(load(384, &a), CacheOutcome::miss) << "replaces 0, all of it dirty";
  Transaction& whole = sent();
  EXPECT_EQ(whole.get_byte_enable_ptr(), nullptr);
  EXPECT_EQ(whole.data[3], 8);
  EXPECT_EQ(whole.data[4], 9);
  EXPECT_EQ(stats.number("write_backs"), 2);
  EXPECT_EQ(stats.number("evictions"), 2);
}

TEST_F(L1CacheTest, AFillKeepsTheBytesThatWereStored) {
  store(0, 4, 4, 9);
  EXPECT_EQ(cache.load(0, ByteMask::range(4, 4), false, {&a}, 0), CacheOutcome::hit);
  EXPECT_EQ(load(0, &a), CacheOutcome::sector_miss);
  EXPECT_EQ(store(0, 0, 4, 1), CacheOutcome::reservation_fail) << "an older load waits for these bytes";
  EXPECT_EQ(fill(sent(), 2).size(), 1u);
  EXPECT_EQ(load(0), CacheOutcome::hit);
  EXPECT_EQ(cache.line().data[3], 2);
  EXPECT_EQ(cache.line().data[4], 9);
  EXPECT_EQ(cache.line().data[8], 2);
}

TEST_F(L1CacheTest, AWriteBackNeedsRoomBesideTheMiss) {
  store(0, 0, 4, 1);
  store(128, 0, 4, 2);
  queue.push(pool.acquire());
  queue.push(pool.acquire());
  EXPECT_EQ(load(256, &a), CacheOutcome::reservation_fail) << "one place is left, two are needed";
  queue.pop().release();
  EXPECT_EQ(load(256, &a), CacheOutcome::miss);
}

TEST_F(L1CacheTest, StreamingLinesGoFirst) {
  const auto whole = ByteMask::range(0, 128);
  load(0, &a);
  cache.load(128, whole, true, {&a, all_lanes, 0}, 0);
  fill(sent(), 1);
  fill(sent(), 1);
  EXPECT_EQ(load(256, &a), CacheOutcome::miss);
  fill(sent(), 1);
  EXPECT_EQ(load(0), CacheOutcome::hit) << "older than 128, which was to be used once";
}

}  // namespace
}  // namespace heddle::l1_cache_test

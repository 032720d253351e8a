#include "hw/sm/l1_cache.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace heddle {
namespace {

/// A cache of `config` over a memory that the test plays.
struct L1CacheTest : testing::Test {
  explicit L1CacheTest(CacheConfig c = small()) : config(c), cache(c, queue, pool, stats) {}
  static CacheConfig small() {
    return {.bytes = 2 * 128, .ways = 2, .line_bytes = 128, .mshr_entries = 2, .mshr_merges = 2, .queue = 3};
  }
  CacheOutcome load(std::uint64_t address, InFlight* who = nullptr) {
    return cache.load(address, ByteMask::range(0, 128), false, {who, all_lanes, 0});
  }
  CacheOutcome store(std::uint64_t address, unsigned first, unsigned count, unsigned char value) {
    const CacheOutcome outcome = cache.store_local(address, ByteMask::range(first, count));
    if (outcome != CacheOutcome::reservation_fail)
      std::memset(cache.line().data.data() + first, value, count);
    return outcome;
  }
  /// The oldest request.
  Transaction& sent() { return queue.pop(); }
  /// Answers a fill with bytes of `value`; returns who was served, and the first byte that each has got.
  std::vector<std::pair<InFlight*, unsigned>> fill(Transaction& t, unsigned char value) {
    t.data.fill(value);
    std::vector<std::pair<InFlight*, unsigned>> served;
    cache.fill(t, [&](const LineWaiter& w, const unsigned char* data) {
      served.emplace_back(w.instruction, data[0]);
    });
    t.release();
    return served;
  }

  CacheConfig config;
  StatGroup stats;
  TransactionPool pool;
  RequestQueue queue{Client::data, config.queue};
  L1Cache cache;
  InFlight a, b, c;
};

TEST_F(L1CacheTest, AMissFetchesTheWholeLineAndTheNextLoadHits) {
  EXPECT_EQ(load(128, &a), CacheOutcome::miss);
  Transaction& t = sent();
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
               queue, pool, stats.group("wide"));
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(wide.load(0, whole, false, {}), CacheOutcome::miss);
  EXPECT_EQ(wide.load(128, whole, false, {}), CacheOutcome::miss);
  EXPECT_EQ(wide.load(256, whole, false, {}), CacheOutcome::reservation_fail);
}

TEST_F(L1CacheTest, FailsWithoutALineThatMayBeReplaced) {
  L1Cache deep({.bytes = 256, .ways = 2, .line_bytes = 128, .mshr_entries = 8, .mshr_merges = 2, .queue = 8},
               queue, pool, stats.group("deep"));
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(deep.load(0, whole, false, {}), CacheOutcome::miss);
  EXPECT_EQ(deep.load(128, whole, false, {}), CacheOutcome::miss);
  EXPECT_EQ(deep.load(256, whole, false, {}), CacheOutcome::reservation_fail);
}

TEST_F(L1CacheTest, FailsWithoutRoomInTheQueue) {
  RequestQueue one(Client::data, 1);
  L1Cache narrow({.bytes = 1024, .ways = 8, .line_bytes = 128, .mshr_entries = 8, .queue = 1}, one, pool,
                 stats.group("narrow"));
  const auto whole = ByteMask::range(0, 128);
  EXPECT_EQ(narrow.load(0, whole, false, {}), CacheOutcome::miss);
  EXPECT_EQ(narrow.load(128, whole, false, {}), CacheOutcome::reservation_fail);
  one.pop().release();
  EXPECT_EQ(narrow.load(128, whole, false, {}), CacheOutcome::miss);
}

TEST_F(L1CacheTest, AGlobalStoreDropsTheLine) {
  load(0, &a);
  fill(sent(), 1);
  EXPECT_EQ(cache.drop(0), CacheOutcome::hit);
  EXPECT_EQ(cache.drop(0), CacheOutcome::miss);
  EXPECT_EQ(load(0, &a), CacheOutcome::miss);
}

/// The older load gets the older bytes, the younger one those from behind the store; only the latter stay.
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
  EXPECT_EQ(cache.load(0, ByteMask::range(4, 4), false, {}), CacheOutcome::hit);
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
  cache.load(128, whole, true, {&a, all_lanes, 0});
  fill(sent(), 1);
  fill(sent(), 1);
  EXPECT_EQ(load(256, &a), CacheOutcome::miss);
  fill(sent(), 1);
  EXPECT_EQ(load(0), CacheOutcome::hit) << "older than 128, which was to be used once";
}

}  // namespace
}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
// An L1 that holds lines as they come, encoded (Vijaykumar2015, section 7.5): what waits for a line, which
// lines stay encoded, and how many of them a set holds.
#include <gtest/gtest.h>

#include <vector>

#include "hw/sm/caches/l1_cache.hpp"
#include "models/host/memory_map.hpp"

namespace heddle::l1_encoded_test {
namespace {

/// One set of two ways. The test plays the edge and the memory below.
struct EncodedL1 : testing::Test {
  explicit EncodedL1(unsigned tags = 1)
      : cache(config(), 128, queue, pool, stats, events, "L1D", {true, {.tags = tags}}) {}
  static CacheConfig config() {
    return {.bytes = 2 * 128, .ways = 2, .line_bytes = 128, .mshr_entries = 4, .mshr_merges = 2, .queue = 8};
  }
  CacheOutcome load(std::uint64_t address, InFlight* who) {
    return cache.load(address, ByteMask::range(0, 128), false, {who, all_lanes, 0}, 0);
  }
  /// A line of `value` comes, which was `length` bytes of `stored` above the edge; 128: it was not encoded.
  std::vector<InFlight*> fill(Transaction& t, unsigned char value, unsigned length = 128,
                              unsigned char stored = 0) {
    LineFormat format;
    std::array<unsigned char, line_bytes> bits;
    bits.fill(stored);
    format.of(EdgePlace::sm) = {.encoding = 1, .length = static_cast<std::uint8_t>(length)};
    if (length != 128) t.encoded().see(format, bits);
    t.data.fill(value);
    std::vector<InFlight*> served;
    cache.fill(t);
    while (cache.serving())
      cache.serve(0, [&](const LineWaiter& w, const unsigned char* data, const LineFormat&) {
        served.push_back(w.instruction);
        EXPECT_EQ(data[127], value);
      });
    return served;
  }
  void bring(std::uint64_t address, unsigned length) {
    ASSERT_EQ(load(address, &a), CacheOutcome::miss);
    fill(queue.pop(), 1, length, 9);
  }

  StatGroup stats;
  TransactionPool pool;
  RequestQueue queue{Client::data, 8};
  SmEvents events{0};
  L1Cache cache;
  InFlight a, b, c;
};
struct EncodedL1WithTags : EncodedL1 {
  EncodedL1WithTags() : EncodedL1(4) {}
};

TEST_F(EncodedL1, HitsWaitUntilTheLineIsDecoded) {
  bring(0, 32);
  for (const unsigned char value : {1, 2}) {  // whatever the edge makes of it
    a.warp = value;
    EXPECT_EQ(load(0, &a), CacheOutcome::reserved);
    EXPECT_EQ(load(0, &b), CacheOutcome::reserved);
    EXPECT_EQ(load(0, &c), CacheOutcome::reservation_fail) << "two may wait at an MSHR";
    Transaction* t = cache.take_encoded();
    ASSERT_NE(t, nullptr);
    EXPECT_EQ(cache.take_encoded(), nullptr);
    EXPECT_EQ(t->get_address(), 0u);
    EXPECT_EQ(t->data[127], 9) << "as it came";
    EXPECT_EQ(t->format().of(EdgePlace::sm).length, 32);
    EXPECT_EQ(t->origin().warp, value);
    EXPECT_EQ(fill(*t, value), (std::vector<InFlight*>{&a, &b}));
  }
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(cache.misses(), 0u);
  EXPECT_EQ(stats.number("read_hits"), 4);
  EXPECT_EQ(stats.number("encoded_hits"), 4);
  EXPECT_EQ(stats.number("read_misses"), 1);
}

TEST_F(EncodedL1, LinesThatAreNotEncodedAreHitAtOnce) {
  bring(0, 128);
  EXPECT_EQ(load(0, &a), CacheOutcome::hit);
  EXPECT_EQ(stats.number("encoded_fills"), 0);
}

/// Local memory is stored to in the cache.
TEST_F(EncodedL1, LocalLinesAreNeverEncoded) {
  const std::uint64_t local = MemoryMap::own_address;
  ASSERT_EQ(load(local, &a), CacheOutcome::miss);
  fill(queue.pop(), 1, 32, 9);
  EXPECT_EQ(load(local, &a), CacheOutcome::hit);
  EXPECT_EQ(cache.line().data[0], 1);
}

/// The load that waits is older than the store that drops the line; the next one fetches it anew.
TEST_F(EncodedL1, ALineMayBeDroppedWhileItIsDecoded) {
  bring(0, 32);
  EXPECT_EQ(load(0, &a), CacheOutcome::reserved);
  EXPECT_EQ(cache.drop(0), CacheOutcome::hit);
  EXPECT_EQ(load(0, &b), CacheOutcome::miss);
  EXPECT_EQ(load(0, &c), CacheOutcome::reserved);
  EXPECT_EQ(fill(*cache.take_encoded(), 1), (std::vector<InFlight*>{&a}));
  EXPECT_EQ(load(0, &a), CacheOutcome::reservation_fail) << "it waits for the fill, where two do already";
  EXPECT_EQ(fill(queue.pop(), 2, 32, 8), (std::vector<InFlight*>{&b, &c}));
  EXPECT_EQ(load(0, &a), CacheOutcome::reserved);
  EXPECT_EQ(cache.take_encoded()->data[0], 8);
}

TEST_F(EncodedL1, WithAsManyTagsAsWaysHoldsAsManyLines) {
  for (const std::uint64_t line : {0, 128, 256}) bring(line, 32);
  EXPECT_EQ(load(0, &a), CacheOutcome::miss);
}

TEST_F(EncodedL1WithTags, HoldAsManyAsTheirBytesLeaveRoom) {
  for (const std::uint64_t line : {0, 128, 256, 384, 512}) bring(line, 32);
  for (const std::uint64_t line : {0, 128, 256, 384, 512}) {
    EXPECT_EQ(load(line, &a), CacheOutcome::reserved);
    fill(*cache.take_encoded(), 1);
  }
  EXPECT_EQ(stats.number("evictions"), 0);
  bring(640, 128);  // 160 bytes are taken: one must go for a line that is whole
  EXPECT_EQ(stats.number("evictions"), 1);
  EXPECT_EQ(cache.array().overfull_sets(), 0u);
  EXPECT_EQ(load(0, &a), CacheOutcome::miss) << "the least recently used one, and another one for itself";
  EXPECT_EQ(stats.number("evictions"), 5) << "a line on its way has the room of a whole one";
}

}  // namespace
}  // namespace heddle::l1_encoded_test

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/mshr_table.hpp"

namespace heddle::cache_test {
namespace {

TEST(ByteMask, RangesAreTheBytesTheyName) {
  for (unsigned first = 0; first < 128; ++first)
    for (unsigned count = 0; first + count <= 128; ++count) {
      const ByteMask m = ByteMask::range(first, count);
      ASSERT_EQ(m.count(), count) << first;
      if (count == 0) continue;
      EXPECT_TRUE(m.test(first) && m.test(first + count - 1));
      EXPECT_TRUE(ByteMask::range(0, 128).covers(m));
    }
}

TEST(CacheArray, ReplacesTheLeastRecentlyUsedThatIsNotReserved) {
  CacheArray array({.bytes = 4 * 128, .ways = 4, .line_bytes = 128});
  ASSERT_EQ(array.sets(), 1u);
  for (std::uint64_t k = 0; k < 4; ++k) array.assign(*array.victim(k * 128), k * 128);
  array.use(*array.find(0));
  EXPECT_EQ(array.victim(4096)->address, 128u);
  array.find(128)->reserved = true;
  EXPECT_EQ(array.victim(4096)->address, 256u);
  for (std::uint64_t k : {0u, 256u, 384u}) array.find(k)->reserved = true;
  EXPECT_EQ(array.victim(4096), nullptr);
}

/// Two ways of data with four tags: short lines share the bytes, and one that is not encoded drives others
/// out.
TEST(CacheArray, LinesTakeSegmentsOfTheirSet) {
  CacheArray array({.bytes = 2 * 128, .ways = 2, .line_bytes = 128}, {.tags = 2, .segment_bytes = 8});
  ASSERT_EQ(array.sets(), 1u);
  const auto put = [&](std::uint64_t address, std::uint8_t length) {
    CacheLine& line = *array.victim(address);
    array.assign(line, address);
    line.format.layers[0] = {.encoding = 1, .length = length};
  };
  put(0, 17);     // three segments
  put(128, 0);    // its metadata say all
  put(256, 128);  // encoded, and no shorter
  EXPECT_EQ(array.space_of(*array.find(0)), 24u);
  EXPECT_EQ(array.space_of(*array.find(128)), 0u);
  EXPECT_EQ(array.room_for(1024), 256u - 24 - 128);
  EXPECT_EQ(array.room_for(0), 128u);  // its own are its own
  EXPECT_EQ(array.overfull_sets(), 0u);
  array.use(*array.find(0));
  EXPECT_EQ(array.crowding(1024)->address, 256u);  // that of 128 takes nothing
  EXPECT_EQ(array.crowding(256)->address, 0u);     // not itself
  array.find(256)->reserved = true;
  EXPECT_EQ(array.crowding(1024)->address, 0u);
  array.find(0)->reserved = true;
  EXPECT_EQ(array.crowding(1024), nullptr);
  EXPECT_EQ(array.room_for(1024), 0u);  // what is on its way may take all of a line
  array.assign(*array.victim(1024), 1024);
  EXPECT_EQ(array.overfull_sets(), 1u);
}

TEST(CacheArray, ALineHoldsWhatItWasGivenUntilItIsGivenAway) {
  CacheArray array({.bytes = 16 * 1024, .ways = 4, .line_bytes = 128, .hashed_index = true});
  CacheLine* line = array.victim(0x12345);
  array.assign(*line, 0x12345);
  EXPECT_EQ(line->address, 0x12300u);
  EXPECT_FALSE(line->valid.any());
  line->valid = ByteMask::range(0, 32);
  EXPECT_EQ(array.find(0x1237f), line);
  EXPECT_EQ(array.find(0x12380), nullptr);
  array.drop_all();
  EXPECT_EQ(array.find(0x12345), nullptr);
}

TEST(CacheArray, HashedSetsSpreadAPowerOfTwoStride) {
  const CacheConfig config{.bytes = 32 * 1024, .ways = 16, .line_bytes = 128};
  CacheConfig hashed = config;
  hashed.hashed_index = true;
  CacheArray plain(config), folded(hashed);
  ASSERT_EQ(plain.sets(), 16u);
  std::set<unsigned> sets, folded_sets;
  for (std::uint64_t k = 0; k < 16; ++k) {
    sets.insert(plain.set_of(k * 2048));
    folded_sets.insert(folded.set_of(k * 2048));
  }
  EXPECT_EQ(sets.size(), 1u);
  EXPECT_EQ(folded_sets.size(), 16u);
}

/// The hash of Fermi's L1 after Nugteren et al., HPCA 2014: address bits 7 to 11 are combined with bits 13,
/// 14, 15, 17 and 19; bit 12 is above them.
TEST(CacheArray, HashesAsFermiDoes) {
  const auto array = [](unsigned bytes, unsigned ways) {
    return CacheArray({.bytes = bytes, .ways = ways, .line_bytes = 128, .hashed_index = true});
  };
  const CacheArray small = array(16 * 1024, 4), large = array(48 * 1024, 6);
  const std::vector<std::pair<unsigned, unsigned>> bit_flips{{7, 1},  {8, 2},  {9, 4},   {10, 8}, {11, 16},
                                                             {12, 0}, {13, 1}, {14, 2},  {15, 4}, {16, 0},
                                                             {17, 8}, {18, 0}, {19, 16}, {20, 0}, {31, 0}};
  for (const std::uint64_t address : {0x0ull, 0xabcdeull, 0x12345678ull})
    for (const auto& [bit, set] : bit_flips) {
      const std::uint64_t other = address ^ std::uint64_t{1} << bit;
      EXPECT_EQ(small.set_of(address) ^ small.set_of(other), set) << bit;
      EXPECT_EQ(large.set_of(address) ^ large.set_of(other), bit == 12 ? 32 : set) << bit;
    }
}

TEST(CacheConfig, SizesThatGiveNoWholeSetsAreRefused) {
  EXPECT_THROW(CacheArray({.bytes = 1000, .ways = 4, .line_bytes = 128}), Error);
  EXPECT_THROW(CacheArray({.bytes = 1536, .ways = 4, .line_bytes = 96}), Error);
  EXPECT_NO_THROW(CacheArray({.bytes = 12 * 1024, .ways = 24, .line_bytes = 128}));
}

TEST(MshrTable, MergesUpToItsLimitAndIsFullAtItsSize) {
  MshrTable<int> table(2, 2);
  auto& a = table.allocate(128);
  a.waiting = {1, 2};
  EXPECT_FALSE(table.can_merge(a));
  EXPECT_EQ(table.find(256), nullptr);
  table.allocate(256);
  EXPECT_TRUE(table.full());
  table.release(*table.find(128));
  EXPECT_EQ(table.find(128), nullptr);
  EXPECT_FALSE(table.full());
  EXPECT_TRUE(table.allocate(384).waiting.empty());
}

}  // namespace
}  // namespace heddle::cache_test

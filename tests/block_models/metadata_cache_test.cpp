// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/metadata_cache.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <ostream>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::metadata_cache_model_test {
namespace {

/// What a cache must hold, told by the times at which blocks were used instead of lists of them.
struct Expected {
  struct Line {
    std::uint64_t used = 0;
    bool dirty = false;
    std::map<unsigned, unsigned> entries{};
  };
  unsigned sets, ways, entries_of_block;
  std::map<std::uint32_t, Line> lines{};

  std::optional<std::uint32_t> victim(std::uint32_t block) const {
    std::optional<std::uint32_t> oldest;
    unsigned there = 0;
    for (const auto& [other, line] : lines) {
      if (other % sets != block % sets) continue;
      ++there;
      if (!oldest || line.used < lines.at(*oldest).used) oldest = other;
    }
    return there < ways ? std::nullopt : oldest;
  }
  void expect_left(const MetadataCacheState::Kept& left, std::uint32_t block) {
    ASSERT_TRUE(lines.contains(left.block));
    const Line& line = lines.at(left.block);
    EXPECT_EQ(left.block, block);
    EXPECT_EQ(left.dirty, line.dirty);
    for (const auto& [entry, bits] : line.entries)
      EXPECT_EQ(left.data[entry / 4] >> 2 * (entry % 4) & 3, static_cast<int>(bits)) << entry;
    for (unsigned byte = entries_of_block / 4; byte < left.data.size(); ++byte)
      EXPECT_EQ(left.data[byte], 0) << byte;
    lines.erase(left.block);
  }
};

struct Sizes {
  unsigned bytes, ways, block_bytes;
};
void PrintTo(const Sizes& s, std::ostream* out) {
  *out << s.bytes << " bytes, " << s.ways << " ways, blocks of " << s.block_bytes;
}

class MetadataCacheSizes : public testing::TestWithParam<Sizes> {};

TEST_P(MetadataCacheSizes, KeepTheBlocksThatWereUsedLast) {
  const auto [bytes, ways, block_bytes] = GetParam();
  constexpr std::uint64_t seed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Random random(seed);
  MetadataCacheState state(bytes, ways, block_bytes);
  const unsigned sets = bytes / ways / block_bytes, entries = 4 * block_bytes;
  ASSERT_EQ(state.sets(), sets);
  ASSERT_EQ(state.entries(), entries);
  Expected expected{sets, ways, entries};
  unsigned hits = 0, evictions = 0;
  for (std::uint64_t now = 1; now <= 20'000; ++now) {
    if (random.one_in(4000)) {
      state.clear();
      expected.lines.clear();
    }
    const std::uint32_t block = ~0u - random.below(2 * sets * (ways + 1));
    const unsigned entry = random.below(entries), bits = random.below(4);
    const auto line = expected.lines.find(block);
    const bool there = line != expected.lines.end();
    hits += there;
    switch (random.below(8)) {
      case 0:
      case 1:
        ASSERT_EQ(state.look_up(block, entry),
                  there ? std::optional(line->second.entries[entry]) : std::nullopt);
        if (there) line->second.used = now;
        break;
      case 2:
      case 3:
        ASSERT_EQ(state.record(block, entry, bits), there);
        if (there) line->second.entries[entry] = bits, line->second.dirty = true, line->second.used = now;
        break;
      case 4: {
        const auto left = state.drop(block);
        ASSERT_EQ(left.has_value(), there);
        if (left) expected.expect_left(*left, block);
        break;
      }
      default: {
        MetadataBlock data;
        for (unsigned char& byte : data) byte = static_cast<unsigned char>(random());
        const auto victim = expected.victim(block);
        const auto filled = state.fill(block, data);
        ASSERT_EQ(filled.hit, there);
        if (there) {
          ASSERT_FALSE(filled.evicted.has_value());
          break;
        }
        ASSERT_EQ(filled.evicted.has_value(), victim.has_value());
        if (victim) expected.expect_left(*filled.evicted, *victim);
        ++evictions;
        Expected::Line& fresh = expected.lines[block];
        fresh.used = now;
        for (unsigned e = 0; e < entries; ++e) fresh.entries[e] = data[e / 4] >> 2 * (e % 4) & 3;
      }
    }
  }
  EXPECT_GT(hits, 1000u);
  EXPECT_GT(evictions, 1000u);
}
INSTANTIATE_TEST_SUITE_P(Caches, MetadataCacheSizes,
                         testing::Values(Sizes{8192, 4, 32}, Sizes{1024, 8, 64}, Sizes{128, 4, 32},
                                         Sizes{256, 1, 32}, Sizes{32, 1, 32}, Sizes{128, 2, 64}),
                         [](const auto& info) {
                           return "Bytes" + std::to_string(info.param.bytes) + "Ways" +
                                  std::to_string(info.param.ways) + "Of" +
                                  std::to_string(info.param.block_bytes);
                         });

TEST(MetadataCacheState, TheUpperBitsOfAnEntryAreIgnored) {
  MetadataCacheState state(64, 1, 32);
  state.fill(0, {});
  EXPECT_TRUE(state.record(0, 128 + 5, 2));
  EXPECT_EQ(state.look_up(0, 5), 2u);
  EXPECT_EQ(state.look_up(0, 0xff85), 2u);
}

TEST(MetadataCacheState, SizesThatNoCacheHasAreErrorsThatNameThem) {
  const auto refused = [](unsigned bytes, unsigned ways, unsigned block_bytes) {
    try {
      MetadataCacheState state(bytes, ways, block_bytes);
    } catch (const Error& e) {
      return e.problem().key + "=" + e.problem().value;
    }
    return std::string();
  };
  EXPECT_EQ(refused(8192, 4, 48), "block_bytes=48");
  EXPECT_EQ(refused(8192, 3, 32), "ways=3");
  EXPECT_EQ(refused(8192, 0, 32), "ways=0");
  EXPECT_EQ(refused(8192, 16, 32), "ways=16");
  EXPECT_EQ(refused(6144, 4, 32), "bytes=6144");
  EXPECT_EQ(refused(64, 4, 32), "bytes=64");
  EXPECT_EQ(refused(131072, 4, 32), "bytes=131072");
}

}  // namespace
}  // namespace heddle::metadata_cache_model_test

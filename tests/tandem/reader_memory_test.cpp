// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/reader_memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::reader_memory_test {
namespace {

struct Readers : testing::Test {
  ReaderMemory memory;
  /// Warps 0 to 3 belong to CTA 0, the others to CTA 1; `epoch` barriers of the whole CTA have passed.
  static MemoryAgent agent(unsigned warp, unsigned epoch = 0) {
    return {.warp = warp, .cta = warp / 4, .time = epoch, .seen_of_all = epoch, .first = warp / 4 * 4};
  }
};

TEST_F(Readers, WhereNobodyHasReadAllCameBefore) {
  EXPECT_TRUE(memory.all_before(64, agent(0)));
  memory.read(64, 4, agent(1));
  EXPECT_TRUE(memory.all_before(68, agent(0)));
  EXPECT_TRUE(memory.all_before(1 << 20, agent(0)));
}

TEST_F(Readers, AWarpComesBehindItsOwnReads) {
  memory.read(64, 4, agent(1));
  EXPECT_TRUE(memory.all_before(64, agent(1)));
  EXPECT_FALSE(memory.all_before(64, agent(0)));
}

TEST_F(Readers, ABarrierOrdersThem) {
  memory.read(64, 4, agent(1));
  memory.read(64, 4, agent(2));
  EXPECT_FALSE(memory.all_before(64, agent(1))) << "warp 2 has read, too";
  EXPECT_TRUE(memory.all_before(64, agent(0, 1)));
  memory.read(64, 4, agent(2, 1));
  EXPECT_FALSE(memory.all_before(64, agent(0, 1))) << "behind the barrier";
  EXPECT_TRUE(memory.all_before(64, agent(2, 1)));
  EXPECT_TRUE(memory.all_before(64, agent(0, 2)));
}

TEST_F(Readers, ABarrierOfSomeWarpsOrdersTheirReads) {
  const std::vector<std::uint32_t> seen{1, 0, 0, 0};
  const MemoryAgent by{.warp = 1, .cta = 0, .time = 1, .first = 0, .seen = seen};
  memory.read(64, 4, agent(0));
  EXPECT_TRUE(memory.all_before(64, by));
  memory.read(64, 4, agent(2));
  EXPECT_FALSE(memory.all_before(64, by));
}

/// Warps 0 to 2 meet, and warp 3 has nothing to do with it.
TEST_F(Readers, ABarrierOfSomeWarpsOrdersTheReadsOfSeveral) {
  const std::vector<std::uint32_t> seen{1, 1, 1, 0};
  const MemoryAgent by{.warp = 2, .cta = 0, .time = 1, .first = 0, .seen = seen};
  memory.read(64, 4, agent(0));
  memory.read(64, 4, agent(1));
  EXPECT_TRUE(memory.all_before(64, by));
  EXPECT_FALSE(memory.all_before(64, agent(3)));
  memory.read(64, 4, agent(3));
  EXPECT_FALSE(memory.all_before(64, by));
}

TEST_F(Readers, NothingOrdersCtas) {
  memory.read(64, 4, agent(0));
  EXPECT_FALSE(memory.all_before(64, agent(4, 9)));
  memory.read(64, 4, agent(4));
  for (const unsigned warp : {0u, 4u}) EXPECT_FALSE(memory.all_before(64, agent(warp, 9))) << warp;
  memory.read(64, 4, agent(4, 9));
  EXPECT_FALSE(memory.all_before(64, agent(4, 10))) << "the other CTA's read stays";
}

TEST_F(Readers, PartsOfAWordHaveReadersOfTheirOwn) {
  memory.read(64, 4, agent(0));
  memory.read(69, 1, agent(1));
  memory.read(70, 2, agent(2));
  EXPECT_TRUE(memory.all_before(68, agent(0)));
  EXPECT_FALSE(memory.all_before(69, agent(2)));
  EXPECT_FALSE(memory.all_before(71, agent(1)));
  for (unsigned k = 64; k < 68; ++k) EXPECT_FALSE(memory.all_before(k, agent(1))) << k;
}

TEST_F(Readers, AReadMayCrossPages) {
  memory.read(4096 - 4, 16, agent(0));
  EXPECT_FALSE(memory.all_before(4096 - 1, agent(1)));
  EXPECT_FALSE(memory.all_before(4096 + 11, agent(1)));
  EXPECT_TRUE(memory.all_before(4096 + 12, agent(1)));
}

TEST_F(Readers, TheNextLaunchHasNone) {
  memory.read(64, 1, agent(0));
  memory.clear();
  EXPECT_TRUE(memory.all_before(64, agent(1)));
  memory.read(68, 4, agent(1));
  EXPECT_TRUE(memory.all_before(64, agent(0)));
  EXPECT_FALSE(memory.all_before(68, agent(0)));
}

}  // namespace
}  // namespace heddle::reader_memory_test

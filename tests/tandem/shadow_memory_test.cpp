// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/shadow_memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::shadow_memory_test {
namespace {

using enum LoadVerdict;

struct Memory : testing::Test {
  ShadowMemory memory;
  /// Warps 0 and 1 belong to CTA 0, warp 2 to CTA 1; `epoch` barriers of the whole CTA have passed.
  static MemoryAgent agent(unsigned warp, unsigned epoch = 0) {
    return {.warp = warp, .cta = warp / 2, .time = epoch, .seen_of_all = epoch};
  }
  static std::vector<std::byte> word(unsigned value) {
    return {static_cast<std::byte>(value), static_cast<std::byte>(value >> 8), std::byte{0}, std::byte{0}};
  }
  void write(unsigned warp, unsigned value, unsigned epoch = 0) {
    memory.write(4096 - 2, word(value), agent(warp, epoch));  // across two pages
  }
  LoadVerdict load(unsigned warp, unsigned value, unsigned epoch = 0) const {
    return memory.check(4096 - 2, word(value), agent(warp, epoch));
  }
};

TEST_F(Memory, WhatTheHostWroteIsTheOnlyRightValue) {
  memory.set(4096 - 2, word(0x102));
  EXPECT_EQ(load(0, 0x102), exact);
  EXPECT_EQ(load(2, 0x103), different);
  EXPECT_EQ(memory.check(1 << 20, word(0), agent(0)), exact) << "what nobody has written is zero";
}

TEST_F(Memory, AWarpSeesItsOwnWrites) {
  write(0, 1);
  write(0, 2);
  EXPECT_EQ(load(0, 2), exact);
  EXPECT_EQ(load(0, 1), different);
}

TEST_F(Memory, AnotherWarpOfTheCtaSeesThemBehindABarrier) {
  write(0, 1);
  write(0, 2);
  EXPECT_EQ(load(1, 2, 1), exact);
  EXPECT_EQ(load(1, 1, 1), different);
  // Before it, the order of the warps decides.
  for (const unsigned value : {0u, 1u, 2u}) EXPECT_EQ(load(1, value), possible) << value;
  EXPECT_EQ(load(1, 3), foreign);
}

TEST_F(Memory, AnotherCtaSeesAnyOfThem) {
  write(0, 1);
  write(0, 2);
  for (const unsigned value : {0u, 1u, 2u}) EXPECT_EQ(load(2, value, 5), possible) << value;
  EXPECT_EQ(load(2, 4, 5), foreign);
}

TEST_F(Memory, WritesOfSeveralCtasHaveNoOrder) {
  write(0, 1);
  write(2, 2);
  EXPECT_EQ(load(0, 1, 1), possible);
  EXPECT_EQ(load(0, 2, 1), possible);
  EXPECT_EQ(load(2, 3, 1), foreign);
}

TEST_F(Memory, WarpsThatWriteTheSameAgree) {
  write(0, 1);
  write(1, 1);
  EXPECT_EQ(load(0, 1, 1), exact);
  EXPECT_EQ(load(0, 2, 1), different);
  write(1, 3);  // no longer
  EXPECT_EQ(load(0, 1, 1), possible);
  write(0, 4, 1);  // after a barrier the order is clear again
  EXPECT_EQ(load(1, 4, 2), exact);
  EXPECT_EQ(load(1, 3, 2), different);
}

TEST_F(Memory, ABarrierOfSomeWarpsOrdersWhatTheyWrote) {
  // Warp 1 has seen what warp 0 did before time 1, and has seen nothing of a third warp.
  const std::vector<std::uint32_t> seen{1, 1, 0};
  const MemoryAgent reader{.warp = 1, .cta = 0, .time = 1, .first = 0, .seen = seen};
  memory.write(64, word(1), agent(0, 0));
  EXPECT_EQ(memory.check(64, word(1), reader), exact);
  EXPECT_EQ(memory.check(64, word(0), reader), different);
  EXPECT_EQ(memory.check(64, word(0), agent(0, 0)), different);
  memory.write(64, word(2), reader);  // ordered behind the first; who has seen that only is not
  EXPECT_EQ(memory.check(64, word(2), reader), exact);
  EXPECT_EQ(memory.check(64, word(1), agent(0, 0)), possible);
  memory.write(64, word(3), agent(0, 1));  // at a time that warp 1 has not seen
  EXPECT_EQ(memory.check(64, word(3), reader), possible);
}

TEST_F(Memory, WarpsThatAgreeMustAllHaveBeenSeen) {
  const std::vector<std::uint32_t> seen{0, 1, 1};
  MemoryAgent reader{.warp = 2, .cta = 0, .time = 1, .first = 0, .seen = seen};
  memory.write(64, word(1), agent(0));
  memory.write(64, word(1), agent(1));
  EXPECT_EQ(memory.check(64, word(1), reader), possible) << "it has not seen warp 0's";
  reader.seen_of_all = 1;
  EXPECT_EQ(memory.check(64, word(1), reader), exact);
}

TEST_F(Memory, KnowsWhetherAllWritesCameBefore) {
  EXPECT_TRUE(memory.written_before(64, 4, agent(0)));
  memory.write(64, word(1), agent(0));
  memory.write(64, word(2), agent(1));
  EXPECT_FALSE(memory.written_before(64, 4, agent(0)));
  EXPECT_TRUE(memory.written_before(64, 4, agent(0, 1)));
  EXPECT_FALSE(memory.written_before(64, 4, agent(2, 1))) << "another CTA";
  EXPECT_TRUE(memory.written_before(68, 4, agent(2)));
  memory.write(66, word(1), agent(2));
  EXPECT_FALSE(memory.written_before(64, 4, agent(0, 1)));
}

TEST_F(Memory, TheNextLaunchFindsTheValuesAndNoWriters) {
  write(0, 7);
  memory.begin_launch();
  EXPECT_EQ(load(2, 7), exact);
  EXPECT_EQ(load(2, 0), different);
}

TEST_F(Memory, ClearedItIsZero) {
  write(0, 7);
  memory.clear();
  EXPECT_EQ(load(1, 0), exact);
  EXPECT_EQ(load(1, 7), different);
}

TEST_F(Memory, WhatIsInOrderIsExact) {
  memory.write(64, word(1), agent(0));
  memory.write(64, word(2), agent(1), true);
  EXPECT_EQ(memory.check(64, word(2), agent(0, 1)), exact);
  EXPECT_EQ(memory.check(64, word(1), agent(0, 1)), different);
}

TEST_F(Memory, PagesOfALaunchTellWhatIsRightAfterIt) {
  write(0, 0x201);
  write(2, 0x301);
  std::size_t pages = 0;
  memory.for_each_written([&](std::uint64_t address, const ShadowMemory::View& page) {
    ++pages;
    const std::size_t k = address == 0 ? 4094 : 1;  // both bytes differ from zero only in the first page
    if (address != 0) return;
    EXPECT_TRUE(page.written(k));
    EXPECT_FALSE(page.written(0));
    EXPECT_FALSE(page.exact(k));
    EXPECT_TRUE(page.possible(k, std::byte{1}));
    EXPECT_FALSE(page.possible(k, std::byte{9}));
    EXPECT_TRUE(page.possible(k + 1, std::byte{2}));
    EXPECT_TRUE(page.possible(k + 1, std::byte{3}));
  });
  EXPECT_EQ(pages, 2u);
}

}  // namespace
}  // namespace heddle::shadow_memory_test

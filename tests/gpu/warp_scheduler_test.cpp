// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <vector>

#include "hw/sm/issue/fair_turns.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/base/config.hpp"
#include "models/base/random.hpp"

namespace heddle::warp_scheduler_test {
namespace {

constexpr std::array<std::uint64_t, 64> age{40, 10, 30, 20};  // warp 1 is the oldest

std::unique_ptr<WarpScheduler> make(const char* name, unsigned active_warps = 6) {
  return Registry<WarpSchedulerEntry>::instance().find(name).make({active_warps});
}

/// All warps of the mask have instructions, and those of `issuable` could issue.
unsigned pick(WarpScheduler& scheduler, WarpMask issuable, WarpMask waiting = 0,
              WarpMask live = ~WarpMask{0}) {
  return scheduler.pick({live, issuable, waiting, age});
}

TEST(WarpScheduler, GtoStaysWithAWarpUntilItStallsThenTakesTheOldest) {
  const auto gto = make("gto");
  EXPECT_EQ(pick(*gto, 0b1100), 3u);  // the older of the two warps
  EXPECT_EQ(pick(*gto, 0b1111), 3u);  // greedy: warp 3 again, although warp 1 is older
  EXPECT_EQ(pick(*gto, 0b0111), 1u);
  EXPECT_EQ(pick(*gto, 0b0101), 2u);
  EXPECT_EQ(pick(*gto, 0), no_warp);
}

TEST(WarpScheduler, LrrTakesTheNextReadyWarpInTurn) {
  const auto lrr = make("lrr");
  EXPECT_EQ(pick(*lrr, 0b1111), 0u);
  EXPECT_EQ(pick(*lrr, 0b1111), 1u);
  EXPECT_EQ(pick(*lrr, 0b1011), 3u);
  EXPECT_EQ(pick(*lrr, 0), no_warp);
  EXPECT_EQ(pick(*lrr, 0b1011), 0u);
  EXPECT_EQ(pick(*lrr, std::uint64_t{1} << 63), 63u);
  EXPECT_EQ(pick(*lrr, 0b0100), 2u);
}

TEST(WarpScheduler, TwoLevelIssuesOnlyFromItsActiveSet) {
  const auto tl = make("two_level", 2);
  EXPECT_EQ(pick(*tl, 0b1111), 0u);
  EXPECT_EQ(tl->considered(), 0b0011u);
  EXPECT_EQ(pick(*tl, 0b1111), 1u);  // the active set takes turns
  EXPECT_EQ(pick(*tl, 0b1111), 0u);
  EXPECT_EQ(pick(*tl, 0b1100), no_warp);  // a short stall keeps its place: warps 2 and 3 stay pending
  EXPECT_EQ(pick(*tl, 0b1111), 1u);
}

TEST(WarpScheduler, TwoLevelReplacesAWarpThatWaitsForMemory) {
  const auto tl = make("two_level", 2);
  constexpr WarpMask live = 0b1111;
  EXPECT_EQ(pick(*tl, 0b1111, 0, live), 0u);
  EXPECT_EQ(pick(*tl, 0b1110, 0b0001, live), 1u);  // warp 0 waits for memory, so warp 2 has entered
  EXPECT_EQ(tl->considered(), 0b0110u);
  EXPECT_EQ(pick(*tl, 0b1111, 0, live), 2u);       // warp 0 is ready again, but pending
  EXPECT_EQ(pick(*tl, 0b1101, 0b0010, live), 3u);  // pending warps enter in turn: now warp 3
  EXPECT_EQ(tl->considered(), 0b1100u);
  EXPECT_EQ(pick(*tl, 0b1011, 0b0100, live), 0u);  // and then warp 0
  EXPECT_EQ(tl->considered(), 0b1001u);
}

TEST(WarpScheduler, TwoLevelLetsFinishedWarpsGo) {
  const auto tl = make("two_level", 1);
  EXPECT_EQ(pick(*tl, 0b11, 0, 0b11), 0u);
  EXPECT_EQ(pick(*tl, 0b10, 0, 0b10), 1u);
  EXPECT_EQ(pick(*tl, 0, 0, 0), no_warp);
  EXPECT_EQ(tl->considered(), 0u);
}

TEST(WarpScheduler, TwoLevelDoesNotChangeWithoutIssuing) {
  const auto tl = make("two_level", 2);
  pick(*tl, 0, 0b0001);
  const WarpMask set = tl->considered();
  for (int k = 0; k < 5; ++k) EXPECT_EQ(pick(*tl, 0, 0b0001), no_warp);
  EXPECT_EQ(tl->considered(), set);
}

TEST(WarpScheduler, AnUnknownPolicyIsAnErrorThatNamesTheNearest) {
  ConfigTree tree;
  tree.set("sm.scheduler=gtp");
  try {
    resolve<SmConfig>(tree, "sm");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().nearest, "gto");
    EXPECT_EQ(e.problem().legal, "gto, lrr, two_level");
    EXPECT_FALSE(e.problem().place.empty());
  }
}

/// Warps 0 and 1 could issue in each cycle; the policy takes warp 0, unless a turn goes ahead of it.
struct PassedOver {
  FairTurns turns{160};
  WarpMask waiting = 0;
  std::vector<unsigned> issued{};

  void step(Cycle now) {
    constexpr WarpMask live = 0b11;
    turns.begin_cycle(now, waiting);
    unsigned w = turns.turn(now, live & ~waiting);
    if (w == no_warp) w = 0;
    turns.issued(w);
    turns.end_cycle(live & ~waiting, waiting);
    issued.push_back(w);
  }
};

TEST(FairTurns, GoForASixteenthOfTheLimitAtTheMost) {
  PassedOver p;
  for (Cycle now = 1; now < 800; ++now) p.step(now);
  for (Cycle now = 1; now < 800; ++now) {
    // The span in which the launch begins does not count; warp 1 has issued in the third, and in the fourth
    // has not.
    const bool turn = (now >= 320 && now < 330) || (now >= 640 && now < 650);
    EXPECT_EQ(p.issued[now - 1], turn ? 1u : 0u) << now;
  }
}

TEST(FairTurns, EndWhereTheWarpWaits) {
  PassedOver p;
  for (Cycle now = 1; now < 480; ++now) {
    p.waiting = now == 323 ? 0b10 : 0;
    p.step(now);
    EXPECT_EQ(p.issued.back(), now >= 320 && now < 323 ? 1u : 0u) << now;
  }
}

TEST(FairTurns, AreNotForAWarpThatHasWaited) {
  PassedOver p;
  for (Cycle now = 1; now < 480; ++now) {
    p.waiting = now == 200 ? 0b10 : 0;
    p.step(now);
    EXPECT_EQ(p.issued.back(), 0u) << now;
  }
}

/// Warps that change now and then; while none has room, an SM may sleep until they change again.
std::vector<unsigned> issued_by_random_warps(std::uint64_t seed, bool sleeps) {
  FairTurns turns{40};
  Random random(seed);
  WarpMask ready = 0, waiting = 0, room = 0;
  std::vector<unsigned> issued;
  Cycle next_change = 0;
  for (Cycle now = 1; now < 5000; ++now) {
    if (now >= next_change) {
      waiting = random.below(16) & random.below(16);
      ready = random.below(16) & ~waiting;
      room = random.one_in(2) ? 0 : random.below(16);
      next_change = now + 1 + random.below(random.one_in(4) ? 120 : 10);
    } else if (sleeps && (ready & room) == 0) {
      issued.push_back(no_warp);
      continue;
    }
    turns.begin_cycle(now, waiting);
    unsigned w = turns.turn(now, ready & room);
    if (w == no_warp && (ready & room) != 0) w = static_cast<unsigned>(std::countr_zero(ready & room));
    if (w != no_warp) turns.issued(w);
    turns.end_cycle(ready, waiting);
    issued.push_back(w);
  }
  return issued;
}

TEST(FairTurns, AreTheSameWhenAnSmSleeps) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    EXPECT_EQ(issued_by_random_warps(seed, true), issued_by_random_warps(seed, false)) << "seed " << seed;
}

}  // namespace
}  // namespace heddle::warp_scheduler_test

#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

#include <gtest/gtest.h>

#include <array>

#include "hw/sm/sm_config.hpp"
#include "models/base/config.hpp"

namespace heddle {
namespace {

constexpr std::array<std::uint64_t, 64> age{40, 10, 30, 20};  // warp 1 is the oldest

std::unique_ptr<WarpScheduler> make(const char* name) {
  return Registry<WarpSchedulerEntry>::instance().find(name).make();
}

TEST(WarpScheduler, GtoStaysWithAWarpUntilItStallsThenTakesTheOldest) {
  const auto gto = make("gto");
  EXPECT_EQ(gto->pick(0b1100, age), 3u);  // the older of the two
  EXPECT_EQ(gto->pick(0b1111, age), 3u);  // greedy: although warp 1 is older
  EXPECT_EQ(gto->pick(0b0111, age), 1u);
  EXPECT_EQ(gto->pick(0b0101, age), 2u);
}

TEST(WarpScheduler, LrrTakesTheNextReadyWarpInTurn) {
  const auto lrr = make("lrr");
  EXPECT_EQ(lrr->pick(0b1111, age), 0u);
  EXPECT_EQ(lrr->pick(0b1111, age), 1u);
  EXPECT_EQ(lrr->pick(0b1011, age), 3u);
  EXPECT_EQ(lrr->pick(0b1011, age), 0u);
  EXPECT_EQ(lrr->pick(std::uint64_t{1} << 63, age), 63u);
  EXPECT_EQ(lrr->pick(0b0100, age), 2u);
}

TEST(WarpScheduler, AnUnknownPolicyIsAnErrorThatNamesTheNearest) {
  ConfigTree tree;
  tree.set("sm.scheduler=gtp");
  try {
    resolve<SmConfig>(tree, "sm");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().nearest, "gto");
    EXPECT_EQ(e.problem().legal, "gto, lrr");
    EXPECT_FALSE(e.problem().place.empty());
  }
}

}  // namespace
}  // namespace heddle

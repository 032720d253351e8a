#include "models/register_virtualization/cta_balance.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

CtaBalance launched(std::uint16_t most, std::uint16_t margin, ClusterCounts capacity) {
  CtaBalance balance;
  balance.launch({most, margin, capacity});
  return balance;
}

TEST(CtaBalance, AsLongAsThereIsRoomForOneAndTheMarginAllMayIssue) {
  CtaBalance balance = launched(10, 4, {20, 20, 20, 20});
  balance.start(0);
  balance.start(5);
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
  EXPECT_FALSE(balance.throttled());
  // CTA 0 has 7 of cluster 2, CTA 5 needs 10 of the 13 that are left, and 4 more: the smaller one fits.
  for (int n = 0; n < 7; ++n) balance.claim(0, 2);
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
  for (int n = 0; n < 7; ++n) balance.claim(5, 2);  // 6 are left, and each may need 3
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 0) << "no margin, and the keeper is who had the room";
  EXPECT_TRUE(balance.throttled());
  balance.release(5, 2);
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
}

/// What Jeon2015 counts in total is short in one cluster first.
TEST(CtaBalance, AClusterThatIsShortThrottlesThoughAllTogetherHaveEnough) {
  CtaBalance balance = launched(4, 1, {5, 100, 100, 100});
  balance.start(1);
  balance.start(2);
  balance.claim(1, 0);
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
  balance.claim(2, 0);
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 1);
}

TEST(CtaBalance, OfSeveralWithRoomTheSmallestInTotalAndThenTheLowestIsTheKeeper) {
  CtaBalance balance = launched(8, 2, {12, 12, 12, 12});
  for (const unsigned cta : {3u, 4u, 6u}) balance.start(cta);
  balance.claim(4, 0);
  balance.claim(6, 3);
  balance.decide();  // all have room; 4 and 6 are equal, and smaller than 3
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
  for (int n = 0; n < 3; ++n) balance.claim(3, 1);  // no room for 4 and 6
  for (int n = 0; n < 2; ++n) balance.claim(6, 0);  // none for 3
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 4);
}

TEST(CtaBalance, WithoutAKeeperNobodyIssuesUntilAllClaimsAreCounted) {
  CtaBalance balance = launched(10, 4, {12, 12, 12, 12});
  balance.decide();
  EXPECT_EQ(balance.allowed(), 0u);
  EXPECT_FALSE(balance.throttled()) << "no CTA is live";
  balance.start(2);
  balance.start(7);
  balance.decide();
  EXPECT_EQ(balance.allowed(), 0u);
  EXPECT_TRUE(balance.throttled());
  EXPECT_TRUE(balance.settling());
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 2);
  EXPECT_FALSE(balance.settling());
  balance.claim(2, 0);
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 2) << "the keeper stays";
  balance.release(2, 0);
  balance.end(2);
  for (unsigned edge = 0; edge < CtaBalance::counting_edges; ++edge) {
    balance.decide();
    EXPECT_EQ(balance.allowed(), 0u);
  }
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 7);
}

TEST(CtaBalance, CountersWrapAtElevenBits) {
  CtaBalance balance = launched(0x800 + 3, 0xf800, {0x8003, 3, 3, 3});
  balance.start(0);
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
  for (int n = 0; n < 4; ++n) balance.claim(0, 0);  // both are 2047
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
  balance.release(0, 0);  // both are zero
  balance.start(1);
  balance.decide();
  EXPECT_EQ(balance.allowed(), CtaBalance::all_ctas);
}

}  // namespace
}  // namespace heddle

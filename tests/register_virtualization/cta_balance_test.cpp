// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/cta_balance.hpp"

#include <gtest/gtest.h>

namespace heddle::cta_balance_test {
namespace {

CtaBalance launched(std::uint16_t most, std::uint16_t margin, ClusterCounts capacity,
                    unsigned guaranteed_ctas = throttled_ctas) {
  CtaBalance balance(guaranteed_ctas);
  balance.launch({most, margin, capacity});
  return balance;
}

void claim(CtaBalance& balance, unsigned cta, unsigned cluster, unsigned count) {
  for (unsigned n = 0; n < count; ++n) balance.claim(cta, cluster);
}

/// Steps until the decision no longer changes.
CtaSet settled(CtaBalance& balance) {
  do balance.decide();
  while (balance.settling());
  return balance.allowed();
}

TEST(CtaBalance, AsLongAsThereIsRoomForTheGuaranteedCtasAndTheMarginAllMayIssue) {
  CtaBalance balance = launched(10, 4, {27, 27, 27, 27});
  for (const unsigned cta : {0u, 5u, 6u}) balance.start(cta);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas) << "0 and 5 are kept, 6 has no room";
  EXPECT_FALSE(balance.throttled());
  claim(balance, 0, 2, 10);
  claim(balance, 5, 2, 6);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas) << "11 are left, and 5 may need 4";
  claim(balance, 6, 2, 3);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
  claim(balance, 6, 2, 1);
  EXPECT_EQ(settled(balance), 0b100001) << "no margin: 7 for 4";
  EXPECT_TRUE(balance.throttled());
  claim(balance, 5, 2, 4);
  EXPECT_EQ(settled(balance), 0b100001) << "3 for none";
  balance.release(6, 2);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
}

TEST(CtaBalance, WhenAGuaranteedCtaEndsAnotherBecomesOne) {
  CtaBalance balance = launched(10, 4, {24, 24, 24, 24});
  for (const unsigned cta : {1u, 2u, 3u}) balance.start(cta);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
  claim(balance, 3, 0, 4);
  EXPECT_EQ(settled(balance), 0b0110) << "20 for two CTAs";
  claim(balance, 2, 0, 10);
  for (unsigned n = 0; n < 10; ++n) balance.release(2, 0);
  balance.end(2);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas) << "20 for 10 and 6, and the margin";
  claim(balance, 3, 0, 3);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
}

/// Jeon2015 protects one CTA; the second CTA may starve here although the first one has room.
TEST(CtaBalance, WithOneGuaranteedCtaOnlyThatIsSureOfRegisters) {
  CtaBalance two = launched(10, 4, {24, 24, 24, 24}), one = launched(10, 4, {24, 24, 24, 24}, 1);
  for (CtaBalance* balance : {&two, &one}) {
    balance->start(1);
    balance->start(2);
    EXPECT_EQ(settled(*balance), CtaBalance::all_ctas);
    claim(*balance, 2, 3, 10);
    claim(*balance, 1, 3, 1);
    EXPECT_EQ(settled(*balance), CtaBalance::all_ctas);
    claim(*balance, 3, 3, 1);
  }
  EXPECT_EQ(settled(two), 0b110);
  EXPECT_EQ(settled(one), 0b010);
  EXPECT_TRUE(one.throttled());
  EXPECT_FALSE(two.throttled()) << "both that are live may issue";
}

/// One cluster can run short before the total, which Jeon2015 counts, does.
TEST(CtaBalance, AClusterThatIsShortThrottlesThoughAllTogetherHaveEnough) {
  CtaBalance balance = launched(4, 1, {6, 100, 100, 100});
  balance.start(1);
  balance.start(2);
  claim(balance, 2, 0, 1);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
  claim(balance, 1, 0, 1);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas) << "4 for 3 and the margin";
  claim(balance, 1, 0, 1);
  EXPECT_EQ(settled(balance), 1u << 2);
}

TEST(CtaBalance, OfSeveralWithRoomTheSmallestInTotalAndThenTheLowestIsTheNextGuaranteedCta) {
  CtaBalance balance = launched(8, 2, {12, 12, 12, 12}, 1);
  for (const unsigned cta : {3u, 4u, 6u}) balance.start(cta);
  balance.claim(4, 0);
  balance.claim(6, 3);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas) << "4 and 6 are equal, and smaller than 3";
  claim(balance, 3, 1, 3);
  EXPECT_EQ(settled(balance), 1u << 4);
}

TEST(CtaBalance, WithoutAGuaranteedCtaNobodyIssuesUntilAllClaimsAreCounted) {
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
  EXPECT_EQ(settled(balance), 1u << 2);
  balance.claim(2, 0);
  balance.decide();
  EXPECT_EQ(balance.allowed(), 1u << 2) << "the guaranteed CTA stays";
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
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
  claim(balance, 0, 0, 4);  // both balances are 2047
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
  balance.release(0, 0);  // both are zero
  balance.start(1);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
}

/// The sum of the balances does not wrap.
TEST(CtaBalance, ManyGuaranteedCtasOfMuchAreNoFewRegisters) {
  CtaBalance balance = launched(1500, 0, {2000, 2000, 2000, 2000});
  for (unsigned cta = 0; cta < throttled_ctas; ++cta) balance.start(cta);
  EXPECT_EQ(settled(balance), CtaBalance::all_ctas);
  for (unsigned c = 0; c < clusters; ++c) claim(balance, 7, c, 501);
  EXPECT_EQ(settled(balance), 0b1) << "1499 for 1500";
}

}  // namespace
}  // namespace heddle::cta_balance_test

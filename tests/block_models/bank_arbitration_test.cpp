// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/bank_arbitration.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::bank_arbitration_test {
namespace {

TEST(BankArbitration, DisjointRequestersAreGrantedTogether) {
  BankArbitration arbitration(4);
  const std::vector<std::uint32_t> banks{0x0f, 0xf0, 0x100, 0xff00'0000};
  EXPECT_EQ(arbitration.grant(0b1111, banks), (BankGrants{.granted = 0b1111, .conflicted = 0}));
}

TEST(BankArbitration, OneSharedBankIsAConflict) {
  BankArbitration arbitration(3);
  const std::vector<std::uint32_t> banks{0b0011, 0b0110, 0b0100};
  EXPECT_EQ(arbitration.grant(0b111, banks), (BankGrants{.granted = 0b101, .conflicted = 0b010}));
}

TEST(BankArbitration, TheGrantedAreNotHeardInTheNextCycle) {
  BankArbitration arbitration(2);
  const std::vector<std::uint32_t> banks{1, 1};
  EXPECT_EQ(arbitration.grant(0b01, banks), (BankGrants{.granted = 0b01, .conflicted = 0}));
  EXPECT_FALSE(arbitration.settled());
  EXPECT_EQ(arbitration.grant(0b01, banks), (BankGrants{.granted = 0, .conflicted = 0}));
  EXPECT_TRUE(arbitration.settled());
  EXPECT_EQ(arbitration.grant(0b01, banks), (BankGrants{.granted = 0b01, .conflicted = 0}));
}

TEST(BankArbitration, ThePointerPassesTheFirstGranted) {
  BankArbitration arbitration(4);
  const std::vector<std::uint32_t> banks{1, 1, 1, 1};
  std::vector<std::uint32_t> order;
  for (int cycle = 0; cycle < 5; ++cycle) order.push_back(arbitration.grant(0b1111, banks).granted);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 2, 4, 8, 1}));
  arbitration.reset();
  EXPECT_EQ(arbitration.grant(0b1111, banks).granted, 1u);
}

TEST(BankArbitration, ThePointerStaysWhenNobodyAsks) {
  BankArbitration arbitration(4);
  const std::vector<std::uint32_t> banks{1, 1, 1, 1};
  arbitration.grant(0b0001, banks);
  arbitration.grant(0, banks);
  EXPECT_EQ(arbitration.grant(0b1111, banks).granted, 0b0010u);
}

TEST(BankArbitration, ARequestForNoBankConflictsWithNobody) {
  BankArbitration arbitration(2);
  const std::vector<std::uint32_t> banks{~0u, 0};
  EXPECT_EQ(arbitration.grant(0b11, banks).granted, 0b11u);
}

TEST(BankArbitration, NumberOfRequestersIsChecked) {
  EXPECT_THROW(BankArbitration(0), Error);
  EXPECT_THROW(BankArbitration(33), Error);
  EXPECT_NO_THROW(BankArbitration(32));
}

/// An independent reference: it grants one requester after another, and looks at one bank after another.
struct Reference {
  unsigned requesters, first = 0;
  std::vector<bool> granted_before;

  explicit Reference(unsigned n) : requesters(n), granted_before(n, false) {}

  BankGrants grant(std::uint32_t pending, const std::vector<std::uint32_t>& banks) {
    std::array<bool, register_banks> taken{};
    std::vector<bool> granted(requesters, false);
    BankGrants result;
    int winner = -1;
    for (unsigned k = 0; k < requesters; ++k) {
      const unsigned i = (first + k) % requesters;
      if (!(pending >> i & 1) || granted_before[i]) continue;
      bool free = true;
      for (unsigned b = 0; b < register_banks; ++b) free = free && !(banks[i] >> b & 1 && taken[b]);
      (free ? result.granted : result.conflicted) |= 1u << i;
      if (!free) continue;
      granted[i] = true;
      if (winner < 0) winner = static_cast<int>(i);
      for (unsigned b = 0; b < register_banks; ++b) taken[b] = taken[b] || (banks[i] >> b & 1);
    }
    if (winner >= 0) first = (static_cast<unsigned>(winner) + 1) % requesters;
    granted_before = granted;
    return result;
  }
};

class BankArbitrationRandom : public testing::TestWithParam<unsigned> {};

TEST_P(BankArbitrationRandom, EqualsAnIndependentReference) {
  constexpr std::uint64_t seed = 32;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  const unsigned n = GetParam();
  BankArbitration arbitration(n);
  Reference reference(n);
  std::uint64_t conflicts = 0;
  for (int cycle = 0; cycle < 50000; ++cycle) {
    std::vector<std::uint32_t> banks(n);
    for (auto& b : banks) b = ((1u << random.below(9)) - 1) << 8 * random.below(4);
    const auto pending = static_cast<std::uint32_t>(random() & random() & (~0u >> (32 - n)));
    const BankGrants grants = arbitration.grant(pending, banks);
    ASSERT_EQ(grants, reference.grant(pending, banks)) << "cycle " << cycle;
    conflicts += static_cast<unsigned>(std::popcount(grants.conflicted));
  }
  EXPECT_EQ(conflicts > 0, n > 1);
}

/// A requester that keeps asking is served within as many cycles as there are requesters, whatever the others
/// do.
TEST_P(BankArbitrationRandom, NobodyStarves) {
  constexpr std::uint64_t seed = 7;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  const unsigned n = GetParam();
  BankArbitration arbitration(n);
  std::vector<unsigned> waited(n, 0);
  const std::vector<std::uint32_t> banks(n, 1);
  std::uint32_t pending = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    pending |= static_cast<std::uint32_t>(random()) & (~0u >> (32 - n));
    const BankGrants grants = arbitration.grant(pending, banks);
    for (unsigned i = 0; i < n; ++i) {
      waited[i] = grants.conflicted >> i & 1 ? waited[i] + 1 : 0;
      ASSERT_LT(waited[i], n) << "requester " << i << " cycle " << cycle;
    }
    pending &= ~grants.granted;
  }
}

INSTANTIATE_TEST_SUITE_P(Requesters, BankArbitrationRandom,
                         testing::ValuesIn(std::set{1u, 2u, 7u, write_requesters, read_requesters, 32u}),
                         [](const auto& info) { return std::to_string(info.param); });

}  // namespace
}  // namespace heddle::bank_arbitration_test

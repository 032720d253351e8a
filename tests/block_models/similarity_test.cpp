// SPDX-License-Identifier: Apache-2.0
// Value similarity, representative lanes and the shift register that chooses some of them.
#include "models/warp_approximation/similarity.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "models/base/random.hpp"
#include "models/warp_approximation/representative_lane.hpp"

namespace heddle::similarity_test {
namespace {

// Wong2016, section 1.
static_assert(d_similar(124, 127, 2) && !d_similar(124, 127, 1));
static_assert(d_similar(113, 127, 4) && !d_similar(113, 127, 3));
static_assert(!d_similar(127, 128, 7) && d_similar(127, 128, 8));
static_assert(d_similar(0, 0x7fffffff, 31) && !d_similar(0, 0x80000000, 31));

TEST(Similarity, OfARegisterIsThatOfEachPairOfActiveLanes) {
  constexpr std::uint64_t seed = 5;
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  unsigned alike = 0;
  for (int n = 0; n < 20'000; ++n) {
    WarpRegister data;
    const std::uint32_t base = static_cast<std::uint32_t>(random()), free = (1u << random.below(5)) - 1;
    for (auto& value : data.lane) value = base ^ (static_cast<std::uint32_t>(random()) & free);
    const LaneMask active = static_cast<LaneMask>(random()) & static_cast<LaneMask>(random());
    const unsigned d = random.below(6);
    bool pairs = true;
    for (unsigned i = 0; i < warp_size; ++i)
      for (unsigned k = 0; k < i; ++k)
        if ((active >> i & active >> k & 1) != 0) pairs &= data[i] >> d == data[k] >> d;
    ASSERT_EQ(similar(data, active, d), pairs) << n;
    alike += pairs;
  }
  EXPECT_GT(alike, 5'000u);
  EXPECT_LT(alike, 15'000u);
}

TEST(RepresentativeChoice, AlwaysTakesAnActiveLane) {
  for (unsigned policy = 0; policy < representative_policies; ++policy) {
    RepresentativeChoice choice(static_cast<RepresentativePolicy>(policy));
    Random random(7);
    for (int n = 0; n < 10'000; ++n) {
      const auto active = static_cast<LaneMask>(random());
      if (active == 0) continue;
      ASSERT_TRUE(active >> choice.choose(active) & 1);
    }
  }
}

/// The polynomial is primitive: all states but 0.
TEST(RepresentativeChoice, PassesThroughAllStatesBeforeTheFirstComesAgain) {
  RepresentativeChoice choice(RepresentativePolicy::random);
  const std::uint16_t first = choice.state();
  unsigned period = 0;
  do {
    choice.choose(0);
    ++period;
  } while (choice.state() != first && period < 70'000);
  EXPECT_EQ(period, 65'535u);
}

}  // namespace
}  // namespace heddle::similarity_test

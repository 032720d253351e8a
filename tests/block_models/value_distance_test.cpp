// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/value_distance.hpp"

#include <gtest/gtest.h>

namespace heddle::value_distance_test {
namespace {

using enum ValueDistance;

TEST(ValueDistance, HasTheBinsOfThePaper) {
  EXPECT_EQ(value_distance(7, 7), zero);
  for (const std::uint32_t base : {0u, 5u, 0x7fffffffu, 0xffffffffu}) {
    for (const bool up : {false, true}) {
      const auto at = [&](std::uint32_t d) { return value_distance(base, up ? base + d : base - d); };
      EXPECT_EQ(at(1), within_128) << base;
      EXPECT_EQ(at(128), within_128) << base;
      EXPECT_EQ(at(129), within_32k) << base;
      EXPECT_EQ(at(32768), within_32k) << base;
      EXPECT_EQ(at(32769), random) << base;
      EXPECT_EQ(at(0x80000000u), random) << base;
    }
  }
}

TEST(ValueDistance, OfSuccessiveThreadsOfARegister) {
  WarpRegister r;
  for (unsigned i = 0; i < warp_size; ++i) r[i] = 1000 * i;
  r[1] = 0;  // then 2000 to the next
  const ValueDistances d = value_distances(r);
  EXPECT_EQ(d.count, (std::array<unsigned, 4>{1, 0, 30, 0}));
  EXPECT_EQ(d.largest, within_32k);
  r[31] = 0x40000000;
  EXPECT_EQ(value_distances(r).count, (std::array<unsigned, 4>{1, 0, 29, 1}));
  EXPECT_EQ(value_distances(r).largest, random);
  EXPECT_EQ(value_distances(WarpRegister{}).count, (std::array<unsigned, 4>{31, 0, 0, 0}));
}

}  // namespace
}  // namespace heddle::value_distance_test

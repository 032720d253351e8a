// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/range_indicators.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::range_indicators_test {
namespace {

TEST(RangeIndicators, AllRegistersArePlainAtFirst) {
  for (const unsigned bits : {2u, 3u}) {
    const RangeIndicators table(bits);
    for (unsigned r = 0; r < indicator_registers; ++r)
      ASSERT_EQ(indicator(table.all(), static_cast<RegisterId>(r)), BdiEncoding::uncompressed);
  }
}

TEST(RangeIndicators, TheBitsOfAnIndicatorAreThoseOfTheEncodingsNumber) {
  RangeIndicators table(3);
  EXPECT_TRUE(table.update(65, 0b101));
  EXPECT_EQ(table.all().low[1], ~std::uint64_t{0});
  EXPECT_EQ(table.all().high[1], ~std::uint64_t{2});
  EXPECT_EQ(table.all().wide[1], 2u);
  EXPECT_EQ(static_cast<unsigned>(indicator(table.all(), 65)), 5u);
}

TEST(RangeIndicators, WithTwoBitsTheThirdIsNotKept) {
  RangeIndicators table(2);
  EXPECT_TRUE(table.update(7, 0b11111101));
  EXPECT_EQ(indicator(table.all(), 7), BdiEncoding::base4_delta1);
  EXPECT_EQ(table.all().wide, IndicatorPlane{});
}

TEST(RangeIndicators, TellsWhetherAnIndicatorChanged) {
  RangeIndicators table(2);
  EXPECT_FALSE(table.update(3, 3));
  EXPECT_FALSE(table.clear(0, indicator_registers));
  EXPECT_TRUE(table.update(3, 0));
  EXPECT_FALSE(table.update(3, 0));
  EXPECT_FALSE(table.clear(4, 100));
  EXPECT_TRUE(table.clear(3, 1));
}

TEST(RangeIndicators, RegistersBeyondTheLastAreIgnored) {
  RangeIndicators table(2);
  EXPECT_FALSE(table.update(indicator_registers, 0));
  EXPECT_FALSE(table.update(0xffff, 0));
  EXPECT_FALSE(table.clear(0xffff, 0xffff));
  EXPECT_EQ(table.all(), Indicators{});
}

TEST(RangeIndicators, AnotherNumberOfBitsIsAnError) {
  for (const unsigned bits : {0u, 1u, 4u}) EXPECT_THROW(RangeIndicators{bits}, Error);
}

TEST(RangeIndicators, EqualsAListOfEncodings) {
  constexpr std::uint64_t seed = 20150614;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (const unsigned bits : {2u, 3u}) {
    RangeIndicators table(bits);
    std::vector<unsigned> reference(indicator_registers, 3);
    for (int n = 0; n < 3000; ++n) {
      if (random.one_in(6)) {
        const unsigned first = random.below(indicator_registers + 20);
        const unsigned count = random.one_in(4) ? random.below(0x10000) : random.below(200);
        table.clear(first, count);
        for (unsigned r = first; r < first + count && r < indicator_registers; ++r) reference[r] = 3;
      } else {
        const unsigned r = random.below(indicator_registers + 5), encoding = random.below(256);
        table.update(static_cast<RegisterId>(r), encoding);
        if (r < indicator_registers) reference[r] = encoding % (1u << bits);
      }
      for (unsigned r = 0; r < indicator_registers; ++r)
        ASSERT_EQ(static_cast<unsigned>(indicator(table.all(), static_cast<RegisterId>(r))), reference[r])
            << "step " << n << ", register " << r;
    }
  }
}

}  // namespace
}  // namespace heddle::range_indicators_test

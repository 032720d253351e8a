// SPDX-License-Identifier: Apache-2.0
// The classes of register values from which the co-simulation of the compressors draws.
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle::value_classes_test {

void PrintTo(ValueClass value, std::ostream* out) { *out << info(value).name; }

namespace {

using enum ValueClass;

std::vector<ValueClass> all_classes() {
  std::vector<ValueClass> all;
  for (unsigned k = 0; k < value_class_count; ++k) all.push_back(ValueClass{static_cast<std::uint8_t>(k)});
  return all;
}

/// Lane i holds `base` + `stride` * i, except lane `lane`, which holds `value`.
WarpRegister lanes(std::uint32_t base, std::uint32_t stride = 0, unsigned lane = warp_size,
                   std::uint32_t value = 0) {
  WarpRegister r;
  for (unsigned i = 0; i < warp_size; ++i) r[i] = i == lane ? value : base + stride * i;
  return r;
}

TEST(ValueClasses, AreThoseOfKnownRegisters) {
  const std::vector<std::pair<WarpRegister, ValueClass>> known{
      {lanes(0), zero},
      {lanes(~0u), ones},
      {lanes(0x80000000), sign_bit},
      {lanes(0x7fffffff), largest},
      {lanes(5), equal_small},
      {lanes(0x3f800000), equal_float},
      {lanes(0x12345678), ValueClass::equal},
      {lanes(0, 1), lane_index},
      {lanes(32, 1), lane_index_from},
      {lanes(0x1000, 4), affine_up},
      {lanes(31, ~0u), affine_down},
      {lanes(5000, 0, 31, 5000 - 128), byte_edge},
      {lanes(5000, 0, 31, 5000 + 127), byte_edge},
      {lanes(5000, 0, 1, 5000 + 128), byte_exceeded},
      {lanes(5000, 0, 1, 5000 - 129), byte_exceeded},
      {lanes(0, 0, 9, 0xffff8000), half_edge},
      {lanes(0, 0, 9, 0x8000), half_exceeded},
      {lanes(0, 0, 31, 1), one_lane_of_zero},
      {lanes(70000, 0, 0, 70001), one_lane_by_one},
      {lanes(70000, 0, 30, 70000 ^ 0x100000), one_lane_by_bit},
      {lanes(70000, 0, 3, 1), one_lane},
  };
  for (const auto& [made, value] : known)
    EXPECT_STREQ(info(classify(made)).name, info(value).name) << made[0] << " ... " << made[31];
}

TEST(ValueClasses, TheOddLaneIsFoundWhereverItIs) {
  for (unsigned i = 0; i < warp_size; ++i) EXPECT_EQ(odd_lane(lanes(7, 0, i, 9)), i);
}

class Generated : public testing::TestWithParam<ValueClass> {};

/// The random part of a register may put it into an earlier class, but rarely does.
TEST_P(Generated, RegistersAreMostlyOfTheirClass) {
  ValueGenerator generator(1);
  WarpRegister made;
  unsigned own = 0;
  for (unsigned n = 0; n < 1000; ++n) {
    generator.make(GetParam(), made);
    own += classify(made) == GetParam();
  }
  EXPECT_GE(own, 650u) << info(GetParam()).name;
}
INSTANTIATE_TEST_SUITE_P(ValueClasses, Generated, testing::ValuesIn(all_classes()));

/// Among 100,000 registers drawn by weight, every class has at least 1,400.
TEST(ValueStimulus, GivesEachClassItsShare) {
  unsigned sum = 0;
  for (const ValueClass k : all_classes()) {
    sum += value_weight(k);
    EXPECT_GE(value_weight(k) * 100'000.0 / value_weight_sum, 1400) << info(k).name;
  }
  EXPECT_EQ(sum, value_weight_sum);
}

TEST(ValueStimulus, IsTheSameForTheSameSeed) {
  ValueStimulus a(7), b(7), c(8);
  WarpRegister x, y, z;
  unsigned different = 0;
  for (unsigned n = 0; n < 1000; ++n) {
    const BurstPlace place = n % 50 == 0 ? BurstPlace::first : BurstPlace::inside;
    a.draw(place, x);
    b.draw(place, y);
    c.draw(place, z);
    ASSERT_EQ(x, y);
    different += x != z;
  }
  EXPECT_GT(different, 500u);
}

/// Each class comes first and last in a burst once before any class does so again.
TEST(ValueStimulus, ShowsEachClassBesideIdleCycles) {
  for (const BurstPlace place : {BurstPlace::first, BurstPlace::last}) {
    ValueStimulus stimulus(1);
    WarpRegister made;
    std::array<unsigned, value_class_count> times{};
    for (unsigned n = 0; n < 8 * value_class_count; ++n) {
      stimulus.draw(place, made);
      ++times[static_cast<unsigned>(classify(made))];
    }
    for (const ValueClass k : all_classes()) EXPECT_GE(times[static_cast<unsigned>(k)], 3u) << info(k).name;
  }
}

}  // namespace
}  // namespace heddle::value_classes_test

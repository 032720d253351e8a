// SPDX-License-Identifier: Apache-2.0
// The comparison of sixteen words at once finds what the scalar code finds.
#include "models/line_compression/cpack_alike.hpp"

#include <gtest/gtest.h>

#include "models/base/random.hpp"

namespace heddle::cpack_alike_test {
namespace {

TEST(CpackAlike, FindsTheWordsThatTheScalarCodeFinds) {
  Random random(5);
  unsigned two = 0, three = 0, four = 0;
  for (int n = 0; n < 2000; ++n) {
    CpackScalarWords::Words words;
    // Bytes of few values, so that many words share some.
    const std::uint32_t values = 1 + random.below(4);
    for (std::uint32_t& word : words) {
      word = 0;
      for (unsigned b = 0; b < 4; ++b) word = word << 8 | (random.below(values) * 0x55);
    }
    const CpackLineWords at_once(words);
    const CpackScalarWords scalar(words);
    for (unsigned i = 0; i < words.size(); ++i)
      for (const bool all : {false, true}) {
        const CpackAlike found = scalar.alike(words[i], all);
        ASSERT_EQ(at_once.alike(words[i], all), found);
        two += found.two != found.three;
        three += found.three != found.four;
        four += found.four != 0;
      }
  }
  EXPECT_GT(two, 1000u);
  EXPECT_GT(three, 1000u);
  EXPECT_GT(four, 1000u);
}

TEST(CpackAlike, ByHand) {
  CpackScalarWords::Words words{};
  words[3] = 0x12345678;
  words[15] = 0x12345600;
  words[16] = 0x12340078;
  words[31] = 0x12345678;
  const CpackLineWords line(words);
  EXPECT_EQ(line.alike(0x12345678, true), (CpackAlike{1u << 3 | 1u << 15 | 1u << 16 | 1u << 31,
                                                      1u << 3 | 1u << 15 | 1u << 31, 1u << 3 | 1u << 31}));
  EXPECT_EQ(line.alike(0x12345678, false), (CpackAlike{1u << 3 | 1u << 15, 1u << 3 | 1u << 15, 1u << 3}));
}

}  // namespace
}  // namespace heddle::cpack_alike_test

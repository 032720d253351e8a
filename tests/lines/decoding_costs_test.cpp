// SPDX-License-Identifier: Apache-2.0
// What `heddle subroutines` counts: of which lines, and in which order designs must be.
#include "tb/caba/cli/decoding_costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tb/lines/line_kinds.hpp"

namespace heddle::decoding_costs_test {
namespace {

memory_lines::LineSet lines_of(const std::string& kind) {
  memory_lines::LineSet set;
  for (memory_lines::LineKind& k : memory_lines::line_kinds(64))
    if (k.name == kind) set.lines = k.lines;
  return set;
}

DecodingCost cost(const std::vector<DecodingCost>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const DecodingCost& c) { return c.name == name; });
  return found == all.end() ? DecodingCost{.name = "none"} : *found;
}

/// A subroutine without branches takes as many instructions for each line.
TEST(DecodingCosts, AreThoseOfCompressedLines) {
  const auto zeros = decoding_costs(lines_of("zero")), random = decoding_costs(lines_of("random"));
  ASSERT_EQ(zeros.size(), 11u);
  for (const DecodingCost& c : zeros) {
    EXPECT_EQ(c.lines, 64u) << c.name;
    EXPECT_EQ(c.stored_bytes, 32) << c.name;
    EXPECT_EQ(c.least, c.most) << c.name;
    EXPECT_GT(c.registers, 1u) << c.name;
  }
  for (const DecodingCost& c : random) EXPECT_EQ(c.lines, 0u) << c.name;
}

TEST(DecodingCosts, FallWithTheWays) {
  const auto all = decoding_costs(lines_of("integers"));
  for (const std::string symbols : {"E2MC8", "E2MC16"}) {
    const DecodingCost one = cost(all, symbols + ", 1 way"), two = cost(all, symbols + ", 2 ways"),
                       four = cost(all, symbols + ", 4 ways");
    EXPECT_EQ(one.lines, 64u);
    EXPECT_LT(two.mean(), 0.6 * one.mean());
    EXPECT_LT(four.mean(), 0.6 * two.mean());
    EXPECT_GE(four.mean(), static_cast<double>(four.least));
    EXPECT_LE(four.mean(), static_cast<double>(four.most));
  }
  EXPECT_EQ(cost(all, "fpc").least, cost(all, "fpc").most);
  EXPECT_LT(cost(all, "fpc").mean(), cost(all, "E2MC16, 8 ways").mean());
}

}  // namespace
}  // namespace heddle::decoding_costs_test

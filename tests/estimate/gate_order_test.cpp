// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/gate_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heddle::estimate::gate_order_test {
namespace {

const std::string before =
    "# text\nautoidx 9\nmodule \\other\n  cell $_OR_ \\x\n    connect \\A \\a\n  end\nend\n"
    "attribute \\top 1\nmodule \\top\n  attribute \\src \"a.sv:1\"\n  wire \\a\n";
const std::string behind = "  connect \\q \\a\nend\n";

std::string cell(int n) {
  return "  attribute \\src \"a.sv:" + std::to_string(n) + "\"\n  cell $_AND_ $" + std::to_string(n) +
         "\n    connect \\A \\a\n    connect \\Y \\y" + std::to_string(n) + "\n  end\n";
}

TEST(GateOrder, PermutesTheCellsOfTheTopAndNothingElse) {
  std::string text = before;
  for (int n = 0; n < 6; ++n) text += cell(n);
  text += behind;
  std::set<std::string> orders;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::string other = reordered(text, "top", seed);
    EXPECT_EQ(other, reordered(text, "top", seed));
    EXPECT_EQ(other.size(), text.size());
    EXPECT_TRUE(other.starts_with(before));
    EXPECT_TRUE(other.ends_with(behind));
    for (int n = 0; n < 6; ++n) EXPECT_NE(other.find(cell(n)), std::string::npos);
    orders.insert(other);
  }
  EXPECT_GT(orders.size(), 15u);
}

TEST(GateOrder, LeavesWhatHasNoCells) {
  const std::string text = before + behind;
  EXPECT_EQ(reordered(text, "top", 3), text);
}

}  // namespace
}  // namespace heddle::estimate::gate_order_test

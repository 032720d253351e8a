// SPDX-License-Identifier: Apache-2.0
#include "tb/workloads/expression.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "models/base/error.hpp"

namespace heddle::expression_test {
namespace {

const ExpressionNames names{.find = [](std::string_view name) -> std::optional<Number> {
                              if (name == "n") return std::int64_t{10};
                              if (name == "half") return 0.5;
                              return std::nullopt;
                            },
                            .known = {"n", "half"}};

std::string value(std::string_view text) { return text_of(evaluate(text, names, "f:3:7", true)); }

TEST(Expression, Values) {
  EXPECT_EQ(value("1 + 2 * 3"), "7");
  EXPECT_EQ(value("(1 + 2) * 3"), "9");
  EXPECT_EQ(value("10 - 3 - 2"), "5");
  EXPECT_EQ(value("-n + +3"), "-7");
  EXPECT_EQ(value("- -2"), "2");
  EXPECT_EQ(value("7 / 2"), "3");
  EXPECT_EQ(value("-7 / 2"), "-3");
  EXPECT_EQ(value("-7 % 3"), "-1");
  EXPECT_EQ(value("7 / 2.0"), "3.5");
  EXPECT_EQ(value("n * half"), "5");
  EXPECT_EQ(value("1e3"), "1000");
  EXPECT_EQ(value(".5"), "0.5");
  EXPECT_EQ(value("min(n, 3) + max(n, 3)"), "13");
  EXPECT_EQ(value("min(0.5, 1)"), "0.5");
  EXPECT_EQ(value("ceil_div(n, 4)"), "3");
  EXPECT_EQ(value("ceil_div(8, 4)"), "2");
  EXPECT_EQ(value("ceil_div(-7, 2)"), "-3");
  EXPECT_EQ(value("ceil_div(-7, -2)"), "4");
  EXPECT_EQ(value("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(value("-9223372036854775807 - 1"), "-9223372036854775808");
}

struct Bad {
  std::string text;
  unsigned column;  ///< of the message; the text begins at 7
  std::string message;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.text; }

class BadExpression : public testing::TestWithParam<Bad> {};

TEST_P(BadExpression, IsToldWithItsColumn) {
  try {
    FAIL() << value(GetParam().text);
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().place, "f:3:" + std::to_string(GetParam().column)) << e.what();
    EXPECT_NE(std::string(e.what()).find(GetParam().message), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadExpression,
    testing::Values(Bad{"", 7, "too early"}, Bad{"1 +", 10, "too early"}, Bad{"1 2", 9, "'2'"},
                    Bad{"1 + m", 11, "unknown name"}, Bad{"hafl", 7, "did you mean 'half'"},
                    Bad{"n / (3 - 3)", 9, "division by zero"}, Bad{"n % 0", 9, "division by zero"},
                    Bad{"1.0 / 0", 11, "division by zero"}, Bad{"ceil_div(n, 0)", 7, "division by zero"},
                    Bad{"9223372036854775807 + 1", 27, "too large"},
                    Bad{"99999999999999999999", 7, "out of range"},
                    Bad{"n*9223372036854775807", 8, "too large"}, Bad{"1e308 * 10", 13, "too large"},
                    Bad{"(-9223372036854775807 - 1) / -1", 34, "too large"}, Bad{"2.5 % 2", 11, "integers"},
                    Bad{"sqrt(4)", 7, "ceil_div"}, Bad{"min(1)", 12, "','"}, Bad{"ceil_div(n", 17, "quotes"},
                    Bad{"(1", 9, "')'"}, Bad{"1..2", 7, "malformed"}, Bad{"3x", 7, "malformed"},
                    Bad{"$", 7, "'$'"}, Bad{std::string(1000, '('), 7 + 64, "nested"},
                    Bad{std::string(1000, '-'), 7 + 64, "nested"}));

}  // namespace
}  // namespace heddle::expression_test

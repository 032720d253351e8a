// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/exact_rounding.hpp"

namespace heddle::test::float_kinds_test {
namespace {

template <class T>
class FloatKinds : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatKinds, Types);

TYPED_TEST(FloatKinds, Testp) {
  using T = TypeParam;
  auto a = corners<T>(1, 300);
  for (const T v : {std::numeric_limits<T>::signaling_NaN(), -std::numeric_limits<T>::quiet_NaN()})
    a.push_back(v);
  const auto check = [&](const char* kind, auto&& expected) {
    expect_lanes<Pred>(fmt::format("testp.{}.{} %d, %s0;", kind, register_type<T>()), expected, a);
  };
  check("finite", [](T v) { return std::isfinite(v); });
  check("infinite", [](T v) { return std::isinf(v); });
  check("number", [](T v) { return !std::isnan(v); });
  check("notanumber", [](T v) { return std::isnan(v); });
  check("normal", [](T v) { return std::isnormal(v) || v == 0; });
  check("subnormal", [](T v) { return std::fpclassify(v) == FP_SUBNORMAL; });
}

/// Compares numbers with -0 below +0.
bool below(float x, float y) { return x < y || (x == y && std::signbit(x) && !std::signbit(y)); }

/// min and max as the manual defines them.
struct Choice {
  bool least;
  std::string suffix;
  bool has(const char* word) const { return suffix.find(word) != suffix.npos; }

  float operator()(float x, float y) const {
    if (has("ftz")) x = flush(x), y = flush(y);
    const bool negative = std::signbit(x) != std::signbit(y);
    if (has("abs")) x = std::fabs(x), y = std::fabs(y);
    float result = std::numeric_limits<float>::quiet_NaN();
    if (!std::isnan(x) && !std::isnan(y))
      result = below(x, y) == least ? x : y;
    else if (!has("NaN"))
      result = std::isnan(x) ? y : x;
    if (has("xorsign") && !std::isnan(result)) result = negative ? -std::fabs(result) : std::fabs(result);
    return result;
  }
};

TEST(FloatMinMax, SuffixesAndThreeOperands) {
  const auto [a, b] = pairs(corners<float>(2), corners<float>(3));
  const auto c = drawn(corners<float>(4), a.size(), 5);
  for (const bool least : {true, false})
    for (const std::string suffix :
         {"", ".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".ftz.NaN.xorsign.abs"}) {
      const Choice choice{least, suffix};
      const std::string opcode = (least ? "min" : "max") + suffix;
      expect_lanes<float>(opcode + ".f32 %d, %s0, %s1;", choice, a, b);
      if (suffix.find("xorsign") != suffix.npos) continue;
      expect_lanes<float>(
          opcode + ".f32 %d, %s0, %s1, %s2;",
          [&](float x, float y, float z) { return choice(choice(x, y), z); }, a, b, c);
    }
  const Choice size{false, ".abs"};
  expect_lanes<float>(
      "max.abs.f32 %d, %s0, %s1, %s2;", [&](float x, float y, float z) { return size(size(x, y), z); }, a, b,
      c);
}

// Only the upper words of operand and result count, with relative errors of 2^-20 and 2^-23 (the manual).
TEST(FloatApproximations, DoublesByTheirUpperWords) {
  const auto a = corners<double>(6, 2000);
  const auto upper = [](double v) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(v) & 0xffffffff00000000u);
  };
  const auto check = [&](const char* opcode, long double (*f)(long double)) {
    const auto results = evaluate<double>(fmt::format("{}.approx.ftz.f64 %d, %s0;", opcode), a);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto want = static_cast<double>(f(flush(upper(a[i]))));
      EXPECT_EQ(bits(upper(results[i])), bits(results[i]));
      if (std::isnan(want) || std::isinf(want) || want == 0)
        ASSERT_EQ(bits(results[i]), bits(want)) << opcode << " " << a[i];
      else if (std::fabs(want) < std::numeric_limits<double>::min())
        ASSERT_EQ(results[i], 0) << opcode << " " << a[i];
      else
        ASSERT_NEAR(results[i] / want, 1, 0x1p-20) << opcode << " " << a[i];
    }
  };
  check("rcp", [](long double x) { return 1 / x; });
  check("rsqrt", [](long double x) { return 1 / std::sqrt(x); });
  const auto exact = evaluate<double>("rsqrt.approx.f64 %d, %s0;", a);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] > 0) || !std::isfinite(a[i])) continue;
    ASSERT_NEAR(static_cast<double>(exact[i] * std::sqrt(static_cast<long double>(a[i]))), 1, 0x1p-50)
        << a[i];
  }
}

}  // namespace
}  // namespace heddle::test::float_kinds_test

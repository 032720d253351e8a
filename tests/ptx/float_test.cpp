// SPDX-License-Identifier: Apache-2.0
#include "models/base/random.hpp"
#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/exact_rounding.hpp"

namespace heddle::test::float_test {
namespace {

constexpr std::pair<const char*, Mode> modes[] = {
    {"rn", Mode::nearest}, {"rz", Mode::zero}, {"rm", Mode::down}, {"rp", Mode::up}};

/// Returns a + b; an exact zero from operands of unlike sign is -0 when rounding down.
template <class T>
T add(T a, T b, Mode mode) {
  const Exact exact = sum(a, b);
  const bool cancelled = exact.value == 0 && !(a == 0 && b == 0 && std::signbit(a) == std::signbit(b));
  return cancelled && mode == Mode::down ? -T{0} : rounded<T>(exact, mode);
}
template <class T>
T mul(T a, T b, Mode mode) {
  return rounded<T>({Quad{a} * b}, mode);
}
template <class T>
T fma(T a, T b, T c, Mode mode) {
  const Quad product = Quad{a} * b;
  const Exact exact = sum(product, c);
  const bool negative = std::signbit(static_cast<double>(product));
  const bool cancelled = exact.value == 0 && !(product == 0 && c == 0 && negative == std::signbit(c));
  return cancelled && mode == Mode::down ? -T{0} : rounded<T>(exact, mode);
}
template <class T>
T div(T a, T b, Mode mode) {
  return rounded<T>({Quad{a} / b}, mode);
}
/// Returns the largest number whose square does not exceed x, or its neighbour.
template <class T>
T root(T x, Mode mode) {
  const T near = std::sqrt(x);
  if (!(x > 0) || std::isinf(x)) return near;
  const Quad square = Quad{near} * near;
  if (square > x && (mode == Mode::down || mode == Mode::zero)) return std::nextafter(near, T{0});
  if (square < x && mode == Mode::up) return std::nextafter(near, std::numeric_limits<T>::infinity());
  return near;
}

template <class T>
class FloatOpcodes : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatOpcodes, Types);

template <class T>
std::string named(const char* opcode, const char* mode, const char* operands) {
  return fmt::format("{}.{}.{} {};", opcode, mode, register_type<T>(), operands);
}

TYPED_TEST(FloatOpcodes, ArithmeticInFourRoundingModes) {
  using T = TypeParam;
  const auto [a, b] = pairs(corners<T>(1), corners<T>(2));
  const auto c = drawn(corners<T>(3), a.size(), 4);
  for (const auto& [name, m] : modes) {
    const Mode mode = m;
    expect_lanes<T>(
        named<T>("add", name, "%d, %s0, %s1"), [&](T x, T y) { return add(x, y, mode); }, a, b);
    expect_lanes<T>(
        named<T>("sub", name, "%d, %s0, %s1"), [&](T x, T y) { return add(x, -y, mode); }, a, b);
    expect_lanes<T>(
        named<T>("mul", name, "%d, %s0, %s1"), [&](T x, T y) { return mul(x, y, mode); }, a, b);
    expect_lanes<T>(
        named<T>("div", name, "%d, %s0, %s1"), [&](T x, T y) { return div(x, y, mode); }, a, b);
    expect_lanes<T>(
        named<T>("fma", name, "%d, %s0, %s1, %s2"), [&](T x, T y, T z) { return fma(x, y, z, mode); }, a, b,
        c);
    expect_lanes<T>(
        named<T>("mad", name, "%d, %s0, %s1, %s2"), [&](T x, T y, T z) { return fma(x, y, z, mode); }, a, b,
        c);
    expect_lanes<T>(
        named<T>("rcp", name, "%d, %s0"), [&](T x) { return div(T{1}, x, mode); }, a);
    expect_lanes<T>(
        named<T>("sqrt", name, "%d, %s0"), [&](T x) { return root(x, mode); }, a);
  }
}

TYPED_TEST(FloatOpcodes, MinMaxAndSigns) {
  using T = TypeParam;
  const std::string t(register_type<T>());
  const auto [a, b] = pairs(corners<T>(5), corners<T>(6));
  const auto less = [](T x, T y) {
    return x < y || (x == 0 && y == 0 && std::signbit(x) && !std::signbit(y));
  };
  expect_lanes<T>(
      fmt::format("min.{} %d, %s0, %s1;", t),
      [&](T x, T y) { return x != x       ? y
                             : y != y     ? x
                             : less(x, y) ? x
                                          : y; }, a, b);
  expect_lanes<T>(
      fmt::format("max.{} %d, %s0, %s1;", t),
      [&](T x, T y) { return x != x       ? y
                             : y != y     ? x
                             : less(x, y) ? y
                                          : x; }, a, b);
  expect_lanes<T>(
      fmt::format("neg.{} %d, %s0;", t), [](T x) { return -x; }, a);
  expect_lanes<T>(
      fmt::format("abs.{} %d, %s0;", t), [](T x) { return std::fabs(x); }, a);
  expect_lanes<T>(
      fmt::format("copysign.{} %d, %s0, %s1;", t), [](T x, T y) { return std::copysign(y, x); }, a, b);
  expect_lanes<T>(
      fmt::format("mov.{} %d, %s0;", t), [](T x) { return x; }, a);
}

TEST(FloatOpcode, FlushAndSaturate) {
  const auto [a, b] = pairs(corners<float>(7), corners<float>(8));
  const auto clamp = [](float v) { return v > 0 ? std::min(v, 1.0f) : 0.0f; };
  const auto nearest = Mode::nearest;
  expect_lanes<float>(
      "add.ftz.f32 %d, %s0, %s1;", [&](float x, float y) { return flush(add(flush(x), flush(y), nearest)); },
      a, b);
  expect_lanes<float>(
      "mul.rz.ftz.f32 %d, %s0, %s1;",
      [&](float x, float y) { return flush(mul(flush(x), flush(y), Mode::zero)); }, a, b);
  expect_lanes<float>(
      "add.sat.f32 %d, %s0, %s1;", [&](float x, float y) { return clamp(add(x, y, nearest)); }, a, b);
  expect_lanes<float>(
      "fma.rn.ftz.sat.f32 %d, %s0, %s1, %s0;",
      [&](float x, float y) { return clamp(flush(fma(flush(x), flush(y), flush(x), nearest))); }, a, b);
  expect_lanes<float>(
      "neg.ftz.f32 %d, %s0;", [](float x) { return -flush(x); }, a);
  expect_lanes<float>(
      "abs.ftz.f32 %d, %s0;", [](float x) { return std::fabs(flush(x)); }, a);
}

TEST(FloatOpcode, NaNIsTheCanonicalOne) {
  const std::vector<float> a{std::bit_cast<float>(0x7f800001u), std::bit_cast<float>(0xffc12345u), INFINITY};
  const std::vector<float> b{1.0f, 2.0f, -INFINITY};
  for (float v : evaluate<float>("add.f32 %d, %s0, %s1;", a, b))
    EXPECT_EQ(std::bit_cast<std::uint32_t>(v), 0x7fffffffu);
  // A move keeps the payload of a NaN.
  const auto moved = evaluate<std::uint32_t>("mov.b32 %d, %s0;", a);
  EXPECT_EQ(moved[1], 0xffc12345u);
}

TEST(FloatOpcode, ApproximationsWithinTheStatedErrors) {
  const auto all = corners<float>(9, 400);
  const auto check = [&](const char* opcode, long double (*f)(long double), double relative,
                         double absolute) {
    const auto results = evaluate<float>(fmt::format("{}.approx.f32 %d, %s0;", opcode), all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto want = static_cast<double>(f(all[i]));
      if (std::isnan(want) || std::isinf(static_cast<float>(want))) {
        ASSERT_EQ(bits(results[i]), bits(static_cast<float>(want))) << opcode << " " << all[i];
      } else {
        const double slack = std::max(
            {std::fabs(want) * relative, absolute, double{std::numeric_limits<float>::denorm_min()}});
        ASSERT_NEAR(results[i], want, slack) << opcode << " " << all[i];
      }
    }
  };
  check(
      "rcp", [](long double x) { return 1 / x; }, 0x1p-23, 0);
  check(
      "sqrt", [](long double x) { return std::sqrt(x); }, 0x1p-23, 0);
  check(
      "rsqrt", [](long double x) { return 1 / std::sqrt(x); }, 0x1p-22, 0);
  check(
      "ex2", [](long double x) { return std::exp2(x); }, 0x1p-22, 0);
  check(
      "lg2", [](long double x) { return std::log2(x); }, 0x1p-22, 0x1p-22);
  check(
      "tanh", [](long double x) { return std::tanh(x); }, 0x1p-11, 0);
}

/// In [-pi, pi]; PTX states an error for the first quarter of the circle only.
TEST(FloatOpcode, SineAndCosineOfOneTurn) {
  std::vector<float> all{0.0f, -0.0f, 1e-45f, 1e-38f, -1e-38f, 1e-7f};
  Random rng(91);
  for (int i = 0; i < 500; ++i)
    all.push_back(static_cast<float>(rng.below(1 << 24)) * 0x1p-24f * 6.2831853f - 3.1415926f);
  const auto sine = evaluate<float>("sin.approx.f32 %d, %s0;", all);
  const auto cosine = evaluate<float>("cos.approx.f32 %d, %s0;", all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_NEAR(sine[i], std::sin(double{all[i]}), 0x1p-20) << all[i];
    ASSERT_NEAR(cosine[i], std::cos(double{all[i]}), 0x1p-20) << all[i];
    ASSERT_EQ(std::signbit(sine[i]), std::signbit(all[i])) << all[i];
  }
}

/// As an H200 has them: large angles lose all their bits, and what is below 2^-25 turns counts for nothing.
TEST(FloatOpcode, SineAndCosineOfManyTurns) {
  const float pi = std::bit_cast<float>(0x40490fdbu), inf = std::numeric_limits<float>::infinity();
  const std::vector<float> all{pi, -pi, pi / 2, 3e38f, -3e38f, 1e10f, inf, 100.0f};
  const std::vector<float> sine = evaluate<float>("sin.approx.f32 %d, %s0;", all);
  const std::vector<float> cosine = evaluate<float>("cos.approx.f32 %d, %s0;", all);
  const float nan = std::bit_cast<float>(0x7fffffffu);
  const std::vector<float> sines{0, -0.0f, 1, 0, -0.0f, 0, nan}, cosines{-1, -1, 0, 1, 1, 1, nan};
  for (std::size_t i = 0; i < sines.size(); ++i) {
    EXPECT_EQ(bits(sine[i]), bits(sines[i])) << all[i];
    EXPECT_EQ(bits(cosine[i]), bits(cosines[i])) << all[i];
  }
  EXPECT_NEAR(sine[7], std::bit_cast<float>(0xbf01a1a1u), 0x1p-21);
  EXPECT_NEAR(cosine[7], std::bit_cast<float>(0x3f5cc0aau), 0x1p-21);
}

TEST(FloatOpcode, ApproximateDivision) {
  const auto [a, b] = pairs(corners<float>(10), corners<float>(11));
  const auto full = evaluate<float>("div.full.f32 %d, %s0, %s1;", a, b);
  const auto approx = evaluate<float>("div.approx.f32 %d, %s0, %s1;", a, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float want = a[i] / b[i];
    ASSERT_EQ(bits(full[i]), bits(want));
    if (std::fabs(b[i]) > 0x1p126f && std::isfinite(b[i])) {
      if (std::isfinite(a[i])) {
        ASSERT_EQ(approx[i], 0.0f);
      } else {
        ASSERT_TRUE(std::isnan(approx[i]));
      }
    } else if (std::fabs(b[i]) >= 0x1p-126f && std::isfinite(want) && std::isnormal(want)) {
      ASSERT_NEAR(approx[i] / want, 1.0, 0x1p-22) << a[i] << " / " << b[i];
    }
  }
}

TEST(FloatOpcode, LiteralsInEveryNotation) {
  const std::vector<float> a{1.0f};
  const std::vector<double> b{1.0};
  expect_lanes<float>(
      "add.f32 %d, %s0, 0f3FC00000;", [](float) { return 2.5f; }, a);
  expect_lanes<float>(
      "add.f32 %d, %s0, 1.5;", [](float) { return 2.5f; }, a);
  expect_lanes<float>(
      "add.f32 %d, %s0, -25e-1;", [](float) { return -1.5f; }, a);
  expect_lanes<float>(
      "add.f32 %d, %s0, 0d3FF8000000000000;", [](float) { return 2.5f; }, a);
  expect_lanes<double>(
      "add.f64 %d, %s0, 0d3FF8000000000000;", [](double) { return 2.5; }, b);
  expect_lanes<double>(
      "add.f64 %d, %s0, 0f3FC00000;", [](double) { return 2.5; }, b);
  expect_lanes<std::uint32_t>(
      "mov.b32 %d, 0f3F800000;", [](float) { return 0x3f800000u; }, a);
}

}  // namespace
}  // namespace heddle::test::float_test

// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>

#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/exact_rounding.hpp"

namespace heddle::test::compare_test {
namespace {

template <class T>
std::map<std::string, std::function<bool(T, T)>> comparisons() {
  const auto unordered = [](T a, T b) { return a != a || b != b; };
  std::map<std::string, std::function<bool(T, T)>> all{
      {"eq", [](T a, T b) { return a == b; }}, {"ne", [=](T a, T b) { return !unordered(a, b) && a != b; }},
      {"lt", [](T a, T b) { return a < b; }},  {"le", [](T a, T b) { return a <= b; }},
      {"gt", [](T a, T b) { return a > b; }},  {"ge", [](T a, T b) { return a >= b; }},
  };
  if (std::is_floating_point_v<T>) {
    for (const char* ordered : {"eq", "ne", "lt", "le", "gt", "ge"})
      all[std::string(ordered) + "u"] = [=, f = all[ordered]](T a, T b) {
        return unordered(a, b) || f(a, b);
      };
    all["num"] = [=](T a, T b) { return !unordered(a, b); };
    all["nan"] = unordered;
  } else if (std::is_unsigned_v<T>) {
    all["lo"] = all["lt"], all["ls"] = all["le"], all["hi"] = all["gt"], all["hs"] = all["ge"];
  }
  return all;
}

template <class T>
std::string type_name() {
  if constexpr (std::is_floating_point_v<T>)
    return std::string(register_type<T>());
  else
    return fmt::format("{}{}", std::is_signed_v<T> ? "s" : "u", 8 * sizeof(T));
}

template <class T>
class Comparisons : public testing::Test {};
using Types = testing::Types<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t,
                             std::int64_t, float, double>;
TYPED_TEST_SUITE(Comparisons, Types);

TYPED_TEST(Comparisons, SetpWithAndWithoutCombination) {
  using T = TypeParam;
  const auto [a, b] = pairs(corners<T>(1), corners<T>(1, 10));
  std::vector<Pred> c;
  for (std::size_t i = 0; i < a.size(); ++i) c.push_back({i % 2 == 0});
  const std::string t = type_name<T>();
  for (const auto& [n, f] : comparisons<T>()) {
    const std::string& name = n;
    const auto& holds = f;
    expect_lanes<Pred>(fmt::format("setp.{}.{} %d, %s0, %s1;", name, t), holds, a, b);
    expect_lanes<Pred>(
        fmt::format("setp.{}.and.{} %d, %s0, %s1, %s2;", name, t),
        [&](T x, T y, Pred p) { return holds(x, y) && p.value; }, a, b, c);
    expect_lanes<Pred>(
        fmt::format("setp.{}.or.{} %d, %s0, %s1, !%s2;", name, t),
        [&](T x, T y, Pred p) { return holds(x, y) || !p.value; }, a, b, c);
    // For the second destination the negated comparison is combined with the predicate.
    expect_lanes<Pred>(
        fmt::format("setp.{}.xor.{} _|%d, %s0, %s1, %s2;", name, t),
        [&](T x, T y, Pred p) { return !holds(x, y) != p.value; }, a, b, c);
    expect_lanes<Pred>(fmt::format("setp.{}.{} %d|%p, %s0, %s1;", name, t), holds, a, b);
    expect_lanes<std::uint32_t>(
        fmt::format("set.{}.u32.{} %d, %s0, %s1;", name, t), [&](T x, T y) { return holds(x, y) ? ~0u : 0u; },
        a, b);
    expect_lanes<float>(
        fmt::format("set.{}.and.f32.{} %d, %s0, %s1, %s2;", name, t),
        [&](T x, T y, Pred p) { return holds(x, y) && p.value ? 1.0f : 0.0f; }, a, b, c);
  }
}

TYPED_TEST(Comparisons, Selections) {
  using T = TypeParam;
  const auto a = drawn(corners<T>(3), 300, 4), b = drawn(corners<T>(5), 300, 6);
  const auto n = drawn(corners<std::int32_t>(7), 300, 8);
  const auto f = drawn(corners<float>(9), 300, 10);
  std::vector<Pred> p;
  for (std::size_t i = 0; i < a.size(); ++i) p.push_back({i % 3 == 0});
  const std::string t = type_name<T>();
  expect_lanes<T>(
      fmt::format("selp.{} %d, %s0, %s1, %s2;", t), [](T x, T y, Pred c) { return c.value ? x : y; }, a, b,
      p);
  expect_lanes<T>(
      fmt::format("selp.{} %d, %s0, %s1, !%s2;", t), [](T x, T y, Pred c) { return c.value ? y : x; }, a, b,
      p);
  expect_lanes<T>(
      fmt::format("slct.{}.s32 %d, %s0, %s1, %s2;", t),
      [](T x, T y, std::int32_t c) { return c >= 0 ? x : y; }, a, b, n);
  expect_lanes<T>(
      fmt::format("slct.{}.f32 %d, %s0, %s1, %s2;", t), [](T x, T y, float c) { return c >= 0 ? x : y; }, a,
      b, f);
  expect_lanes<T>(
      fmt::format("slct.ftz.{}.f32 %d, %s0, %s1, %s2;", t),
      [](T x, T y, float c) { return flush(c) >= 0 ? x : y; }, a, b, f);
}

TEST(Compare, FlushedOperandsAreZero) {
  const std::vector<float> tiny{1e-40f, -1e-40f, 1e-30f}, zero{0, 0, 0};
  EXPECT_EQ(evaluate<Pred>("setp.eq.ftz.f32 %d, %s0, %s1;", tiny, zero),
            (std::vector<std::uint32_t>{1, 1, 0}));
  EXPECT_EQ(evaluate<Pred>("setp.eq.f32 %d, %s0, %s1;", tiny, zero), (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(Compare, LogicOfPredicates) {
  const std::vector<Pred> a{{false}, {false}, {true}, {true}}, b{{false}, {true}, {false}, {true}};
  const auto check = [&](const char* text, auto expected) {
    expect_lanes<Pred>(
        text, [&](Pred x, Pred y) { return expected(x.value, y.value); }, a, b);
  };
  check("and.pred %d, %s0, %s1;", [](bool x, bool y) { return x && y; });
  check("or.pred %d, %s0, %s1;", [](bool x, bool y) { return x || y; });
  check("xor.pred %d, %s0, %s1;", [](bool x, bool y) { return x != y; });
  check("not.pred %d, %s0;", [](bool x, bool) { return !x; });
  check("mov.pred %d, %s1;", [](bool, bool y) { return y; });
  check("and.pred %d, %s0, !%s1;", [](bool x, bool y) { return x && !y; });
  check("mov.pred %d, 1;", [](bool, bool) { return true; });
}

TEST(Compare, GuardKeepsWhatTheDestinationHeld) {
  const std::vector<std::uint32_t> a{1, 2, 3, 4}, b{10, 20, 30, 40};
  const std::vector<Pred> p{{true}, {false}, {true}, {false}};
  const auto mixed = evaluate<std::uint32_t>("mov.u32 %d, %s1;\n @%s2 mov.u32 %d, %s0;", a, b, p);
  EXPECT_EQ(mixed, (std::vector<std::uint32_t>{1, 20, 3, 40}));
  const auto other = evaluate<std::uint32_t>("mov.u32 %d, %s1;\n @!%s2 mov.u32 %d, %s0;", a, b, p);
  EXPECT_EQ(other, (std::vector<std::uint32_t>{10, 2, 30, 4}));
  const auto predicate =
      evaluate<Pred>("setp.eq.u32 %d, %s0, %s0;\n @%s2 setp.ne.u32 %d, %s0, %s0;", a, b, p);
  EXPECT_EQ(predicate, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

}  // namespace
}  // namespace heddle::test::compare_test

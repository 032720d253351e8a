// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>

#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/half_reference.hpp"

namespace heddle::test::half_compare_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

bool holds(const std::string& name, double a, double b) {
  if (a != a || b != b) return name == "nan" || (name.size() == 3 && name != "num");
  if (name == "num") return true;
  if (name == "nan") return false;
  const std::string order = name.substr(0, 2);
  return order == "eq"   ? a == b
         : order == "ne" ? a != b
         : order == "lt" ? a < b
         : order == "le" ? a <= b
         : order == "gt" ? a > b
                         : a >= b;
}
const char* const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                             "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

TEST(HalfCompare, SetpAndSet) {
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    const NarrowFormat& h = *format;
    const auto [a, b] = pairs(h.corners(1, 20), h.corners(1, 10));
    std::vector<Pred> c;
    for (std::size_t i = 0; i < a.size(); ++i) c.push_back({i % 2 == 0});
    for (const std::string name : names) {
      const auto compared = [&](U16 x, U16 y) { return holds(name, h.decode(x), h.decode(y)); };
      expect_lanes<Pred>(fmt::format("setp.{}.{} %d, %s0, %s1;", name, h.name()), compared, a, b);
      expect_lanes<Pred>(
          fmt::format("setp.{}.xor.{} %p|%d, %s0, %s1, %s2;", name, h.name()),
          [&](U16 x, U16 y, Pred p) { return !compared(x, y) != p.value; }, a, b, c);
      const U16 one = h.encode(1.0);
      expect_lanes<U16>(
          fmt::format("set.{0}.{1}.{1} %d, %s0, %s1;", name, h.name()),
          [&](U16 x, U16 y) { return compared(x, y) ? one : U16{0}; }, a, b);
      expect_lanes<U16>(
          fmt::format("set.{}.and.u16.{} %d, %s0, %s1, %s2;", name, h.name()),
          [&](U16 x, U16 y, Pred p) { return compared(x, y) && p.value ? 0xffff : 0; }, a, b, c);
      expect_lanes<U32>(
          fmt::format("set.{}.s32.{} %d, %s0, %s1;", name, h.name()),
          [&](U16 x, U16 y) { return compared(x, y) ? ~0u : 0u; }, a, b);
    }
    const auto f = drawn(corners<float>(2), 300, 3), g = drawn(corners<float>(4), 300, 5);
    expect_lanes<U16>(
        fmt::format("set.ltu.{}.f32 %d, %s0, %s1;", h.name()),
        [&](float x, float y) { return holds("ltu", x, y) ? h.encode(1.0) : U16{0}; }, f, g);
    const auto n = drawn(corners<std::int64_t>(2), 300, 3), m = drawn(corners<std::int64_t>(4), 300, 5);
    expect_lanes<U16>(
        fmt::format("set.le.{}.s64 %d, %s0, %s1;", h.name()),
        [&](std::int64_t x, std::int64_t y) { return x <= y ? h.encode(1.0) : U16{0}; }, n, m);
  }
}

TEST(HalfCompare, PairsHaveTwoOutcomes) {
  for (const NarrowFormat* format : {&f16(), &bf16()}) {
    const NarrowFormat& h = *format;
    std::vector<U32> a, b;
    std::vector<Pred> c;
    const auto values = h.corners(6, 20);
    Random rng(7);
    const auto draw = [&] { return U32{values[rng.below(static_cast<U32>(values.size()))]}; };
    for (unsigned i = 0; i < 1500; ++i) {
      const U32 x = draw();
      a.push_back(draw() << 16 | x);
      b.push_back(draw() << 16 | (i % 4 ? draw() : x));
      c.push_back({i % 3 == 0});
    }
    for (const std::string name : names) {
      const auto half = [&](U32 x, U32 y, unsigned at) {
        return holds(name, h.decode(static_cast<U16>(x >> at)), h.decode(static_cast<U16>(y >> at)));
      };
      const std::string type = fmt::format("{}x2", h.name());
      expect_lanes<Pred>(
          fmt::format("setp.{}.{} %d|%p, %s0, %s1;", name, type), [&](U32 x, U32 y) { return half(x, y, 0); },
          a, b);
      expect_lanes<Pred>(
          fmt::format("setp.{}.or.{} %p|%d, %s0, %s1, %s2;", name, type),
          [&](U32 x, U32 y, Pred p) { return half(x, y, 16) || p.value; }, a, b, c);
      const U32 one = h.encode(1.0);
      expect_lanes<U32>(
          fmt::format("set.{0}.{1}.{1} %d, %s0, %s1;", name, type),
          [&](U32 x, U32 y) { return (half(x, y, 16) ? one << 16 : 0) | (half(x, y, 0) ? one : 0); }, a, b);
      expect_lanes<U32>(
          fmt::format("set.{}.and.u32.{} %d, %s0, %s1, %s2;", name, type),
          [&](U32 x, U32 y, Pred p) {
            return p.value ? (half(x, y, 16) ? 0xffff0000u : 0) | (half(x, y, 0) ? 0xffffu : 0) : 0u;
          },
          a, b, c);
    }
  }
}

TEST(HalfCompare, FlushedOperandsAreZero) {
  const std::vector<U16> tiny{0x0001, 0x83ff, 0x0400}, zero{0, 0, 0};
  EXPECT_EQ(evaluate<Pred>("setp.eq.ftz.f16 %d, %s0, %s1;", tiny, zero), (std::vector<U32>{1, 1, 0}));
  EXPECT_EQ(evaluate<Pred>("setp.eq.f16 %d, %s0, %s1;", tiny, zero), (std::vector<U32>{0, 0, 0}));
  const std::vector<U32> pair{0x00010400, 0x04000001, 0}, none{0, 0, 0};
  EXPECT_EQ(evaluate<U32>("set.eq.ftz.u32.f16x2 %d, %s0, %s1;", pair, none),
            (std::vector<U32>{0xffff0000, 0x0000ffff, ~0u}));
}

}  // namespace
}  // namespace heddle::test::half_compare_test

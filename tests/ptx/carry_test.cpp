// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/evaluate.hpp"

namespace heddle::test::carry_test {
namespace {

__extension__ typedef unsigned __int128 Uint128;
__extension__ typedef __int128 Int128;

/// The expected result of a step of a chain: the word, and the carry. Behind a subtraction the carry says
/// that nothing was borrowed, as on a GPU (tests/hardware/carry_mix).
struct Step {
  std::uint64_t word;
  bool carry;
};

template <class T>
class CarryChains : public testing::Test {
 protected:
  using U = std::make_unsigned_t<T>;
  static constexpr unsigned width = 8 * sizeof(T);

  /// Executes the opcode with a carry in; checks its result, and then the flag that it leaves.
  template <class F>
  static void check(const std::string& opcode, unsigned operands, F&& expected) {
    const auto values = corners<T>(1);
    const auto a = drawn(values, 1500, 2), b = drawn(values, 1500, 3), c = drawn(values, 1500, 4);
    std::vector<std::uint32_t> flag;
    for (std::size_t i = 0; i < a.size(); ++i) flag.push_back(i & 1);
    const std::string text =
        fmt::format("{{ .reg .b{0} %t; add.cc.u32 %a, %s3, 0xffffffff;\n {1}.{2}{0} %t, %s0, %s1{3};\n",
                    width, opcode, std::is_signed_v<T> ? "s" : "u", operands == 3 ? ", %s2" : "");
    const auto step = [&](T x, T y, T z, std::uint32_t f) {
      return expected(static_cast<U>(x), static_cast<U>(y), static_cast<U>(z), f != 0);
    };
    expect_lanes<U>(
        text + fmt::format("mov.b{} %d, %t; }}", width),
        [&](T x, T y, T z, std::uint32_t f) { return static_cast<U>(step(x, y, z, f).word); }, a, b, c, flag);
    expect_lanes<std::uint32_t>(
        text + "addc.u32 %d, 0, 0; }",
        [&](T x, T y, T z, std::uint32_t f) { return step(x, y, z, f).carry ? 1u : 0u; }, a, b, c, flag);
  }

  static Step plus(Uint128 a, Uint128 b, bool carry) {
    const Uint128 sum = a + b + (carry ? 1 : 0);
    return {static_cast<std::uint64_t>(sum), (sum >> width & 1) != 0};
  }
  static Step minus(Uint128 a, Uint128 b, bool carry) {
    return {static_cast<std::uint64_t>(a - b - (carry ? 0 : 1)), a >= b + (carry ? 0 : 1)};
  }
  /// Returns the upper or lower word of the product, in T's signedness.
  static U product(U a, U b, bool high) {
    const Uint128 p = std::is_signed_v<T>
                          ? static_cast<Uint128>(static_cast<Int128>(static_cast<T>(a)) * static_cast<T>(b))
                          : static_cast<Uint128>(a) * b;
    return static_cast<U>(high ? p >> width : p);
  }
};
using Types = testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(CarryChains, Types);

// Opcodes without .cc do not change the flag.
TYPED_TEST(CarryChains, Sums) {
  using F = CarryChains<TypeParam>;
  using U = typename F::U;
  F::check("add.cc", 2, [](U a, U b, U, bool) { return F::plus(a, b, false); });
  F::check("addc.cc", 2, [](U a, U b, U, bool f) { return F::plus(a, b, f); });
  F::check("addc", 2, [](U a, U b, U, bool f) { return Step{F::plus(a, b, f).word, f}; });
  F::check("sub.cc", 2, [](U a, U b, U, bool) { return F::minus(a, b, true); });
  F::check("subc.cc", 2, [](U a, U b, U, bool f) { return F::minus(a, b, f); });
  F::check("subc", 2, [](U a, U b, U, bool f) { return Step{F::minus(a, b, f).word, f}; });
}

TYPED_TEST(CarryChains, Products) {
  using F = CarryChains<TypeParam>;
  using U = typename F::U;
  for (const bool high : {false, true}) {
    const std::string half = high ? "hi" : "lo";
    F::check("mad." + half + ".cc", 3,
             [=](U a, U b, U c, bool) { return F::plus(F::product(a, b, high), c, false); });
    F::check("madc." + half + ".cc", 3,
             [=](U a, U b, U c, bool f) { return F::plus(F::product(a, b, high), c, f); });
    F::check("madc." + half, 3, [=](U a, U b, U c, bool f) {
      return Step{F::plus(F::product(a, b, high), c, f).word, f};
    });
  }
}

TEST(Carry, FlagLivesThroughLoopsAndGuards) {
  // The loop adds 1 to a 96-bit number; the carry alone changes the upper words.
  const std::vector<std::uint32_t> rounds{0, 1, 2, 5};
  const auto result = evaluate<std::uint32_t>(
      "{ .reg .b32 w<3>, n; .reg .pred q; mov.u32 w0, 0xfffffffe; mov.u32 w1, 0xffffffff; mov.u32 w2, 7;\n"
      "mov.u32 n, %s0;\nLOOP: setp.eq.u32 q, n, 0;\n@q bra DONE;\n"
      "add.cc.u32 w0, w0, 1; addc.cc.u32 w1, w1, 0; addc.u32 w2, w2, 0; sub.u32 n, n, 1; bra LOOP;\n"
      "DONE: shl.b32 w2, w2, 4; add.u32 %d, w2, w0; }",
      rounds);
  EXPECT_EQ(result, (std::vector<std::uint32_t>{0x70 - 2u, 0x70 - 1u, 0x80, 0x83}));
  const auto guarded = evaluate<std::uint32_t>(
      "{ .reg .pred q; setp.gt.u32 q, %s0, 1; add.cc.u32 %a, 1, 0xffffffff; @q add.cc.u32 %a, 1, 1; addc.u32 "
      "%d, "
      "%s0, 0; }",
      rounds);
  EXPECT_EQ(guarded, (std::vector<std::uint32_t>{1, 2, 2, 5}));
}

}  // namespace
}  // namespace heddle::test::carry_test

// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/evaluate.hpp"

namespace heddle::test::integer_test {
namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

template <class T>
std::string type_suffix() {
  return fmt::format("{}{}", std::is_signed_v<T> ? "s" : "u", 8 * sizeof(T));
}

/// Returns the bits of an exact result that fit.
template <class T>
T low(Int128 exact) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(exact));
}

template <class T>
class IntegerOpcodes : public testing::Test {};
using Types =
    testing::Types<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(IntegerOpcodes, Types);

TYPED_TEST(IntegerOpcodes, BinaryAgainstExactArithmetic) {
  using T = TypeParam;
  const std::string t = type_suffix<T>();
  const auto [a, b] = pairs(corners<T>(1), corners<T>(2));
  const auto check = [&](const std::string& opcode, auto expected) {
    expect_lanes<T>(fmt::format("{}.{} %d, %s0, %s1;", opcode, t), expected, a, b);
  };
  check("add", [](T x, T y) { return low<T>(Int128{x} + y); });
  check("sub", [](T x, T y) { return low<T>(Int128{x} - y); });
  // The product of two 64-bit unsigned values may exceed 2^127, but both its halves are right modulo 2^128.
  using Product = Uint128;
  check("mul.lo", [](T x, T y) {
    return low<T>(static_cast<Int128>(static_cast<Product>(x) * static_cast<Product>(y)));
  });
  check("mul.hi", [](T x, T y) {
    const Product p =
        static_cast<Product>(static_cast<Int128>(x)) * static_cast<Product>(static_cast<Int128>(y));
    return low<T>(static_cast<Int128>(p >> 8 * sizeof(T)));
  });
  check("min", [](T x, T y) { return std::min(x, y); });
  check("max", [](T x, T y) { return std::max(x, y); });
  check("div", [](T x, T y) { return y == 0 ? static_cast<T>(-1) : low<T>(Int128{x} / Int128{y}); });
  check("rem", [](T x, T y) { return y == 0 ? static_cast<T>(-1) : low<T>(Int128{x} % Int128{y}); });
}

TYPED_TEST(IntegerOpcodes, TernaryAgainstExactArithmetic) {
  using T = TypeParam;
  const std::string t = type_suffix<T>();
  const auto values = corners<T>(3);
  const auto a = drawn(values, 2000, 4), b = drawn(values, 2000, 5), c = drawn(values, 2000, 6);
  using Product = Uint128;
  const auto product = [](T x, T y) {
    return static_cast<Product>(static_cast<Int128>(x)) * static_cast<Product>(static_cast<Int128>(y));
  };
  expect_lanes<T>(
      fmt::format("mad.lo.{} %d, %s0, %s1, %s2;", t),
      [&](T x, T y, T z) { return low<T>(static_cast<Int128>(product(x, y) + static_cast<Product>(z))); }, a,
      b, c);
  expect_lanes<T>(
      fmt::format("mad.hi.{} %d, %s0, %s1, %s2;", t),
      [&](T x, T y, T z) {
        return low<T>(static_cast<Int128>((product(x, y) >> 8 * sizeof(T)) + static_cast<Product>(z)));
      },
      a, b, c);
  expect_lanes<T>(
      fmt::format("sad.{} %d, %s0, %s1, %s2;", t),
      [](T x, T y, T z) { return low<T>((x > y ? Int128{x} - y : Int128{y} - x) + z); }, a, b, c);
}

TYPED_TEST(IntegerOpcodes, ShiftsBeyondTheWidth) {
  using T = TypeParam;
  constexpr unsigned width = 8 * sizeof(T);
  const auto [a, n] = pairs(corners<T>(7), corners<std::uint32_t>(8));
  expect_lanes<T>(
      fmt::format("shr.{} %d, %s0, %s1;", type_suffix<T>()),
      [](T x, std::uint32_t s) { return low<T>(Int128{x} >> std::min(s, 127u)); }, a, n);
  expect_lanes<T>(
      fmt::format("shl.b{} %d, %s0, %s1;", width),
      [](T x, std::uint32_t s) { return s >= width ? T{0} : low<T>(Int128{x} << s); }, a, n);
}

TYPED_TEST(IntegerOpcodes, BitwiseAndUnary) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  constexpr unsigned width = 8 * sizeof(T);
  const auto [a, b] = pairs(corners<T>(9), corners<T>(10));
  const std::string t = fmt::format("b{}", width);
  expect_lanes<T>(
      fmt::format("and.{} %d, %s0, %s1;", t), [](T x, T y) { return x & y; }, a, b);
  expect_lanes<T>(
      fmt::format("or.{} %d, %s0, %s1;", t), [](T x, T y) { return x | y; }, a, b);
  expect_lanes<T>(
      fmt::format("xor.{} %d, %s0, %s1;", t), [](T x, T y) { return x ^ y; }, a, b);
  expect_lanes<T>(
      fmt::format("not.{} %d, %s0;", t), [](T x) { return ~x; }, a);
  expect_lanes<T>(
      fmt::format("cnot.{} %d, %s0;", t), [](T x) { return x == 0; }, a);
  expect_lanes<T>(
      fmt::format("mov.{} %d, %s0;", t), [](T x) { return x; }, a);
  if (std::is_signed_v<T>) {
    expect_lanes<T>(
        fmt::format("neg.s{} %d, %s0;", width), [](T x) { return low<T>(-Int128{x}); }, a);
    expect_lanes<T>(
        fmt::format("abs.s{} %d, %s0;", width), [](T x) { return low<T>(x < 0 ? -Int128{x} : Int128{x}); },
        a);
  }
  if constexpr (sizeof(T) >= 4) {
    expect_lanes<std::uint32_t>(
        fmt::format("popc.{} %d, %s0;", t),
        [](T x) {
          unsigned n = 0;
          for (unsigned i = 0; i < width; ++i) n += static_cast<U>(x) >> i & 1;
          return n;
        },
        a);
    expect_lanes<std::uint32_t>(
        fmt::format("clz.{} %d, %s0;", t),
        [](T x) {
          unsigned n = 0;
          while (n < width && (static_cast<U>(x) >> (width - 1 - n) & 1) == 0) ++n;
          return n;
        },
        a);
    expect_lanes<T>(
        fmt::format("brev.{} %d, %s0;", t),
        [](T x) {
          U r = 0;
          for (unsigned i = 0; i < width; ++i)
            r |= static_cast<U>((static_cast<U>(x) >> i & 1)) << (width - 1 - i);
          return static_cast<T>(r);
        },
        a);
  }
}

TYPED_TEST(IntegerOpcodes, HighestBitThatIsNotTheSign) {
  using T = TypeParam;
  if constexpr (sizeof(T) >= 4) {
    constexpr unsigned width = 8 * sizeof(T);
    const auto highest = [](T x) {
      const std::make_unsigned_t<T> v = std::is_signed_v<T> && x < 0 ? ~x : x;
      for (unsigned i = width; i-- > 0;)
        if (v >> i & 1) return i;
      return ~0u;
    };
    const auto a = corners<T>(33);
    expect_lanes<std::uint32_t>(fmt::format("bfind.{} %d, %s0;", type_suffix<T>()), highest, a);
    expect_lanes<std::uint32_t>(
        fmt::format("bfind.shiftamt.{} %d, %s0;", type_suffix<T>()),
        [&](T x) { return highest(x) == ~0u ? ~0u : width - 1 - highest(x); }, a);
  }
}

TYPED_TEST(IntegerOpcodes, BitFieldsAsTheLanguageDefinesThemBitByBit) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  if constexpr (sizeof(T) >= 4) {
    constexpr unsigned width = 8 * sizeof(T);
    const auto a = drawn(corners<T>(11), 4000, 12), b = drawn(corners<T>(13), 4000, 14);
    const auto start = drawn(corners<std::uint32_t>(15), 4000, 16),
               length = drawn(corners<std::uint32_t>(17), 4000, 18);
    expect_lanes<T>(
        fmt::format("bfe.{} %d, %s0, %s1, %s2;", type_suffix<T>()),
        [](T x, std::uint32_t s, std::uint32_t n) {
          s &= 255, n &= 255;
          const U sign =
              std::is_signed_v<T> && n != 0 ? static_cast<U>(x) >> std::min(s + n - 1, width - 1) & 1 : 0;
          U r = 0;
          for (unsigned i = 0; i < width; ++i)
            r |= (i < n && s + i < width ? static_cast<U>(x) >> (s + i) & 1 : sign) << i;
          return static_cast<T>(r);
        },
        a, start, length);
    expect_lanes<T>(
        fmt::format("bfi.b{} %d, %s0, %s1, %s2, %s3;", width),
        [](T x, T y, std::uint32_t s, std::uint32_t n) {
          s &= 255, n &= 255;
          U r = static_cast<U>(y);
          for (unsigned i = 0; i < n && s + i < width; ++i)
            r = (r & ~(U{1} << (s + i))) | (i < width ? (static_cast<U>(x) >> i & 1) << (s + i) : 0);
          return static_cast<T>(r);
        },
        a, b, start, length);
  }
}

template <class T, class W>
void check_wide() {
  const auto [a, b] = pairs(corners<T>(19), corners<T>(20));
  const auto c = drawn(corners<W>(21), a.size(), 22);
  expect_lanes<W>(
      fmt::format("mul.wide.{} %d, %s0, %s1;", type_suffix<T>()),
      [](T x, T y) { return low<W>(Int128{x} * y); }, a, b);
  expect_lanes<W>(
      fmt::format("mad.wide.{} %d, %s0, %s1, %s2;", type_suffix<T>()),
      [](T x, T y, W z) { return low<W>(Int128{x} * y + z); }, a, b, c);
}

TEST(IntegerOpcode, WideProducts) {
  check_wide<std::uint16_t, std::uint32_t>();
  check_wide<std::int16_t, std::int32_t>();
  check_wide<std::uint32_t, std::uint64_t>();
  check_wide<std::int32_t, std::int64_t>();
}

TEST(IntegerOpcode, ProductsOf24Bits) {
  const auto signed24 = [](std::int32_t v) {
    return Int128{(v & 0xffffff) - ((v & 0x800000) != 0 ? 0x1000000 : 0)};
  };
  const auto [a, b] = pairs(corners<std::int32_t>(23), corners<std::int32_t>(24));
  const auto [u, v] = pairs(corners<std::uint32_t>(23), corners<std::uint32_t>(24));
  using I = std::int32_t;
  using U = std::uint32_t;
  const auto mask = [](U x) { return Int128{x & 0xffffff}; };
  expect_lanes<I>(
      "mul24.lo.s32 %d, %s0, %s1;", [&](I x, I y) { return low<I>(signed24(x) * signed24(y)); }, a, b);
  expect_lanes<I>(
      "mul24.hi.s32 %d, %s0, %s1;", [&](I x, I y) { return low<I>(signed24(x) * signed24(y) >> 16); }, a, b);
  expect_lanes<U>(
      "mul24.lo.u32 %d, %s0, %s1;", [&](U x, U y) { return low<U>(mask(x) * mask(y)); }, u, v);
  expect_lanes<U>(
      "mul24.hi.u32 %d, %s0, %s1;", [&](U x, U y) { return low<U>(mask(x) * mask(y) >> 16); }, u, v);
  expect_lanes<I>(
      "mad24.lo.s32 %d, %s0, %s1, %s0;", [&](I x, I y) { return low<I>(signed24(x) * signed24(y) + x); }, a,
      b);
  expect_lanes<U>(
      "mad24.hi.u32 %d, %s0, %s1, %s0;", [&](U x, U y) { return low<U>((mask(x) * mask(y) >> 16) + x); }, u,
      v);
}

TEST(IntegerOpcode, SaturatingSums) {
  using I = std::int32_t;
  const auto clamp = [](Int128 v) {
    return static_cast<I>(
        std::clamp<Int128>(v, std::numeric_limits<I>::min(), std::numeric_limits<I>::max()));
  };
  const auto [a, b] = pairs(corners<I>(25), corners<I>(26));
  expect_lanes<I>(
      "add.sat.s32 %d, %s0, %s1;", [&](I x, I y) { return clamp(Int128{x} + y); }, a, b);
  expect_lanes<I>(
      "sub.sat.s32 %d, %s0, %s1;", [&](I x, I y) { return clamp(Int128{x} - y); }, a, b);
  expect_lanes<I>(
      "mad.hi.sat.s32 %d, %s0, %s1, %s1;", [&](I x, I y) { return clamp((Int128{x} * y >> 32) + y); }, a, b);
}

TEST(IntegerOpcode, FunnelShiftsAndBytes) {
  using U = std::uint32_t;
  const auto a = drawn(corners<U>(27), 3000, 28), b = drawn(corners<U>(29), 3000, 30),
             c = drawn(corners<U>(31), 3000, 32);
  const auto bit = [](U low, U high, unsigned i) {
    return i < 32 ? low >> i & 1 : i < 64 ? high >> (i - 32) & 1 : 0;
  };
  const auto right = [&](U x, U y, unsigned n) {
    U r = 0;
    for (unsigned i = 0; i < 32; ++i) r |= bit(x, y, i + n) << i;
    return r;
  };
  expect_lanes<U>(
      "shf.r.wrap.b32 %d, %s0, %s1, %s2;", [&](U x, U y, U n) { return right(x, y, n % 32); }, a, b, c);
  expect_lanes<U>(
      "shf.r.clamp.b32 %d, %s0, %s1, %s2;", [&](U x, U y, U n) { return right(x, y, std::min(n, 32u)); }, a,
      b, c);
  expect_lanes<U>(
      "shf.l.wrap.b32 %d, %s0, %s1, %s2;", [&](U x, U y, U n) { return right(x, y, 32 - n % 32); }, a, b, c);
  expect_lanes<U>(
      "shf.l.clamp.b32 %d, %s0, %s1, %s2;", [&](U x, U y, U n) { return right(x, y, 32 - std::min(n, 32u)); },
      a, b, c);
  expect_lanes<U>(
      "prmt.b32 %d, %s0, %s1, %s2;",
      [](U x, U y, U selector) {
        const std::uint8_t bytes[] = {std::uint8_t(x),       std::uint8_t(x >> 8), std::uint8_t(x >> 16),
                                      std::uint8_t(x >> 24), std::uint8_t(y),      std::uint8_t(y >> 8),
                                      std::uint8_t(y >> 16), std::uint8_t(y >> 24)};
        U r = 0;
        for (unsigned i = 0; i < 4; ++i) {
          const unsigned n = selector >> (4 * i) & 15;
          r |= U{n < 8 ? bytes[n] : bytes[n - 8] >= 128 ? std::uint8_t{255} : std::uint8_t{0}} << (8 * i);
        }
        return r;
      },
      a, b, c);
  expect_lanes<U>(
      "lop3.b32 %d, %s0, %s1, %s2, 0x96;", [](U x, U y, U z) { return x ^ y ^ z; }, a, b, c);
  expect_lanes<U>(
      "lop3.b32 %d, %s0, %s1, %s2, 0xca;", [](U x, U y, U z) { return (x & y) | (~x & z); }, a, b, c);
}

TEST(IntegerOpcode, LiteralsInEveryNotation) {
  using U = std::uint32_t;
  const std::vector<U> a{5, 0xffffffff};
  expect_lanes<U>(
      "add.u32 %d, %s0, 0x10;", [](U x) { return x + 16; }, a);
  expect_lanes<U>(
      "add.u32 %d, %s0, 010;", [](U x) { return x + 8; }, a);
  expect_lanes<U>(
      "add.u32 %d, %s0, 0b101;", [](U x) { return x + 5; }, a);
  expect_lanes<U>(
      "add.u32 %d, %s0, -3;", [](U x) { return x - 3; }, a);
  expect_lanes<U>(
      "add.u32 %d, %s0, 4000000000U;", [](U x) { return x + 4000000000u; }, a);
  expect_lanes<U>(
      "add.u32 %d, %s0, WARP_SZ;", [](U x) { return x + 32; }, a);
  expect_lanes<std::uint64_t>(
      "mul.wide.u32 %d, %s0, 0xffffffff;", [](U x) { return std::uint64_t{x} * 0xffffffffu; }, a);
  const std::vector<std::uint64_t> w{1, ~0ull};
  expect_lanes<std::uint64_t>(
      "add.s64 %d, %s0, -9223372036854775808;", [](std::uint64_t x) { return x + (1ull << 63); }, w);
}

}  // namespace
}  // namespace heddle::test::integer_test

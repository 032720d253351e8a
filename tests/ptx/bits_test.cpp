// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/evaluate.hpp"

namespace heddle::test::bits_test {
namespace {

using U32 = std::uint32_t;
using S32 = std::int32_t;

std::vector<U32> words(std::uint64_t seed, std::size_t count = 1500) {
  return drawn(corners<U32>(seed), count, seed);
}

U32 byte_of(U32 a, U32 b, unsigned n) { return (n < 4 ? a >> 8 * n : b >> 8 * (n - 4)) & 0xff; }

TEST(Bits, ModesOfPrmt) {
  // For each mode, the bytes that the manual's table lists for selectors 0 to 3, the highest byte first.
  const std::pair<const char*, std::array<const char*, 4>> modes[] = {
      {"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
      {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
      {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}}};
  for (const auto& [n, t] : modes) {
    const auto& table = t;
    expect_lanes<U32>(
        fmt::format("prmt.b32.{} %d, %s0, %s1, %s2;", n),
        [&](U32 a, U32 b, U32 c) {
          U32 result = 0;
          for (unsigned i = 0; i < 4; ++i)
            result |= byte_of(a, b, static_cast<unsigned>(table[c & 3][3 - i] - '0')) << 8 * i;
          return result;
        },
        words(1), words(2), words(3));
  }
}

TEST(Bits, Lop3WithPredicate) {
  const auto bitwise = [](U32 a, U32 b, U32 c, unsigned table) {
    U32 result = 0;
    for (unsigned k = 0; k < 32; ++k)
      result |= U32{table >> ((a >> k & 1) * 4 + (b >> k & 1) * 2 + (c >> k & 1)) & 1} << k;
    return result;
  };
  std::vector<Pred> q;
  for (unsigned i = 0; i < 1500; ++i) q.push_back({i % 3 == 0});
  for (const unsigned table : {0x00u, 0x80u, 0xe8u, 0xf0u, 0x96u}) {
    expect_lanes<Pred>(
        fmt::format("lop3.or.b32 _|%d, %s0, %s1, %s2, {}, %s3;", table),
        [&](U32 a, U32 b, U32 c, Pred p) { return bitwise(a, b, c, table) != 0 || p.value; }, words(4),
        words(5), words(6), q);
    expect_lanes<Pred>(
        fmt::format("lop3.and.b32 %a|%d, %s0, %s1, %s2, {}, !%s3;", table),
        [&](U32 a, U32 b, U32 c, Pred p) { return bitwise(a, b, c, table) != 0 && !p.value; }, words(4),
        words(5), words(6), q);
    expect_lanes<U32>(
        fmt::format("lop3.and.b32 %d|%p, %s0, %s1, %s2, {}, %s3;", table),
        [&](U32 a, U32 b, U32 c, Pred) { return bitwise(a, b, c, table); }, words(4), words(5), words(6), q);
  }
}

/// Builds a mask or an extension bit by bit.
template <class F>
U32 from_bits(F&& bit) {
  U32 result = 0;
  for (unsigned k = 0; k < 32; ++k) result |= (bit(k) ? 1u : 0u) << k;
  return result;
}

TEST(Bits, MasksAndExtensions) {
  for (const bool clamp : {true, false}) {
    const char* mode = clamp ? "clamp" : "wrap";
    const auto reduced = [=](U32 n) { return clamp ? std::min(n, 32u) : n % 32; };
    expect_lanes<U32>(
        fmt::format("bmsk.{}.b32 %d, %s0, %s1;", mode),
        [&](U32 a, U32 b) {
          return from_bits([&](unsigned k) { return k >= reduced(a) && k < reduced(a) + reduced(b); });
        },
        words(7), words(8));
    expect_lanes<U32>(
        fmt::format("szext.{}.u32 %d, %s0, %s1;", mode),
        [&](U32 a, U32 b) { return from_bits([&](unsigned k) { return k < reduced(b) && (a >> k & 1); }); },
        words(9), words(10));
    expect_lanes<U32>(
        fmt::format("szext.{}.s32 %d, %s0, %s1;", mode),
        [&](U32 a, U32 b) {
          const U32 n = reduced(b);
          return from_bits([&](unsigned k) { return n != 0 && (a >> std::min(k, n - 1) & 1); });
        },
        words(9), words(10));
  }
}

TEST(Bits, FindNthSet) {
  std::vector<U32> base;
  std::vector<S32> n;
  Random rng(11);
  for (unsigned i = 0; i < 3000; ++i) {
    base.push_back(rng.below(34));
    n.push_back(static_cast<S32>(rng.below(20)) - 10);
  }
  n[0] = std::numeric_limits<S32>::min(), n[1] = std::numeric_limits<S32>::max(), base[2] = ~0u;
  expect_lanes<U32>(
      "fns.b32 %d, %s0, %s1, %s2;",
      [](U32 mask, U32 from, S32 nth) {
        if (nth == std::numeric_limits<S32>::min()) return U32{0};  // as an H200
        std::vector<U32> places;  // the set bits from `from` on, in search order
        for (U32 k = 0; k < 32; ++k)
          if ((mask >> k & 1) && (nth < 0 ? k <= from : k >= from) && from < 32) places.push_back(k);
        if (nth < 0) std::reverse(places.begin(), places.end());
        if (nth == 0) return from < 32 && (mask >> from & 1) ? from : ~0u;
        const auto index = static_cast<std::uint64_t>(std::abs(std::int64_t{nth}) - 1);
        return index < places.size() ? places[index] : ~0u;
      },
      words(12, 3000), base, n);
}

TEST(Bits, DotProducts) {
  for (const bool sa : {false, true})
    for (const bool sb : {false, true}) {
      const auto part = [](U32 word, unsigned k, unsigned width, bool sign) {
        const std::int64_t value = word >> k * width & ((1u << width) - 1);
        return sign && value >> (width - 1) ? value - (std::int64_t{1} << width) : value;
      };
      const std::string types = fmt::format("{}32.{}32", sa ? 's' : 'u', sb ? 's' : 'u');
      expect_lanes<U32>(
          fmt::format("dp4a.{} %d, %s0, %s1, %s2;", types),
          [&](U32 a, U32 b, U32 c) {
            std::int64_t sum = c;
            for (unsigned k = 0; k < 4; ++k) sum += part(a, k, 8, sa) * part(b, k, 8, sb);
            return static_cast<U32>(sum);
          },
          words(13), words(14), words(15));
      for (const bool high : {false, true})
        expect_lanes<U32>(
            fmt::format("dp2a.{}.{} %d, %s0, %s1, %s2;", high ? "hi" : "lo", types),
            [&](U32 a, U32 b, U32 c) {
              std::int64_t sum = c;
              for (unsigned k = 0; k < 2; ++k) sum += part(a, k, 16, sa) * part(b, k + (high ? 2 : 0), 8, sb);
              return static_cast<U32>(sum);
            },
            words(13), words(14), words(15));
    }
}

TEST(Bits, AbsoluteDifferences) {
  for (const unsigned width : {8u, 16u})
    for (const bool sa : {false, true})
      for (const bool sb : {false, true}) {
        const auto part = [=](U32 word, unsigned k, bool sign) {
          const std::int64_t range = std::int64_t{1} << width, value = (word >> k * width) % range;
          return sign && value >= range / 2 ? value - range : value;
        };
        const std::string opcode =
            fmt::format("vabsdiff{}.u32.{}32.{}32", 32 / width, sa ? 's' : 'u', sb ? 's' : 'u');
        const auto difference = [=](U32 a, U32 b, unsigned k) {
          return static_cast<U32>(std::abs(part(a, k, sa) - part(b, k, sb)));
        };
        expect_lanes<U32>(
            opcode + " %d, %s0, %s1, %s2;",
            [=](U32 a, U32 b, U32) {
              U32 result = 0;
              for (unsigned k = 0; k < 32 / width; ++k)
                result |= (difference(a, b, k) & ((1u << width) - 1)) << k * width;
              return result;
            },
            words(24), words(25), words(26));
        expect_lanes<U32>(
            opcode + ".add %d, %s0, %s1, %s2;",
            [=](U32 a, U32 b, U32 c) {
              for (unsigned k = 0; k < 32 / width; ++k) c += difference(a, b, k);
              return c;
            },
            words(24), words(25), words(26));
      }
}

TEST(Bits, HalfWordsOfARegister) {
  const auto check = [](const std::string& opcode, bool sign, auto&& f) {
    expect_lanes<U32>(
        opcode + " %d, %s0, %s1;",
        [&](U32 a, U32 b) {
          U32 result = 0;
          for (const unsigned at : {0u, 16u}) {
            const auto of = [&](U32 w) {
              return sign ? int{static_cast<std::int16_t>(w >> at)}
                          : int{static_cast<std::uint16_t>(w >> at)};
            };
            result |= (static_cast<U32>(f(of(a), of(b))) & 0xffff) << at;
          }
          return result;
        },
        words(16), words(17));
  };
  const auto least = [](int a, int b) { return std::min(a, b); };
  const auto most = [](int a, int b) { return std::max(a, b); };
  check("add.u16x2", false, [](int a, int b) { return a + b; });
  check("add.s16x2", true, [](int a, int b) { return a + b; });
  check("min.u16x2", false, least);
  check("min.s16x2", true, least);
  check("max.u16x2", false, most);
  check("max.s16x2", true, most);
  check("min.relu.s16x2", true, [](int a, int b) { return std::max(std::min(a, b), 0); });
  check("max.relu.s16x2", true, [](int a, int b) { return std::max({a, b, 0}); });
  const auto a = drawn(corners<S32>(18), 1500, 19), b = drawn(corners<S32>(20), 1500, 21);
  expect_lanes<S32>(
      "min.relu.s32 %d, %s0, %s1;", [](S32 x, S32 y) { return std::max(std::min(x, y), 0); }, a, b);
  expect_lanes<S32>(
      "max.relu.s32 %d, %s0, %s1;",
      [](S32 x, S32 y) {
        return std::max({x, y, 0});
      },
      a, b);
  expect_lanes<S32>(
      "mad24.hi.sat.s32 %d, %s0, %s1, %s2;",
      [](S32 x, S32 y, S32 z) {
        const auto low24 = [](S32 v) {
          return std::int64_t{v & 0xffffff} - ((v & 0x800000) != 0 ? 0x1000000 : 0);
        };
        const std::int64_t sum = std::int64_t{static_cast<S32>(low24(x) * low24(y) >> 16)} + z;
        return static_cast<S32>(std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX));
      },
      a, b, drawn(corners<S32>(22), 1500, 23));
}

}  // namespace
}  // namespace heddle::test::bits_test

// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/evaluate.hpp"
#include "tests/ptx/half_reference.hpp"

namespace heddle::test::convert_pack_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using S32 = std::int32_t;

TEST(ConvertPack, SaturatedIntegers) {
  const auto a = drawn(corners<S32>(1), 2000, 2), b = drawn(corners<S32>(3), 2000, 4);
  const auto c = drawn(corners<U32>(5), 2000, 6);
  for (const bool sign : {false, true})
    for (const unsigned width : {2u, 4u, 8u, 16u}) {
      const auto narrow = [=](S32 v) {
        const std::int64_t low = sign ? -(std::int64_t{1} << (width - 1)) : 0;
        const std::int64_t high = (std::int64_t{1} << (sign ? width - 1 : width)) - 1;
        const std::int64_t mask = (std::int64_t{1} << width) - 1;
        return static_cast<U32>(std::min(std::max<std::int64_t>(v, low), high) & mask);
      };
      const auto both = [=](S32 x, S32 y) { return narrow(x) * (1u << width) + narrow(y); };
      const std::string type = fmt::format("{}{}", sign ? "s" : "u", width);
      if (width == 16)
        expect_lanes<U32>(fmt::format("cvt.pack.sat.{}.s32 %d, %s0, %s1;", type), both, a, b);
      else
        expect_lanes<U32>(
            fmt::format("cvt.pack.sat.{}.s32.b32 %d, %s0, %s1, %s2;", type),
            [=](S32 x, S32 y, U32 z) { return static_cast<U32>(std::uint64_t{z} << 2 * width) | both(x, y); },
            a, b, c);
    }
}

/// An 8-bit float, by a table of its values.
struct Byte {
  const char* name;
  int fraction, bias;
  unsigned largest;  ///< pattern of the largest number

  double decode(unsigned bits) const {
    const unsigned magnitude = bits & 0x7f;
    double v = std::numeric_limits<double>::quiet_NaN();
    if (magnitude <= largest) {
      const int e = static_cast<int>(magnitude >> fraction);
      const double m = magnitude & ((1u << fraction) - 1);
      v = e == 0 ? std::ldexp(m, 1 - bias - fraction) : std::ldexp(m + (1 << fraction), e - bias - fraction);
    } else if (fraction == 2 && magnitude == largest + 1) {
      v = std::numeric_limits<double>::infinity();
    }
    return bits & 0x80 ? -v : v;
  }
  unsigned encode(double v, bool relu) const {
    if (v != v) return 0x7f;
    if (relu && v <= 0) return 0;
    unsigned best = 0;
    const double size = std::min(std::fabs(v), decode(largest));  // .satfinite
    for (unsigned k = 1; k <= largest; ++k) {
      const double here = std::fabs(size - decode(k)), before = std::fabs(size - decode(best));
      if (here < before || (here == before && k % 2 == 0)) best = k;
    }
    return best | (std::signbit(v) ? 0x80 : 0);
  }
};

TEST(ConvertPack, EightBitFloats) {
  for (const Byte byte : {Byte{"e4m3x2", 3, 7, 0x7e}, Byte{"e5m2x2", 2, 15, 0x7b}}) {
    std::vector<float> values = corners<float>(7);
    for (unsigned k = 0; k < byte.largest; ++k) {
      const auto v = static_cast<float>(byte.decode(k)),
                 half_way = (v + static_cast<float>(byte.decode(k + 1))) / 2;
      for (const float x :
           {v, half_way, std::nextafter(half_way, 0.0f), std::nextafter(half_way, 1e9f), -half_way})
        values.push_back(x);
    }
    const auto a = drawn(values, 3000, 8), b = drawn(values, 3000, 9);
    for (const bool relu : {false, true}) {
      const std::string suffix = relu ? ".relu" : "";
      expect_lanes<U16>(
          fmt::format("cvt.rn.satfinite{}.{}.f32 %d, %s0, %s1;", suffix, byte.name),
          [&](float x, float y) {
            return static_cast<U16>(byte.encode(x, relu) << 8 | byte.encode(y, relu));
          },
          a, b);
      std::vector<U32> halves;
      for (unsigned k = 0; k < 65536; ++k) halves.push_back(k << 16 | (k * 0x9e37u & 0xffffu));
      expect_lanes<U16>(
          fmt::format("cvt.rn.satfinite{}.{}.f16x2 %d, %s0;", suffix, byte.name),
          [&](U32 pair) {
            return static_cast<U16>(byte.encode(f16().decode(static_cast<U16>(pair >> 16)), relu) << 8 |
                                    byte.encode(f16().decode(static_cast<U16>(pair)), relu));
          },
          halves);
      std::vector<U16> bytes;
      for (unsigned k = 0; k < 65536; ++k) bytes.push_back(static_cast<U16>(k));
      const auto widened = [&](unsigned bits) {
        const double v = byte.decode(bits);
        return U32{f16().encode(relu && v <= 0 ? 0.0 : v)};
      };
      expect_lanes<U32>(
          fmt::format("cvt.rn{}.f16x2.{} %d, %s0;", suffix, byte.name),
          [&](U16 v) { return widened(v >> 8) << 16 | widened(v & 0xff); }, bytes);
    }
  }
}

}  // namespace
}  // namespace heddle::test::convert_pack_test

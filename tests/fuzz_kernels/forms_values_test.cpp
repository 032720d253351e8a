// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "tb/fuzz/forms/forms.hpp"

/// The expected values were computed by hand from the ISA's descriptions.
namespace heddle::fuzz::forms_values_test {
namespace {

std::uint64_t one(std::string_view form, std::vector<std::uint64_t> in, std::string_view signature = {}) {
  in.resize(5);
  std::uint64_t out[3]{};
  form_named(form, signature).compute(in.data(), out);
  return out[0];
}
/// Returns both results, the second in the upper half.
std::uint64_t two(std::string_view form, std::vector<std::uint64_t> in) {
  in.resize(5);
  std::uint64_t out[3]{};
  form_named(form).compute(in.data(), out);
  return out[1] << 1 | out[0];
}
std::uint64_t f32(float f) { return std::bit_cast<std::uint32_t>(f); }

TEST(FormValues, HalvesWithSuffixes) {
  EXPECT_EQ(one("fma.rn.relu.f16", {0x3c00, 0xbc00, 0}), 0u);       // -1
  EXPECT_EQ(one("fma.rn.relu.f16", {0x7c00, 0x0000, 0}), 0x7fffu);  // infinity * 0
  EXPECT_EQ(one("add.sat.f16", {0x3c00, 0x3c00}), 0x3c00u);
  EXPECT_EQ(one("add.sat.f16", {0x7e00, 0x3c00}), 0u);
  EXPECT_EQ(one("mul.ftz.f16", {0x0400, 0xb800}), 0x8000u);  // the least normal number halved
  EXPECT_EQ(one("neg.ftz.f16", {0x03ff}), 0x8000u);
  EXPECT_EQ(one("add.f16x2", {0x40003c00, 0x3c003c00}), 0x42004000u);  // 2 + 1, 1 + 1
  EXPECT_EQ(one("fma.rn.f16x2", {0x7bff3c00, 0x40004000, 0}), 0x7c004000u);
  EXPECT_EQ(one("abs.f16x2", {0xbc008001}), 0x3c000001u);
}

TEST(FormValues, Brains) {
  EXPECT_EQ(one("add.bf16", {0x3f80, 0x3b80}), 0x3f80u);  // 1 + 1/256: to even
  EXPECT_EQ(one("add.bf16", {0x3f81, 0x3b80}), 0x3f82u);
  EXPECT_EQ(one("sub.bf16", {0x3f80, 0x3f80}), 0u);
  EXPECT_EQ(one("mul.bf16", {0x7f7f, 0x4000}), 0x7f80u);
  EXPECT_EQ(one("mul.bf16", {0x0001, 0xbf00}), 0x8000u);
  EXPECT_EQ(one("fma.rn.bf16", {0x5f80, 0x5f80, 0xff7f}), 0x7b80u);  // 2^128 - 255 * 2^120
  EXPECT_EQ(one("fma.rn.bf16", {0x3fc0, 0x3f81, 0x0000}), 0x3fc2u);  // 193.5 / 128: to even
  EXPECT_EQ(one("fma.rn.bf16", {0x3fc0, 0x3f81, 0x8001}), 0x3fc1u);  // less the least number
  EXPECT_EQ(one("fma.rn.relu.bf16x2", {0x3f80bf80, 0x40004000, 0}), 0x40000000u);
}

TEST(FormValues, PairsOfIntegers) {
  EXPECT_EQ(one("add.u16x2", {0xffff0001, 0x00010001}), 2u);
  EXPECT_EQ(one("min.s16x2", {0xffff0001, 0x00010001}), 0xffff0001u);
  EXPECT_EQ(one("min.u16x2", {0xffff0001, 0x00010001}), 0x00010001u);
  EXPECT_EQ(one("max.relu.s16x2", {0xffff8000, 0xfffe0003}), 3u);
  EXPECT_EQ(one("max.relu.s32", {0xfffffff0, 0xfffffff1}), 0u);
}

TEST(FormValues, MinimaAndMaxima) {
  EXPECT_EQ(one("min.xorsign.abs.f32", {f32(-1), f32(2)}), f32(-1));
  EXPECT_EQ(one("max.xorsign.abs.f32", {f32(-1), f32(-2)}), f32(2));
  EXPECT_EQ(one("max.f32", {f32(1), 0x7fffffff, f32(3)}, "f:fff"), f32(3));
  EXPECT_EQ(one("max.NaN.f32", {f32(1), 0x7fffffff, f32(3)}, "f:fff"), 0x7fffffffu);
  EXPECT_EQ(one("min.abs.f32", {f32(-1), f32(2), f32(-0.5f)}), f32(0.5f));
  EXPECT_EQ(one("min.bf16", {0x8000, 0x0000}), 0x8000u);
  EXPECT_EQ(one("max.f16x2", {0x7fff7fff, 0x7e003c00}), 0x7fff3c00u);
  EXPECT_EQ(one("max.NaN.bf16x2", {0x7fff3f80, 0x3f804000}), 0x7fff4000u);
}

TEST(FormValues, Comparisons) {
  EXPECT_EQ(one("setp.gt.bf16", {0x4000, 0x3f80}), 1u);
  EXPECT_EQ(one("setp.eq.ftz.f16", {0x0001, 0x8000}), 1u);
  EXPECT_EQ(one("setp.eq.ftz.f32", {0x00000001, 0}), 1u);
  EXPECT_EQ(two("setp.gt.f16x2|", {0x3c004000, 0x3c003c00}), 1u);  // p: 2 > 1, q: 1 > 1
  EXPECT_EQ(two("setp.gt.or.f16x2|", {0x3c004000, 0x3c003c00, 1}), 3u);
  EXPECT_EQ(one("set.lt.f16x2.f16x2", {0x3c004000, 0x40004000}), 0x3c000000u);
  EXPECT_EQ(one("set.nan.u32.bf16x2", {0x3f807fff, 0x40004000}), 0x0000ffffu);
  EXPECT_EQ(one("set.ge.bf16.f64", {std::bit_cast<std::uint64_t>(2.0), std::bit_cast<std::uint64_t>(2.0)}),
            0x3f80u);
  EXPECT_EQ(one("set.lt.u16.f16", {0x3c00, 0x4000}), 0xffffu);
}

TEST(FormValues, ConversionsOfHalves) {
  EXPECT_EQ(one("cvt.rn.bf16.f32", {0x3f808000}), 0x3f80u);
  EXPECT_EQ(one("cvt.rn.bf16.f32", {0x3f818000}), 0x3f82u);
  EXPECT_EQ(one("cvt.rp.bf16.f32", {0x00000001}), 0x0001u);
  EXPECT_EQ(one("cvt.rp.ftz.bf16.f32", {0x00000001}), 0u);
  EXPECT_EQ(one("cvt.ftz.f32.bf16", {0x8021}), 0x80000000u);
  EXPECT_EQ(one("cvt.rn.f16.u32", {65535}), 0x7c00u);
  EXPECT_EQ(one("cvt.rz.f16.u32", {65535}), 0x7bffu);
  EXPECT_EQ(one("cvt.rm.bf16.s32", {static_cast<std::uint32_t>(-257)}), 0xc381u);
  EXPECT_EQ(one("cvt.rn.f16.f64", {0x3ff0020000000001}), 0x3c01u);  // rounding to f32 first would lose it
  EXPECT_EQ(one("cvt.rn.satfinite.f16.f32", {f32(1e9f)}), 0x7bffu);
  EXPECT_EQ(one("cvt.rn.bf16x2.f32", {f32(2), f32(1)}), 0x40003f80u);
  EXPECT_EQ(one("cvt.rni.s8.f16", {0x6400}), 127u);  // 1024
  EXPECT_EQ(one("cvt.rzi.u64.bf16", {0x7fff}), std::uint64_t{1} << 63);
  EXPECT_EQ(one("cvt.rpi.bf16.bf16", {0xbf00}), 0x8000u);
}

TEST(FormValues, PackedConversions) {
  EXPECT_EQ(one("cvt.pack.sat.u8.s32.b32", {300, static_cast<std::uint32_t>(-5), 0x1234}), 0x1234ff00u);
  EXPECT_EQ(one("cvt.pack.sat.s16.s32", {40000, static_cast<std::uint32_t>(-40000)}), 0x7fff8000u);
  EXPECT_EQ(one("cvt.pack.sat.s2.s32.b32", {5, static_cast<std::uint32_t>(-1), 0xf}), 0xf7u);
  EXPECT_EQ(one("cvt.rn.satfinite.e4m3x2.f32", {f32(1), f32(-0.5f)}), 0x38b0u);
  EXPECT_EQ(one("cvt.rn.satfinite.e4m3x2.f32", {f32(-1e9f), 0x7fffffff}), 0xfe7fu);
  EXPECT_EQ(one("cvt.rn.f16x2.e4m3x2", {0x387f}), 0x3c007fffu);
  EXPECT_EQ(one("cvt.rn.f16x2.e5m2x2", {0x3cfc}), 0x3c00fc00u);
}

TEST(FormValues, BytesAndBits) {
  EXPECT_EQ(one("bmsk.wrap.b32", {1, 2}), 6u);
  EXPECT_EQ(one("bmsk.clamp.b32", {4, 40}), 0xfffffff0u);
  EXPECT_EQ(one("szext.wrap.u32", {0xffffffff, 0}), 0u);
  EXPECT_EQ(one("szext.clamp.s32", {8, 4}), 0xfffffff8u);
  EXPECT_EQ(one("fns.b32", {0xaaaaaaaa, 3, static_cast<std::uint32_t>(-1)}), 3u);
  EXPECT_EQ(one("fns.b32", {0xaaaaaaaa, 2, 1}), 3u);
  EXPECT_EQ(one("fns.b32", {0xaaaaaaaa, 2, static_cast<std::uint32_t>(-1)}), 1u);
  EXPECT_EQ(one("prmt.b32.b4e", {0x33221100, 0x77665544, 1}), 0x66770011u);
  EXPECT_EQ(one("prmt.b32.ecr", {0x33221100, 0x77665544, 2}), 0x22221100u);
  EXPECT_EQ(one("dp2a.hi.s32.s32", {0x0002ffff, 0xfe030000, 10}), 3u);  // 10 - 1 * 3 + 2 * -2
  EXPECT_EQ(one("vabsdiff4.u32.u32.u32.add", {0x01020304, 0x04030201, 10}), 18u);
  EXPECT_EQ(one("vabsdiff2.s32.s32.s32", {0xffff0003, 0x00010005, 7}), 0x00020002u);
}

/// What an H200 computes where it had been read out of the ISA wrongly, or the ISA leaves it open.
TEST(FormValues, AsOnARealGpu) {
  EXPECT_EQ(one("testp.normal.f32", {0}), 1u);
  EXPECT_EQ(one("testp.normal.f64", {0x8000000000000000}), 1u);
  EXPECT_EQ(one("rem.u16", {0xfc00, 0}), 0xffffu);
  EXPECT_EQ(one("rem.s64", {5, 0}), ~std::uint64_t{0});
  EXPECT_EQ(one("neg.f16", {0xff80}), 0x7fffu);
  EXPECT_EQ(one("abs.bf16x2", {0xb641ffb0}), 0x36417fffu);
  EXPECT_EQ(one("cvt.rz.f16.f64", {0x7ff8000000000000}), 0x7e00u);
  EXPECT_EQ(one("cvt.rn.bf16.f64", {0x7ff8000000000000}), 0x7fc0u);
}

TEST(FormValues, Choices) {
  EXPECT_EQ(one("slct.f32.f32", {f32(1), f32(2), 0x7fffffff}), f32(2));
  EXPECT_EQ(one("slct.u64.f32", {1, 2, 0x80000001}), 2u);
  EXPECT_EQ(one("slct.ftz.u64.f32", {1, 2, 0x80000001}), 1u);
  EXPECT_EQ(one("rcp.rn.ftz.f32", {1}), 0x7f800000u);
  EXPECT_EQ(one("mad.rz.f32", {f32(3), f32(5), f32(7)}), f32(22));
  EXPECT_EQ(one("cvt.rpi.ftz.s32.f32", {1}), 0u);
  EXPECT_EQ(one("cvt.s32.s8", {0x12f0}), 0xfffffff0u);
}

}  // namespace
}  // namespace heddle::fuzz::forms_values_test

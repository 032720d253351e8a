// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/half_arithmetic.hpp"

/// Conversions that pack: integers of 2 to 16 bits, and pairs of 8-bit floats.
namespace heddle::fuzz {
namespace {

/// cvt.pack: the result has `b` in its lowest bits, `a` above it, and the low bits of `c` above both.
template <int bits, bool sign>
u32 packed(s32 a, s32 b, u32 c) {
  const s64 low = sign ? -(s64{1} << (bits - 1)) : 0, high = (s64{1} << (sign ? bits - 1 : bits)) - 1;
  const auto field = [&](s64 v) {
    return static_cast<u64>(v < low ? low : v > high ? high : v) % (1u << bits);
  };
  return static_cast<u32>(u64{c} << 2 * bits | field(a) << bits | field(b));
}
template <bool sign>
u32 packed16(s32 a, s32 b) {
  return packed<16, sign>(a, b, 0);
}

using E4m3 = Small<FloatFormat{3, 4, 0x7e, false}>;
using E5m2 = Small<FloatFormat{2, 5, 0x7b}>;

/// Converts with .satfinite, which must be given. Any NaN becomes the positive one.
u32 to_byte(double a) {
  if (std::isnan(a)) return 0x7f;
  return std::fabs(a) >= 448 ? (a < 0 ? 0xfe : 0x7e) : narrowed<E4m3, Toward::nearest>(a).bits;
}
u32 to_byte_relu(double a) { return !std::isnan(a) && std::signbit(a) ? 0 : to_byte(a); }
template <u32 (*f)(double)>
u16 of_singles(float upper, float lower) {
  return static_cast<u16>(f(upper) << 8 | f(lower));
}
template <u32 (*f)(double)>
u16 of_halves(u32 a) {
  return static_cast<u16>(f(Half{static_cast<u16>(a >> 16)}) << 8 | f(Half{static_cast<u16>(a)}));
}

template <class F>
Half to_half(u16 byte) {
  return narrowed<Half, Toward::nearest>(F{static_cast<u16>(byte & 0xff)});
}
template <class F>
Half to_half_relu(u16 byte) {
  return not_negative(to_half<F>(byte));
}
template <Half (*f)(u16)>
u32 to_halves(u16 bytes) {
  return u32{f(bytes >> 8).bits} << 16 | f(bytes).bits;
}

const Form rows[] = {
    {"cvt.pack.sat.u16.s32", "r:rr", Family::move, scalar<packed16<false>>},
    {"cvt.pack.sat.s16.s32", "r:rr", Family::move, scalar<packed16<true>>},
    {"cvt.pack.sat.u8.s32.b32", "r:rrr", Family::move, scalar<packed<8, false>>},
    {"cvt.pack.sat.s8.s32.b32", "r:rrr", Family::move, scalar<packed<8, true>>},
    {"cvt.pack.sat.u4.s32.b32", "r:rrr", Family::move, scalar<packed<4, false>>},
    {"cvt.pack.sat.s4.s32.b32", "r:rrr", Family::move, scalar<packed<4, true>>},
    {"cvt.pack.sat.u2.s32.b32", "r:rrr", Family::move, scalar<packed<2, false>>},
    {"cvt.pack.sat.s2.s32.b32", "r:rrr", Family::move, scalar<packed<2, true>>},
    {"cvt.rn.satfinite.e4m3x2.f32", "h:FF", Family::half, scalar<of_singles<to_byte>>},
    {"cvt.rn.satfinite.relu.e4m3x2.f32", "h:FF", Family::half, scalar<of_singles<to_byte_relu>>},
    {"cvt.rn.satfinite.e4m3x2.f16x2", "h:r", Family::half, scalar<of_halves<to_byte>>},
    {"cvt.rn.satfinite.relu.e4m3x2.f16x2", "h:r", Family::half, scalar<of_halves<to_byte_relu>>},
    {"cvt.rn.f16x2.e4m3x2", "r:h", Family::half, scalar<to_halves<to_half<E4m3>>>},
    {"cvt.rn.relu.f16x2.e4m3x2", "r:h", Family::half, scalar<to_halves<to_half_relu<E4m3>>>},
    {"cvt.rn.f16x2.e5m2x2", "r:h", Family::half, scalar<to_halves<to_half<E5m2>>>},
    {"cvt.rn.relu.f16x2.e5m2x2", "r:h", Family::half, scalar<to_halves<to_half_relu<E5m2>>>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz

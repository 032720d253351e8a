// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Conversions that pack several narrow values: integers of 2 to 16 bits, and the 8-bit floats e4m3 and e5m2.
namespace heddle::ptx {
namespace {

/// Saturates to an integer of `bits` bits, and returns its bits.
template <unsigned bits, bool sign>
std::uint32_t narrowed(std::int32_t value) {
  constexpr std::int32_t low = sign ? -(1 << (bits - 1)) : 0, high = (1 << (sign ? bits - 1 : bits)) - 1;
  return static_cast<std::uint32_t>(std::clamp(value, low, high)) & ((1u << bits) - 1);
}

template <unsigned bits, bool sign>
std::uint32_t pack(std::int32_t upper, std::int32_t lower) {
  return narrowed<bits, sign>(upper) << bits | narrowed<bits, sign>(lower);
}
/// The values that were packed before move up.
template <unsigned bits, bool sign>
std::uint32_t pack_onto(std::int32_t upper, std::int32_t lower, std::uint32_t before) {
  return pack<bits, sign>(upper, lower) | before << 2 * bits;
}

template <unsigned bits, bool sign>
constexpr Semantics packed = always([](Instruction&) {
  if constexpr (bits == 16)
    return lanewise<pack<bits, sign>>();
  else
    return lanewise<pack_onto<bits, sign>>();
});

/// e4m3 has no infinity: one pattern of the largest exponent is NaN, all others are numbers up to 448.
struct E4m3 : Format<3, 4> {
  static constexpr std::uint32_t infinity = 0x7f;
  static constexpr double largest = 448;
};
struct E5m2 : Format<2, 5> {
  static constexpr double largest = 57344;
};

template <class F>
std::uint32_t to_byte(const Modifiers& m, double value) {
  if (value != value) return 0x7f;
  if (m.relu && value <= 0) value = 0;
  return narrow_bits<F>(std::clamp(value, -F::largest, F::largest), Rounding::nearest);
}
template <class F>
std::uint16_t from_singles(const Modifiers& m, float upper, float lower) {
  return static_cast<std::uint16_t>(to_byte<F>(m, upper) << 8 | to_byte<F>(m, lower));
}
template <class F>
std::uint16_t from_halves(const Modifiers& m, std::uint32_t pair) {
  const auto half = [&](unsigned at) { return widen(static_cast<Half>(pair >> at & 0xffff)); };
  return static_cast<std::uint16_t>(to_byte<F>(m, half(16)) << 8 | to_byte<F>(m, half(0)));
}

template <class F>
Half to_half(const Modifiers& m, std::uint32_t byte) {
  double value = (byte & 0x7f) == 0x7f ? std::numeric_limits<double>::quiet_NaN() : widen_bits<F>(byte);
  if (m.relu && value <= 0) value = 0;
  return narrow<Half>(value);
}
template <class F>
std::uint32_t to_halves(const Modifiers& m, std::uint16_t bytes) {
  const auto half = [&](unsigned at) {
    return std::uint32_t{static_cast<std::uint16_t>(to_half<F>(m, bytes >> at & 0xffu))};
  };
  return half(8) << 16 | half(0);
}

#define INFORMED(f) always([](Instruction&) { return lanewise_informed<f>(); })
const Opcode rows[] = {
    {"cvt.pack.sat.u16.s32", "=u s s", Unit::sp, packed<16, false>},
    {"cvt.pack.sat.s16.s32", "=u s s", Unit::sp, packed<16, true>},
    {"cvt.pack.sat.u8.s32.b32", "=u s s u", Unit::sp, packed<8, false>},
    {"cvt.pack.sat.s8.s32.b32", "=u s s u", Unit::sp, packed<8, true>},
    {"cvt.pack.sat.u4.s32.b32", "=u s s u", Unit::sp, packed<4, false>},
    {"cvt.pack.sat.s4.s32.b32", "=u s s u", Unit::sp, packed<4, true>},
    {"cvt.pack.sat.u2.s32.b32", "=u s s u", Unit::sp, packed<2, false>},
    {"cvt.pack.sat.s2.s32.b32", "=u s s u", Unit::sp, packed<2, true>},
    {"cvt.rn.satfinite.relu?.e4m3x2.f32", "=0 1 1", Unit::sp, INFORMED(from_singles<E4m3>)},
    {"cvt.rn.satfinite.relu?.e5m2x2.f32", "=0 1 1", Unit::sp, INFORMED(from_singles<E5m2>)},
    {"cvt.rn.satfinite.relu?.e4m3x2.f16x2", "=0 1", Unit::sp, INFORMED(from_halves<E4m3>)},
    {"cvt.rn.satfinite.relu?.e5m2x2.f16x2", "=0 1", Unit::sp, INFORMED(from_halves<E5m2>)},
    {"cvt.rn.relu?.f16x2.e4m3x2", "=0 1", Unit::sp, INFORMED(to_halves<E4m3>)},
    {"cvt.rn.relu?.f16x2.e5m2x2", "=0 1", Unit::sp, INFORMED(to_halves<E5m2>)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx

// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// cvt from and to f16 and bf16.
namespace heddle::ptx {
namespace {

/// Returns the exact value of any operand, or the value rounded to odd where 53 bits do not hold it. With
/// .ftz a single-precision subnormal becomes zero on its way to bf16. On its way to f16 an H200 leaves it,
/// against the ISA: rounded up it is the least f16.
template <class H, class S>
double exact(S a, bool flush) {
  if constexpr (std::is_enum_v<S>)
    return widen(a);
  else if constexpr (std::is_same_v<S, float>)
    return flush && !std::is_same_v<H, Half> ? flushed(a) : a;
  else if constexpr (sizeof(S) == 8 && std::is_integral_v<S>)
    return sum_to_odd(static_cast<double>(a >> 32) * 4294967296.0, static_cast<double>(a & 0xffffffff));
  else
    return a;
}

/// Rounds to H, with the opcode's .sat, .relu and .satfinite.
template <class H>
H rounded(const Modifiers& m, double value) {
  if (m.saturate) value = saturated(value);
  if (m.relu && value <= 0) value = 0;
  const H result = narrow<H>(value, m.rounding);
  const auto bits = static_cast<std::uint16_t>(result);
  return m.finite && (bits & 0x7fff) == FormatOf<H>::infinity ? static_cast<H>(bits - 1) : result;
}
template <class H, class S>
H to_half(const Modifiers& m, S a) {
  if constexpr (std::is_same_v<S, double>)
    if (a != a && !m.saturate) return static_cast<H>(narrow_nan<FormatOf<H>>(a));
  return rounded<H>(m, exact<H>(a, m.flush));
}
template <class H>
std::uint32_t to_pair(const Modifiers& m, float upper, float lower) {
  return std::uint32_t{static_cast<std::uint16_t>(to_half<H>(m, upper))} << 16 |
         static_cast<std::uint16_t>(to_half<H>(m, lower));
}

/// .ftz flushes single-precision subnormals. An f16 is never that small, but a bf16 may be.
template <class D, class H>
D to_real(const Modifiers& m, H a) {
  D value = static_cast<D>(widen(a));
  if constexpr (std::is_same_v<D, float>) value = m.flush ? flushed(value) : value;
  return m.saturate ? saturated(value) : value;
}

double integral(double value, Rounding mode) {
  switch (mode) {
    case Rounding::zero:
      return std::trunc(value);
    case Rounding::down:
      return std::floor(value);
    case Rounding::up:
      return std::ceil(value);
    case Rounding::nearest:
      break;
  }
  return std::rint(value);
}

/// A NaN gives 0, or the top bit alone of a 64-bit integer; an out-of-range value the nearest that D can
/// represent.
template <class D, class H>
D to_integer(const Modifiers& m, H a) {
  const double value = integral(widen(a), m.rounding);
  if (value != value) return sizeof(D) == 8 ? static_cast<D>(std::uint64_t{1} << 63) : D{0};
  if (value >= std::ldexp(1.0, std::numeric_limits<D>::digits)) return std::numeric_limits<D>::max();
  if (value < static_cast<double>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(value);
}
template <class H>
H to_integral(const Modifiers& m, H a) {
  const double value = integral(widen(a), m.rounding);
  return narrow<H>(m.saturate ? saturated(value) : value);
}

using Plain = TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t,
                       std::int32_t, std::int64_t, float, double>;

/// Returns the rounding mode that .rni to .rpi name.
Rounding integral_rounding(const Spelling& s) {
  return s.has("rzi")   ? Rounding::zero
         : s.has("rmi") ? Rounding::down
         : s.has("rpi") ? Rounding::up
                        : Rounding::nearest;
}

template <class H>
void from_half(const Spelling& s, Instruction& i) {
  with_type(Plain{}, s.types[0], [&]<class D>() {
    if constexpr (std::is_floating_point_v<D>) {
      i.execute = lanewise_informed<to_real<D, H>>();
    } else {
      i.modifiers.rounding = integral_rounding(s);
      i.execute = lanewise_informed<to_integer<D, H>>();
    }
  });
}

template <class H>
void into_half(const Spelling& s, Instruction& i) {
  const Type from = s.types[1];
  if (from == Type::f16)
    i.execute = lanewise_informed<to_half<H, Half>>();
  else if (from == Type::bf16)
    i.execute = lanewise_informed<to_half<H, Brain>>();
  else
    with_type(Plain{}, from, [&]<class S>() { i.execute = lanewise_informed<to_half<H, S>>(); });
}

template <class H>
void within_half(const Spelling& s, Instruction& i) {
  i.modifiers.rounding = integral_rounding(s);
  const bool integral = !s.among({"rni", "rzi", "rmi", "rpi"}).empty();
  i.execute = integral ? lanewise_informed<to_integral<H>>() : lanewise_informed<to_half<H, H>>();
}

void convert(const Spelling& s, Instruction& i) {
  const Type to = s.types[0], from = s.types[1];
  const bool half = to == Type::f16 || from == Type::f16, brain = to == Type::bf16 || from == Type::bf16;
  if (to == from) return half ? within_half<Half>(s, i) : within_half<Brain>(s, i);
  if (half && brain) return to == Type::f16 ? into_half<Half>(s, i) : into_half<Brain>(s, i);
  if (to == Type::f16) return into_half<Half>(s, i);
  if (to == Type::bf16) return into_half<Brain>(s, i);
  return half ? from_half<Half>(s, i) : from_half<Brain>(s, i);
}

/// Rounds to tf32, that is an f32 with 10 bits of fraction. .rna rounds ties away from zero.
float to_tf32(const Modifiers& m, float a) {
  if (a != a) return a;
  const auto bits = std::bit_cast<std::uint32_t>(a);
  constexpr std::uint32_t infinity = 0x7f800000, largest = 0x7f7fe000;
  std::uint32_t result = narrow_bits<Format<10, 8>>(a, m.rounding) << 13;
  if (m.relu && a <= 0) result = 0;
  if (m.finite && (result & ~0x80000000u) == infinity) result = (bits & 0x80000000u) | largest;
  return std::bit_cast<float>(result);
}
float to_tf32_away(const Modifiers& m, float a) {
  if (a != a) return a;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(a), half = 1u << 12;
  const float away = std::isinf(a) ? a : std::bit_cast<float>((bits + half) & ~(2 * half - 1));
  return m.finite && std::isinf(away) ? std::copysign(std::bit_cast<float>(0x7f7fe000u), a) : away;
}

void pair(const Spelling& s, Instruction& i) {
  i.execute =
      s.types[0] == Type::f16x2 ? lanewise_informed<to_pair<Half>>() : lanewise_informed<to_pair<Brain>>();
}

#define INFORMED(f) always([](Instruction&) { return lanewise_informed<f>(); })
#define WIDE_INTEGER "u16|u32|u64|s16|s32|s64"
#define INTEGER "u8|s8|" WIDE_INTEGER
const Opcode rows[] = {
    {"cvt.#rnd.ftz?.relu?.sat|satfinite?.f16.f32|f64", "=0 1", Unit::sp, convert},
    {"cvt.#rnd.ftz?.relu?.satfinite?.bf16.f32|f64", "=0 1", Unit::sp, convert},
    {"cvt.#rnd.sat?.f16." INTEGER, "=0 1+", Unit::sp, convert},
    {"cvt.#rnd.bf16." WIDE_INTEGER, "=0 1+", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi.sat?." INTEGER ".f16", "=0+ 1", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi." WIDE_INTEGER ".bf16", "=0+ 1", Unit::sp, convert},
    {"cvt.ftz?.sat?.f32|f64.f16", "=0 1", Unit::sp, convert},
    {"cvt.ftz?.f32|f64.bf16", "=0 1", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi?.sat?.f16.f16", "=0 1", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi?.bf16.bf16", "=0 1", Unit::sp, convert},
    {"cvt.#rnd.sat?.f16.bf16", "=0 1", Unit::sp, convert},
    {"cvt.#rnd.bf16.f16", "=0 1", Unit::sp, convert},
    {"cvt.rn|rz.relu?.satfinite?.f16x2|bf16x2.f32", "=0 1 1", Unit::sp, pair},
    {"cvt.rn|rz.satfinite?.relu?.tf32.f32", "=0 1", Unit::sp, INFORMED(to_tf32)},
    {"cvt.rna.satfinite?.tf32.f32", "=0 1", Unit::sp, INFORMED(to_tf32_away)},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx

// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// cvt between all integer and float types.
namespace heddle::ptx {
namespace {

using All = TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t,
                     std::int32_t, std::int64_t, float, double>;

template <class D, class S>
D plain(S a) {
  return static_cast<D>(a);
}

/// Converts an integer to an integer with .sat: to the nearest value that D can represent.
template <class D, class S>
D clamped(S a) {
  if (std::in_range<D>(a)) return static_cast<D>(a);
  return std::is_signed_v<S> && a < 0 ? std::numeric_limits<D>::min() : std::numeric_limits<D>::max();
}

// Rounds to an integral value. Each function has its rounding mode in its name; the processor's mode stays as
// it is, because compilers expand these functions in ways that rely on it.
template <class S>
S nearest(S a) {
  return std::rint(a);
}
template <class S>
S toward_zero(S a) {
  return std::trunc(a);
}
template <class S>
S down(S a) {
  return std::floor(a);
}
template <class S>
S up(S a) {
  return std::ceil(a);
}

/// Converts a float to an integer: an out-of-range value gives the nearest that D can represent; a NaN gives
/// 0 between 32-bit types, otherwise the top bit alone.
template <class D, class S, S (*Integral)(S)>
D to_integer(S a) {
  constexpr bool wide = sizeof(S) == 8 || sizeof(D) == 8;
  const S rounded = Integral(a);
  // One more than the largest value is a power of two, and so exact in S.
  constexpr S above = static_cast<S>(std::numeric_limits<D>::max() / 2 + 1) * S{2};
  if (a != a) return wide ? static_cast<D>(std::make_unsigned_t<D>(1) << (8 * sizeof(D) - 1)) : D{0};
  if (rounded >= above) return std::numeric_limits<D>::max();
  if (rounded < static_cast<S>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(rounded);
}

template <class D, class S, S (*Integral)(S)>
Execute through_integral(const Instruction& i) {
  if constexpr (std::is_same_v<D, S>)
    return lanewise_modified<Integral>(i);
  else
    return lanewise_modified<to_integer<D, S, Integral>>(i);
}

/// f64 to f32 as bits, so that a NaN keeps its payload, as on an H200.
template <bool flush>
std::uint32_t narrowed(double a) {
  if (a != a) return narrow_nan<Format<23, 8>>(a);
  const auto narrow = static_cast<float>(a);
  return std::bit_cast<std::uint32_t>(flush ? flushed(narrow) : narrow);
}

/// Converts a float by way of an integral value, which stays a float when D is S.
template <class D, class S>
Execute rounding_to_integral(const Spelling& s, const Instruction& i) {
  if (s.has("rzi")) return through_integral<D, S, toward_zero<S>>(i);
  if (s.has("rmi")) return through_integral<D, S, down<S>>(i);
  if (s.has("rpi")) return through_integral<D, S, up<S>>(i);
  return through_integral<D, S, nearest<S>>(i);
}

template <class D, class S>
Execute choose(const Spelling& s, Instruction& i) {
  constexpr bool to_float = std::is_floating_point_v<D>, from_float = std::is_floating_point_v<S>;
  if constexpr (!to_float && !from_float) {
    return s.has("sat") ? lanewise<clamped<D, S>>() : lanewise<plain<D, S>>();
  } else if constexpr (!to_float) {
    return rounding_to_integral<D, S>(s, i);
  } else {
    if constexpr (std::is_same_v<D, S>)
      if (!s.among({"rni", "rzi", "rmi", "rpi"}).empty()) return rounding_to_integral<D, S>(s, i);
    if constexpr (std::is_same_v<D, float> && std::is_same_v<S, double>)
      if (!s.has("sat"))
        return s.has("ftz") ? lanewise_modified<narrowed<true>>(i) : lanewise_modified<narrowed<false>>(i);
    return lanewise_modified<plain<D, S>>(i);
  }
}

void convert(const Spelling& s, Instruction& i) {
  with_type(All{}, s.types[0], [&]<class D>() {
    with_type(All{}, s.types[1], [&]<class S>() { i.execute = choose<D, S>(s, i); });
  });
}

#define INTEGER "u8|u16|u32|u64|s8|s16|s32|s64"
const Opcode rows[] = {
    {"cvt." INTEGER "." INTEGER, "=0+ 1+", Unit::sp, convert},
    // .sat is legal only where the source has values that the result cannot have.
    {"cvt.sat.u8.u16|u32|u64|s8|s16|s32|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.s8.u8|u16|u32|u64|s16|s32|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.u16.u32|u64|s8|s16|s32|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.s16.u16|u32|u64|s32|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.u32.u64|s8|s16|s32|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.s32.u32|u64|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.u64.s8|s16|s32|s64", "=0+ 1+", Unit::sp, convert},
    {"cvt.sat.s64.u64", "=0+ 1+", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi.ftz?.sat?." INTEGER ".f32|f64", "=0+ 1", Unit::sp, convert},
    {"cvt.#rnd.ftz?.sat?.f32|f64." INTEGER, "=0 1+", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi?.ftz?.sat?.f32.f32", "=0 1", Unit::sp, convert},
    {"cvt.rni|rzi|rmi|rpi?.sat?.f64.f64", "=0 1", Unit::sp, convert},
    {"cvt.#rnd.ftz?.sat?.f32.f64", "=0 1", Unit::sp, convert},
    {"cvt.ftz?.sat?.f64.f32", "=0 1", Unit::sp, convert},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "tb/fuzz/forms/form_rows.hpp"

/// Conversions between integers and floats of 32 and 64 bits, as the ISA says of cvt.
namespace heddle::fuzz {

template <class D>
constexpr s128 least = std::is_signed_v<D> ? -(s128{1} << (8 * sizeof(D) - 1)) : 0;
template <class D>
constexpr s128 most = (s128{1} << (8 * sizeof(D) - (std::is_signed_v<D> ? 1 : 0))) - 1;

/// R is the register's type, of D's sign and at least D's width.
template <class D, class R, class S>
R cut(S a) {
  return static_cast<R>(static_cast<D>(a));
}
template <class D, class R, class S>
R clamped(S a) {
  const s128 v = static_cast<s128>(a);
  return static_cast<R>(v < least<D> ? least<D> : v > most<D> ? most<D> : v);
}

enum class Toward { nearest, zero, down, up };
template <Toward toward, class S>
S integral(S a) {
  const S below = std::floor(a);
  if (toward == Toward::down || below == a) return below;
  if (toward == Toward::up) return below + 1;
  if (toward == Toward::zero) return a < 0 ? below + 1 : below;
  const S part = a - below;
  const bool odd = std::fmod(below, S{2}) != 0;
  return part > S{0.5} || (part == S{0.5} && odd) ? below + 1 : below;
}
/// Zeros keep their sign.
template <Toward toward, class S>
S integral_float(S a) {
  if (!std::isfinite(a)) return a;
  return std::copysign(integral<toward>(a), a);
}
/// As the ISA says of cvt: clamped, NaN to the top bit where a type of 64 bits takes part and else to 0.
template <class D, Toward toward, class S>
D to_integer(S a) {
  if (std::isnan(a))
    return sizeof(S) == 8 || sizeof(D) == 8 ? static_cast<D>(u64{1} << (8 * sizeof(D) - 1)) : D{0};
  if (std::isinf(a) || std::fabs(a) > S(0x1p80)) return static_cast<D>(a < 0 ? least<D> : most<D>);
  const s128 v = static_cast<s128>(integral<toward>(a));
  return static_cast<D>(v < least<D> ? least<D> : v > most<D> ? most<D> : v);
}

/// An integer rounded by the processor in the given mode.
template <class D, int mode, class S>
[[gnu::noinline]] D to_float(S a) {
  const int before = std::fegetround();
  std::fesetround(mode);
  volatile S in = a;
  volatile D out = static_cast<D>(in);
  std::fesetround(before);
  return out;
}

/// A result that is narrower than its register, extended.
template <class R, auto f>
struct Extended;
template <class R, class D, class S, D (*f)(S)>
struct Extended<R, f> {
  static R call(S a) { return static_cast<R>(f(a)); }
};
template <class R, auto f>
constexpr auto extended = Extended<R, f>::call;

}  // namespace heddle::fuzz

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "tb/fuzz/forms/convert_arithmetic.hpp"

/// Floats of 16 bits and less: taken apart without loss, and rounded once. A NaN that is computed is the
/// canonical one.
namespace heddle::fuzz {

/// How the bits of a float are laid out, from the lowest: fraction, exponent, sign.
struct FloatFormat {
  int fraction, exponent;
  u16 largest;  ///< the bits of the largest number; what is above it is infinity or NaN
  bool has_infinity = true;
};

template <FloatFormat F>
struct Small {
  static constexpr FloatFormat format = F;
  static constexpr u16 sign = 1 << (F.fraction + F.exponent), infinity = F.largest + 1;
  /// The exponent of the last place of a subnormal.
  static constexpr int last_place = 2 - (1 << (F.exponent - 1)) - F.fraction;

  u16 bits;

  u16 size() const { return bits & (sign - 1); }
  bool negative() const { return (bits & sign) != 0; }
  bool is_nan() const { return size() > (F.has_infinity ? infinity : F.largest); }
  bool is_infinite() const { return F.has_infinity && size() == infinity; }
  /// Returns the exact value.
  operator double() const;
};
using Half = Small<FloatFormat{10, 5, 0x7bff}>;
using Brain = Small<FloatFormat{7, 8, 0x7f7f}>;

template <class H>
constexpr H not_a_number{0x7fff};

/// significand * 2^exponent.
struct Number {
  s128 significand;
  int exponent;
};

/// Returns the number that a finite float has.
template <class H>
Number number_of(H a) {
  constexpr int fraction = H::format.fraction;
  const int exponent = a.size() >> fraction, part = a.size() & ((1 << fraction) - 1);
  const s128 size = exponent == 0 ? part : part + (1 << fraction);
  return {a.negative() ? -size : size, H::last_place + (exponent == 0 ? 0 : exponent - 1)};
}
template <FloatFormat F>
Small<F>::operator double() const {
  if (is_nan()) return NAN;
  const double sign_of = negative() ? -1 : 1;
  if (is_infinite()) return std::copysign(HUGE_VAL, sign_of);
  const Number v = number_of(*this);
  return std::copysign(std::ldexp(static_cast<double>(v.significand), v.exponent), sign_of);
}

/// Rounds to H. `zero` is the sign of an exact zero.
template <class H, Toward toward = Toward::nearest>
H rounded(Number v, bool zero) {
  const bool negative = v.significand < 0 || (v.significand == 0 && zero);
  const u16 sign = negative ? H::sign : 0;
  if (v.significand == 0) return {sign};
  const u128 size = static_cast<u128>(v.significand < 0 ? -v.significand : v.significand);
  int width = 0;
  while (size >> width != 0) ++width;
  const int wanted = v.exponent + width - (H::format.fraction + 1);
  const int last = wanted < H::last_place ? H::last_place : wanted, dropped = last - v.exponent;
  u128 kept = dropped <= 0 ? size << -dropped : dropped > 120 ? 0 : size >> dropped;
  const bool exact = dropped <= 0 || (dropped <= 120 && kept << dropped == size);
  if (!exact && toward == Toward::nearest && dropped <= 120) {
    const u128 rest = size - (kept << dropped), half = u128{1} << (dropped - 1);
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  }
  if (!exact && toward == (negative ? Toward::down : Toward::up)) ++kept;
  const u128 bits = (static_cast<u128>(last - H::last_place) << H::format.fraction) + kept;
  if (bits <= H::format.largest) return {static_cast<u16>(sign | static_cast<u16>(bits))};
  const bool inward = toward == Toward::zero || toward == (negative ? Toward::up : Toward::down);
  return {static_cast<u16>(sign | (inward ? H::format.largest : H::infinity))};
}

/// Rounds any number to H.
template <class H, Toward toward, class S>
H narrowed(S a) {
  if constexpr (std::is_integral_v<S>) {
    return rounded<H, toward>({static_cast<s128>(a), 0}, false);
  } else {
    const double value = a;
    if (std::isnan(value)) return not_a_number<H>;
    if (std::isinf(value)) return {static_cast<u16>(H::infinity | (value < 0 ? H::sign : 0))};
    int exponent = 0;
    const double part = std::frexp(value, &exponent);
    return rounded<H, toward>({static_cast<s128>(std::ldexp(part, 53)), exponent - 53}, std::signbit(value));
  }
}

}  // namespace heddle::fuzz

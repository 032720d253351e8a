// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/fuzz/forms/modifiers.hpp"
#include "tb/fuzz/forms/small_floats.hpp"

/// Arithmetic of f16 and bf16, single and in pairs: exact, then rounded once.
namespace heddle::fuzz {

/// When the exponents are far apart, a sticky bit can stand for the smaller number: it cannot reach half of
/// the larger's last place.
inline Number sum_of(Number a, Number b) {
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  if (a.exponent < b.exponent) return sum_of(b, a);
  const int apart = a.exponent - b.exponent;
  if (apart > 64) return {a.significand * (s128{1} << 64) + (b.significand < 0 ? -1 : 1), a.exponent - 64};
  return {a.significand * (s128{1} << apart) + b.significand, b.exponent};
}

/// a * b + c.
template <class H>
H fused(H a, H b, H c) {
  if (a.is_nan() || b.is_nan() || c.is_nan()) return not_a_number<H>;
  const bool sign = a.negative() != b.negative();
  if (a.is_infinite() || b.is_infinite()) {
    if (a.size() == 0 || b.size() == 0) return not_a_number<H>;
    if (c.is_infinite() && c.negative() != sign) return not_a_number<H>;
    return {static_cast<u16>(H::infinity | (sign ? H::sign : 0))};
  }
  if (c.is_infinite()) return c;
  const Number x = number_of(a), y = number_of(b);
  const Number v = sum_of({x.significand * y.significand, x.exponent + y.exponent}, number_of(c));
  return rounded<H>(v, sign && c.negative());
}
template <class H>
H negated(H a) {
  return a.is_nan() ? not_a_number<H> : H{static_cast<u16>(a.bits ^ H::sign)};
}
template <class H>
H magnitude(H a) {
  return a.is_nan() ? not_a_number<H> : H{a.size()};
}
template <class H>
H sum(H a, H b) {
  constexpr H one{((1 << (H::format.exponent - 1)) - 1) << H::format.fraction};
  return fused(a, one, b);
}
template <class H>
H difference(H a, H b) {
  return sum(a, negated(b));
}
/// A product that is zero has the sign of the zero that is added.
template <class H>
H product(H a, H b) {
  return fused(a, b, H{static_cast<u16>((a.bits ^ b.bits) & H::sign)});
}

inline Half flush(Half a) {
  return a.size() >> Half::format.fraction == 0 ? Half{static_cast<u16>(a.bits & Half::sign)} : a;
}
inline Half saturate(Half a) {
  return a.is_nan() || a.negative() ? Half{} : a.bits > 0x3c00 ? Half{0x3c00} : a;
}
/// .relu: what is negative, -0 too, becomes +0.
template <FloatFormat F>
Small<F> not_negative(Small<F> a) {
  return !a.is_nan() && a.negative() ? Small<F>{} : a;
}

/// The operation on single values as it is, or on the lower and the upper halves of words.
template <auto f>
constexpr auto one = f;
template <auto f>
struct OnHalves;
template <class H, class... A, H (*f)(A...)>
struct OnHalves<f> {
  static u32 call(std::conditional_t<true, u32, A>... a) {
    const H low = f(A{static_cast<u16>(a)}...), high = f(A{static_cast<u16>(a >> 16)}...);
    return u32{high.bits} << 16 | low.bits;
  }
};
template <auto f>
constexpr auto both = OnHalves<f>::call;

/// The rows that f16, bf16 and pairs of them share.
#define HALF_ROWS(s, k, H, each)                                                   \
  {"add." s, k ":" k k, Family::half, scalar<each<sum<H>>>},                       \
      {"sub." s, k ":" k k, Family::half, scalar<each<difference<H>>>},            \
      {"mul." s, k ":" k k, Family::half, scalar<each<product<H>>>},               \
      {"add.rn." s, k ":" k k, Family::half, scalar<each<sum<H>>>},                \
      {"sub.rn." s, k ":" k k, Family::half, scalar<each<difference<H>>>},         \
      {"mul.rn." s, k ":" k k, Family::half, scalar<each<product<H>>>},            \
      {"fma.rn." s, k ":" k k k, Family::half, scalar<each<fused<H>>>},            \
      {"fma.rn.relu." s, k ":" k k k, Family::half, scalar<each<relu<fused<H>>>>}, \
      {"neg." s, k ":" k, Family::half, scalar<each<negated<H>>>}, {               \
    "abs." s, k ":" k, Family::half, scalar<each<magnitude<H>>>                    \
  }
/// The rows of f16 alone.
#define F16_SUFFIXES(op, s, signature, f, each)                          \
  {op ".ftz." s, signature, Family::half, scalar<each<ftz<f>>>},         \
      {op ".sat." s, signature, Family::half, scalar<each<sat<f>>>}, {   \
    op ".ftz.sat." s, signature, Family::half, scalar<each<ftz<sat<f>>>> \
  }
#define F16_ROWS(s, k, each)                                                                   \
  F16_SUFFIXES("add", s, k ":" k k, sum<Half>, each),                                          \
      F16_SUFFIXES("sub", s, k ":" k k, difference<Half>, each),                               \
      F16_SUFFIXES("mul", s, k ":" k k, product<Half>, each),                                  \
      F16_SUFFIXES("add.rn", s, k ":" k k, sum<Half>, each),                                   \
      F16_SUFFIXES("sub.rn", s, k ":" k k, difference<Half>, each),                            \
      F16_SUFFIXES("mul.rn", s, k ":" k k, product<Half>, each),                               \
      F16_SUFFIXES("fma.rn", s, k ":" k k k, fused<Half>, each),                               \
      {"fma.rn.ftz.relu." s, k ":" k k k, Family::half, scalar<each<ftz<relu<fused<Half>>>>>}, \
      {"neg.ftz." s, k ":" k, Family::half, scalar<each<ftz<negated<Half>>>>}, {               \
    "abs.ftz." s, k ":" k, Family::half, scalar<each<ftz<magnitude<Half>>>>                    \
  }

}  // namespace heddle::fuzz

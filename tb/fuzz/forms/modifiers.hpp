// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "tb/fuzz/forms/form_rows.hpp"

/// The effects of an opcode's suffixes on an operation.
namespace heddle::fuzz {

/// Subnormals become zeros of their sign.
inline float flush(float a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a; }

/// Into [0, 1]; NaN becomes +0.
inline float saturate(float a) { return std::isnan(a) || a <= 0 ? 0.0f : a > 1 ? 1.0f : a; }
inline double saturate(double a) { return std::isnan(a) || a <= 0 ? 0.0 : a > 1 ? 1.0 : a; }

/// Only single precision is flushed by cvt.
template <class T>
T flush_single(T a) {
  if constexpr (std::is_same_v<T, float>)
    return flush(a);
  else
    return a;
}

/// f(a...) where what is below the least normal number, rounded to 24 bits with any exponent, becomes zero:
/// GPUs flush so, and this processor does. A result that is not tiny is the same either way.
template <class R, class... A>
[[gnu::noinline]] R with_flushing(R (*f)(A...), A... a) {
#ifdef __SSE__
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | _MM_FLUSH_ZERO_ON);
  const R result = f(a...);
  _mm_setcsr(before);
  return result;
#else
  return f(a...);
#endif
}

template <auto f>
struct Modified;
template <class R, class... A, R (*f)(A...)>
struct Modified<f> {
  static R ftz(A... a) { return flush(with_flushing<R, A...>(f, flush(a)...)); }
  static R cvt_ftz(A... a) { return flush_single(with_flushing<R, A...>(f, flush_single(a)...)); }
  static R sat(A... a) { return saturate(f(a...)); }
  static R relu(A... a) { return not_negative(f(a...)); }
};

template <auto f>
constexpr auto ftz = Modified<f>::ftz;
template <auto f>
constexpr auto cvt_ftz = Modified<f>::cvt_ftz;
template <auto f>
constexpr auto sat = Modified<f>::sat;
template <auto f>
constexpr auto relu = Modified<f>::relu;

}  // namespace heddle::fuzz

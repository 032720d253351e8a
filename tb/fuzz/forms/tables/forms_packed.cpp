// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/forms/half_arithmetic.hpp"

/// Pairs in a word: of f16, and of 16-bit integers.
namespace heddle::fuzz {
namespace {

template <auto f>
struct OnIntegers;
template <class T, T (*f)(T, T)>
struct OnIntegers<f> {
  static u32 call(u32 a, u32 b) {
    const T low = f(static_cast<T>(a), static_cast<T>(b));
    const T high = f(static_cast<T>(a >> 16), static_cast<T>(b >> 16));
    return u32{static_cast<u16>(high)} << 16 | static_cast<u16>(low);
  }
};
template <class T>
T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T larger(T a, T b) {
  return b > a ? b : a;
}
u16 modular_sum(u16 a, u16 b) { return static_cast<u16>(a + b); }
template <class T>
T without_sign(T a) {
  return a < 0 ? 0 : a;
}
template <class T>
T smaller_relu(T a, T b) {
  return without_sign(smaller(a, b));
}
template <class T>
T larger_relu(T a, T b) {
  return without_sign(larger(a, b));
}

#define PAIR(text, f) \
  { text, "r:rr", Family::integer, scalar<OnIntegers<f>::call> }
const Form rows[] = {
    HALF_ROWS("f16x2", "r", Half, both),
    F16_ROWS("f16x2", "r", both),
    PAIR("add.u16x2", modular_sum),
    PAIR("add.s16x2", modular_sum),
    PAIR("min.u16x2", smaller<u16>),
    PAIR("max.u16x2", larger<u16>),
    PAIR("min.s16x2", smaller<s16>),
    PAIR("max.s16x2", larger<s16>),
    PAIR("min.relu.s16x2", smaller_relu<s16>),
    PAIR("max.relu.s16x2", larger_relu<s16>),
    {"min.relu.s32", "r:rr", Family::integer, scalar<smaller_relu<s32>>},
    {"max.relu.s32", "r:rr", Family::integer, scalar<larger_relu<s32>>},
    // As nvcc writes it.
    {"min.s32.relu", "r:rr", Family::integer, scalar<smaller_relu<s32>>},
    {"max.s32.relu", "r:rr", Family::integer, scalar<larger_relu<s32>>},
};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz

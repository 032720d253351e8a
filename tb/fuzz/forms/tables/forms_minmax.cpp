// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "tb/fuzz/forms/half_arithmetic.hpp"

/// Minima and maxima of floats of all widths. A number wins against a NaN unless .NaN is given; -0 is less
/// than +0.
namespace heddle::fuzz {
namespace {

template <class T>
T nothing() {
  if constexpr (std::is_floating_point_v<T>)
    return std::numeric_limits<T>::quiet_NaN();
  else
    return not_a_number<T>;
}
template <class T>
bool negative(T a) {
  if constexpr (std::is_floating_point_v<T>)
    return std::signbit(a);
  else
    return a.negative();
}
template <class T>
T with_sign(T a, bool sign) {
  if constexpr (std::is_floating_point_v<T>)
    return std::copysign(a, sign ? T{-1} : T{1});
  else
    return {static_cast<u16>(a.size() | (sign ? T::sign : 0))};
}

template <class T>
T lesser(T a, T b) {
  if (a != a) return b != b ? nothing<T>() : b;
  if (b != b) return a;
  if (a == b) return negative(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T greater(T a, T b) {
  if (a != a) return b != b ? nothing<T>() : b;
  if (b != b) return a;
  if (a == b) return negative(a) ? b : a;
  return a > b ? a : b;
}
/// With .NaN, a NaN wins.
template <class T, T (*f)(T, T)>
T nan_wins(T a, T b) {
  return a != a || b != b ? nothing<T>() : f(a, b);
}
/// .xorsign.abs: compares magnitudes; the result has the sign of the product. The ISA says so of single
/// values. Of pairs it asks whether the first operand, not the result, is NaN, which must be an error in the
/// text.
template <class T, T (*f)(T, T)>
T sized(T a, T b) {
  const T result = f(with_sign(a, false), with_sign(b, false));
  return result != result ? result : with_sign(result, negative(a) != negative(b));
}
template <class T, T (*f)(T, T)>
T of_three(T a, T b, T c) {
  return f(f(a, b), c);
}
template <class T, T (*f)(T, T)>
T of_three_sizes(T a, T b, T c) {
  return f(f(with_sign(a, false), with_sign(b, false)), with_sign(c, false));
}

#define SINGLE(name, f)                                                                               \
  {name ".f32", "f:ff", Family::single, scalar<f<float>>},                                            \
      {name ".ftz.f32", "f:ff", Family::single, scalar<ftz<f<float>>>},                               \
      {name ".NaN.f32", "f:ff", Family::single, scalar<nan_wins<float, f<float>>>},                   \
      {name ".ftz.NaN.f32", "f:ff", Family::single, scalar<ftz<nan_wins<float, f<float>>>>},          \
      {name ".xorsign.abs.f32", "f:FF", Family::single, scalar<sized<float, f<float>>>},              \
      {name ".ftz.xorsign.abs.f32", "f:FF", Family::single, scalar<ftz<sized<float, f<float>>>>},     \
      {name ".NaN.xorsign.abs.f32", "f:FF", Family::single,                                           \
       scalar<sized<float, nan_wins<float, f<float>>>>},                                              \
      {name ".ftz.NaN.xorsign.abs.f32", "f:FF", Family::single,                                       \
       scalar<ftz<sized<float, nan_wins<float, f<float>>>>>},                                         \
      {name ".f32", "f:fff", Family::single, scalar<of_three<float, f<float>>>},                      \
      {name ".ftz.f32", "f:fff", Family::single, scalar<ftz<of_three<float, f<float>>>>},             \
      {name ".NaN.f32", "f:fff", Family::single, scalar<of_three<float, nan_wins<float, f<float>>>>}, \
      {name ".abs.f32", "f:fff", Family::single, scalar<of_three_sizes<float, f<float>>>},            \
      {name ".ftz.NaN.f32", "f:fff", Family::single,                                                  \
       scalar<ftz<of_three<float, nan_wins<float, f<float>>>>>},                                      \
      {name ".ftz.abs.f32", "f:fff", Family::single, scalar<ftz<of_three_sizes<float, f<float>>>>},   \
      {name ".ftz.NaN.abs.f32", "f:fff", Family::single,                                              \
       scalar<ftz<of_three_sizes<float, nan_wins<float, f<float>>>>>},                                \
      {name ".NaN.abs.f32", "f:fff", Family::single,                                                  \
       scalar<of_three_sizes<float, nan_wins<float, f<float>>>>},                                     \
  {                                                                                                   \
    name ".f64", "g:gg", Family::real, scalar<f<double>>                                              \
  }
#define HALF(name, s, k, H, f, each)                                                               \
  {name "." s, k ":" k k, Family::half, scalar<each<f<H>>>},                                       \
      {name ".NaN." s, k ":" k k, Family::half, scalar<each<nan_wins<H, f<H>>>>},                  \
      {name ".xorsign.abs." s, k ":" k k, Family::half, scalar<each<sized<H, f<H>>>>}, {           \
    name ".NaN.xorsign.abs." s, k ":" k k, Family::half, scalar<each<sized<H, nan_wins<H, f<H>>>>> \
  }
#define FLUSHED(name, s, k, f, each)                                                             \
  {name ".ftz." s, k ":" k k, Family::half, scalar<each<ftz<f<Half>>>>},                         \
      {name ".ftz.NaN." s, k ":" k k, Family::half, scalar<each<ftz<nan_wins<Half, f<Half>>>>>}, \
      {name ".ftz.NaN.xorsign.abs." s, k ":" k k, Family::half,                                  \
       scalar<each<ftz<sized<Half, nan_wins<Half, f<Half>>>>>>},                                 \
  {                                                                                              \
    name ".ftz.xorsign.abs." s, k ":" k k, Family::half, scalar<each<ftz<sized<Half, f<Half>>>>> \
  }
#define ALL(name, f)                                                                              \
  SINGLE(name, f), HALF(name, "f16", "x", Half, f, one), HALF(name, "f16x2", "r", Half, f, both), \
      HALF(name, "bf16", "h", Brain, f, one), HALF(name, "bf16x2", "r", Brain, f, both),          \
      FLUSHED(name, "f16", "x", f, one), FLUSHED(name, "f16x2", "r", f, both)

const Form rows[] = {ALL("min", lesser), ALL("max", greater)};
[[maybe_unused]] const bool added = add_forms(rows);

}  // namespace
}  // namespace heddle::fuzz

// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "models/ptx/opcodes/by_type.hpp"
#include "models/ptx/opcodes/half.hpp"
#include "models/ptx/opcodes/lanes.hpp"

/// Minima and maxima of floats. A number wins against a NaN unless .NaN is given; -0 is less than +0. Of two
/// NaNs the second is taken.
namespace heddle::ptx {
namespace {

template <class T>
T smaller(T a, T b) {
  if (a != a) return b != b ? quiet(b) : b;
  if (b != b) return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <class T>
T larger(T a, T b) {
  if (a != a) return b != b ? quiet(b) : b;
  if (b != b) return a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}

template <class T>
using Choice = T (*)(T, T);

/// Applies the opcode's .ftz, .NaN, .abs and .xorsign.
template <class T, Choice<T> F>
T choose(const Modifiers& m, T a, T b) {
  if (m.flush) a = flushed(a), b = flushed(b);
  if (m.propagate && (a != a || b != b)) return std::numeric_limits<T>::quiet_NaN();
  const bool negative = std::signbit(a) != std::signbit(b);
  if (m.magnitude) a = std::fabs(a), b = std::fabs(b);
  const T result = F(a, b);
  return m.exclusive_sign && result == result ? std::copysign(result, negative ? T{-1} : T{1}) : result;
}
template <class T, Choice<T> F>
T choose3(const Modifiers& m, T a, T b, T c) {
  return choose<T, F>(m, choose<T, F>(m, a, b), c);
}

template <class H, Choice<double> F>
H choose_half(const Modifiers& m, H a, H b) {
  return narrow<H>(choose<double, F>(m, widen(m.flush ? flushed(a) : a), widen(m.flush ? flushed(b) : b)));
}
template <class H, Choice<double> F>
std::uint32_t choose_halves(const Modifiers& m, std::uint32_t a, std::uint32_t b) {
  const auto half = [&](unsigned at) {
    return std::uint32_t{static_cast<std::uint16_t>(
        choose_half<H, F>(m, static_cast<H>(a >> at & 0xffff), static_cast<H>(b >> at & 0xffff)))};
  };
  return half(0) | half(16) << 16;
}

template <class H, Choice<double> F>
void halves(const Spelling& s, Instruction& i) {
  i.execute = is_packed(s.types[0]) ? lanewise_informed<choose_halves<H, F>>()
                                    : lanewise_informed<choose_half<H, F>>();
}

/// The compiler vectorizes the forms without modifiers.
template <Choice<float> F>
void singles(const Spelling& s, Instruction& i) {
  const bool three = i.operand[2].kind != OperandRef::Kind::none;
  const bool plain = !i.modifiers.propagate && !i.modifiers.magnitude && !three;
  i.execute = plain   ? lanewise_modified<F>(i)
              : three ? lanewise_informed<choose3<float, F>>()
                      : lanewise_informed<choose<float, F>>();
  (void)s;
}

#define ROWS(name, f)                                                                         \
  {name ".ftz?.NaN?.xorsign?.abs?.f32", "=0 0 0 0?", Unit::sp, singles<f<float>>},            \
      {name ".f64", "=0 0 0", Unit::sfu, ALWAYS(f<double>)},                                  \
      {name ".ftz?.NaN?.f16|f16x2", "=0 0 0", Unit::sp, halves<Half, f<double>>},             \
      {name ".ftz?.NaN?.xorsign.abs.f16|f16x2", "=0 0 0", Unit::sp, halves<Half, f<double>>}, \
      {name ".NaN?.bf16|bf16x2", "=0 0 0", Unit::sp, halves<Brain, f<double>>}, {             \
    name ".NaN?.xorsign.abs.bf16|bf16x2", "=0 0 0", Unit::sp, halves<Brain, f<double>>        \
  }
const Opcode rows[] = {ROWS("min", smaller), ROWS("max", larger)};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

/// IEEE rounding by hand, from exact arithmetic: a number is held as two 113-bit numbers, a value and its
/// error.
namespace heddle::test {

__extension__ typedef __float128 Quad;

enum class Mode { nearest, zero, down, up };

struct Exact {
  Quad value,
      error = 0;  ///< the number is value + error, |error| at most half a unit in the last place of value
};

/// Returns a + b without loss (Knuth's two-sum).
inline Exact sum(Quad a, Quad b) {
  const Quad s = a + b, part = s - a;
  return {s, (a - (s - part)) + (b - part)};
}

template <class T>
int compare(T f, Exact x) {
  const Quad d = static_cast<Quad>(f) - x.value;
  if (d != 0) return d < 0 ? -1 : 1;
  return x.error > 0 ? -1 : x.error < 0 ? 1 : 0;
}

/// Rounds the exact number to the T that `mode` asks for. A zero keeps the sign of the value.
template <class T>
T rounded(Exact x, Mode mode) {
  const T near = static_cast<T>(x.value);
  if (x.value != x.value || x.value - x.value != 0) return near;  // NaN and infinities
  if (x.value == 0) return near;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  T low = near, high = near;
  while (compare(low, x) > 0) low = std::nextafter(low, -infinity);
  while (compare(high, x) < 0) high = std::nextafter(high, infinity);
  if (low == high) return near;
  switch (mode) {  // [low, high] are neighbours that enclose the number
    case Mode::down:
      return low == near ? low : std::nextafter(high, -infinity);
    case Mode::up:
      return high == near ? high : std::nextafter(low, infinity);
    case Mode::zero:
      return x.value > 0 ? rounded<T>(x, Mode::down) : rounded<T>(x, Mode::up);
    case Mode::nearest:
      break;
  }
  // Where the value lies half way between them and was itself rounded, its error decides.
  if (low == near)
    high = std::nextafter(near, infinity);
  else
    low = std::nextafter(near, -infinity);
  if (std::isinf(low) || std::isinf(high)) return near;
  const Quad above = x.value - (static_cast<Quad>(low) + static_cast<Quad>(high)) / 2;
  if (above != 0 || x.error == 0) return near;
  return x.error > 0 ? high : low;
}

template <class T>
T flush(T v) {
  return std::fabs(v) < std::numeric_limits<T>::min() ? std::copysign(T{0}, v) : v;
}

}  // namespace heddle::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "models/ptx/program/program.hpp"

/// The 16-bit floats of PTX: f16 (IEEE half precision) and bf16 (the upper half of an f32). They are widened
/// to double, computed there and rounded once.
namespace heddle::ptx {

enum class Half : std::uint16_t {};   ///< f16
enum class Brain : std::uint16_t {};  ///< bf16

/// A binary float format with `fraction` bits below the point and `exponent` bits of exponent.
template <int fraction_bits, int exponent_bits>
struct Format {
  static constexpr int fraction = fraction_bits, exponent = exponent_bits;
  static constexpr int bias = (1 << (exponent - 1)) - 1;
  static constexpr std::uint32_t sign = 1u << (fraction + exponent);
  static constexpr std::uint32_t infinity = ((1u << exponent) - 1) << fraction;
};
template <class H>
using FormatOf = std::conditional_t<std::is_same_v<H, Half>, Format<10, 5>, Format<7, 8>>;

/// The value of bits in a format that has infinities and NaNs as IEEE lays them out. Exact.
template <class F>
double widen_bits(std::uint32_t bits) {
  const std::uint32_t magnitude = bits & (F::sign - 1);
  double value = std::numeric_limits<double>::quiet_NaN();
  if (magnitude < 1u << F::fraction)
    value = magnitude * std::bit_cast<double>(static_cast<std::uint64_t>(1024 - F::bias - F::fraction) << 52);
  else if (magnitude < F::infinity)
    value = std::bit_cast<double>((static_cast<std::uint64_t>(magnitude) << (52 - F::fraction)) +
                                  (static_cast<std::uint64_t>(1023 - F::bias) << 52));
  else if (magnitude == F::infinity)
    value = std::numeric_limits<double>::infinity();
  return bits & F::sign ? -value : value;
}

/// The bits of `value` rounded to the format; infinities where it overflows, or the largest number where the
/// mode forbids that. `value` must not be NaN.
template <class F>
std::uint32_t narrow_bits(double value, Rounding mode) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const bool negative = bits >> 63 != 0;
  const std::uint32_t sign = negative ? F::sign : 0;
  if (std::isinf(value)) return sign | F::infinity;
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  const int exponent = (biased == 0 ? 1 : biased) - 1023, least = 1 - F::bias;
  const std::uint64_t significand =
      (bits & (~std::uint64_t{0} >> 12)) | (biased == 0 ? 0 : std::uint64_t{1} << 52);
  const int dropped = std::min(52 - F::fraction + std::max(0, least - exponent), 63);
  const std::uint64_t rest = significand & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  std::uint64_t kept = significand >> dropped;
  if (mode == Rounding::nearest)
    kept += rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0;
  else if (mode != Rounding::zero)
    kept += rest != 0 && negative == (mode == Rounding::down) ? 1 : 0;
  // A carry out of the significand runs into the exponent, as it should.
  const std::uint64_t above =
      exponent < least ? 0 : static_cast<std::uint64_t>(exponent - least) << F::fraction;
  const std::uint64_t magnitude = above + kept;
  if (magnitude < F::infinity) return sign | static_cast<std::uint32_t>(magnitude);
  const bool to_infinity =
      mode == Rounding::nearest || (mode != Rounding::zero && negative == (mode == Rounding::down));
  return sign | (to_infinity ? F::infinity : F::infinity - 1);
}

template <class H>
double widen(H h) {
  return widen_bits<FormatOf<H>>(static_cast<std::uint16_t>(h));
}

/// The bits of a NaN of 64 bits in the format: its sign, and as much of its payload as there is room for.
template <class F>
std::uint32_t narrow_nan(double nan) {
  const auto bits = std::bit_cast<std::uint64_t>(nan);
  const auto payload = static_cast<std::uint32_t>((bits & (~std::uint64_t{0} >> 12)) >> (52 - F::fraction));
  return (bits >> 63 != 0 ? F::sign : 0) | F::infinity | payload | 1u << (F::fraction - 1);
}

/// NaN becomes the one that PTX calls canonical.
template <class H>
H narrow(double value, Rounding mode = Rounding::nearest) {
  return static_cast<H>(value != value ? 0x7fff : narrow_bits<FormatOf<H>>(value, mode));
}

template <class H>
requires std::is_same_v<H, Half> || std::is_same_v<H, Brain> H flushed(H h) {
  const auto bits = static_cast<std::uint16_t>(h);
  return (bits & FormatOf<H>::infinity) == 0 ? static_cast<H>(bits & 0x8000) : h;
}

/// a + b rounded to odd: what is lost sets the last bit, so that one more rounding to a format that is two
/// bits narrower comes out as if there had been no first (Boldo and Melquiond).
inline double sum_to_odd(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  const double part = sum - a, lost = (a - (sum - part)) + (b - part);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (lost == 0 || (bits & 1) != 0) return sum;
  return std::bit_cast<double>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

}  // namespace heddle::ptx

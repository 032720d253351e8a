// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/base/random.hpp"
#include "tests/ptx/exact_rounding.hpp"

/// f16 and bf16 by definition: a table of all values, which is searched.
namespace heddle::test {

class NarrowFormat {
 public:
  NarrowFormat(const char* name, int fraction, int exponent)
      : name_(name), infinity_(((1u << exponent) - 1) << fraction) {
    const int bias = (1 << (exponent - 1)) - 1;
    for (unsigned k = 0; k <= infinity_; ++k) {  // at infinity_, the value that the next number would have
      const int e = static_cast<int>(k >> fraction);
      const double m = k & ((1u << fraction) - 1);
      values_.push_back(e == 0 ? std::ldexp(m, 1 - bias - fraction)
                               : std::ldexp(m + (1 << fraction), e - bias - fraction));
    }
  }
  const char* name() const { return name_; }
  unsigned infinity() const { return infinity_; }

  double decode(std::uint16_t bits) const {
    const unsigned magnitude = bits & 0x7fffu;
    const double value = magnitude < infinity_    ? values_[magnitude]
                         : magnitude == infinity_ ? std::numeric_limits<double>::infinity()
                                                  : std::numeric_limits<double>::quiet_NaN();
    return bits & 0x8000 ? -value : value;
  }

  /// Rounds x and returns the bits; a zero keeps the sign of x.value. All NaNs are 0x7fff.
  std::uint16_t encode(Exact x, Mode mode = Mode::nearest) const {
    if (x.value != x.value) return 0x7fff;
    const bool negative = std::signbit(static_cast<double>(x.value));
    if (negative) x = {-x.value, -x.error};
    if (negative && (mode == Mode::down || mode == Mode::up))
      mode = mode == Mode::down ? Mode::up : Mode::down;
    unsigned k = 0, above = infinity_;
    if (x.value - x.value != 0) {
      k = infinity_;
    } else {
      while (above - k > 1) {
        const unsigned middle = (k + above) / 2;
        (compare(values_[middle], x) <= 0 ? k : above) = middle;
      }
      if (compare(values_[infinity_], x) <= 0) k = infinity_ - 1;
      const double half_way = (values_[k] + values_[k + 1]) / 2;
      const int side = compare(half_way, x);
      const bool inexact = compare(values_[k], x) != 0;
      if (mode == Mode::up ? inexact : mode == Mode::nearest && (side < 0 || (side == 0 && (k & 1) != 0)))
        ++k;
    }
    return static_cast<std::uint16_t>(k | (negative ? 0x8000 : 0));
  }
  std::uint16_t encode(double v, Mode mode = Mode::nearest) const { return encode(Exact{v}, mode); }

  bool is_subnormal(std::uint16_t bits) const { return std::fabs(decode(bits)) < values_[1u << fraction()]; }
  std::uint16_t flush(std::uint16_t bits) const { return is_subnormal(bits) ? bits & 0x8000 : bits; }

  /// Returns every special pattern and its neighbours, and then random patterns.
  std::vector<std::uint16_t> corners(std::uint64_t seed, std::size_t random) const {
    std::vector<std::uint16_t> bits;
    const unsigned least = 1u << fraction();
    for (const unsigned m :
         {0u, 1u, 2u, least - 1, least, least + 1, infinity_ - 1, infinity_, infinity_ + 1, 0x7fffu,
          unsigned{encode(1.0)}, encode(1.0) + 1u, unsigned{encode(0.5)}, unsigned{encode(-0.3)}})
      for (const unsigned sign : {0u, 0x8000u}) bits.push_back(static_cast<std::uint16_t>(m ^ sign));
    Random rng(seed);
    for (std::size_t i = 0; i < random; ++i)  // half of them near one, so that sums are rounded
      bits.push_back(
          static_cast<std::uint16_t>(i % 2 ? rng() : encode(1.0) + rng.below(4 * least) - 2 * least));
    return bits;
  }

 private:
  int fraction() const { return infinity_ == 0x7c00 ? 10 : 7; }
  const char* name_;
  unsigned infinity_;
  std::vector<double> values_;
};

inline const NarrowFormat& f16() {
  static const NarrowFormat format("f16", 10, 5);
  return format;
}
inline const NarrowFormat& bf16() {
  static const NarrowFormat format("bf16", 7, 8);
  return format;
}

}  // namespace heddle::test

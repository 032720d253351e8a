// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

/// Seeded xorshift64* generator: the same seed gives the same sequence on every machine.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed)
      : state_(seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull) {
    if (state_ == 0) state_ = 1;
    (*this)();
  }
  constexpr std::uint64_t operator()() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull;
  }
  /// Uniform in [0, bound); bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((*this)() >> 32) * bound >> 32);
  }
  /// True once in `n` draws on average.
  constexpr bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace heddle

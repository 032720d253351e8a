// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

/// Architected registers of a thread, of which there are up to 255.
class ThreadRegisters {
 public:
  static constexpr unsigned most = 256;

  constexpr ThreadRegisters() = default;
  /// Those below 64, a bit each: all that a thread of Fermi has (RegisterSet).
  constexpr explicit ThreadRegisters(std::uint64_t below_64) : words_{below_64} {}

  constexpr void add(unsigned r) { words_[r / 64] |= bit(r); }
  constexpr void remove(unsigned r) { words_[r / 64] &= ~bit(r); }
  constexpr bool contains(unsigned r) const { return (words_[r / 64] & bit(r)) != 0; }
  constexpr bool any() const { return (words_[0] | words_[1] | words_[2] | words_[3]) != 0; }
  constexpr bool meets(const ThreadRegisters& o) const {
    std::uint64_t common = 0;
    for (unsigned k = 0; k < words; ++k) common |= words_[k] & o.words_[k];
    return common != 0;
  }
  constexpr unsigned count() const {
    unsigned n = 0;
    for (const std::uint64_t w : words_) n += static_cast<unsigned>(std::popcount(w));
    return n;
  }
  /// As the constructor takes them.
  constexpr std::uint64_t below_64() const { return words_[0]; }

  constexpr ThreadRegisters& operator|=(const ThreadRegisters& o) {
    for (unsigned k = 0; k < words; ++k) words_[k] |= o.words_[k];
    return *this;
  }
  constexpr ThreadRegisters& operator-=(const ThreadRegisters& o) {
    for (unsigned k = 0; k < words; ++k) words_[k] &= ~o.words_[k];
    return *this;
  }
  constexpr bool operator==(const ThreadRegisters&) const = default;

  /// Calls f(register) for each, lowest first.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (unsigned k = 0; k < words; ++k)
      for (std::uint64_t rest = words_[k]; rest != 0; rest &= rest - 1)
        f(64 * k + static_cast<unsigned>(std::countr_zero(rest)));
  }

 private:
  static constexpr unsigned words = most / 64;
  static constexpr std::uint64_t bit(unsigned r) { return std::uint64_t{1} << r % 64; }
  std::array<std::uint64_t, words> words_{};
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

/// A bit for each byte of a memory line (128 at most).
class ByteMask {
 public:
  constexpr ByteMask() = default;
  /// The bytes [first, first + count).
  static constexpr ByteMask range(unsigned first, unsigned count) {
    ByteMask m;
    const unsigned end = first + count;
    m.words_[0] = ones(end) & ~ones(first);
    m.words_[1] = end <= 64 ? 0 : ones(end - 64) & ~(first <= 64 ? 0 : ones(first - 64));
    return m;
  }

  constexpr bool test(unsigned byte) const { return (words_[byte / 64] >> byte % 64 & 1) != 0; }
  constexpr void set(unsigned byte) { words_[byte / 64] |= std::uint64_t{1} << byte % 64; }
  constexpr bool any() const { return (words_[0] | words_[1]) != 0; }
  constexpr bool covers(const ByteMask& o) const {
    return ((o.words_[0] & ~words_[0]) | (o.words_[1] & ~words_[1])) == 0;
  }
  constexpr bool meets(const ByteMask& o) const {
    return ((o.words_[0] & words_[0]) | (o.words_[1] & words_[1])) != 0;
  }
  constexpr unsigned count() const {
    return static_cast<unsigned>(std::popcount(words_[0]) + std::popcount(words_[1]));
  }
  constexpr ByteMask& operator|=(const ByteMask& o) {
    words_[0] |= o.words_[0];
    words_[1] |= o.words_[1];
    return *this;
  }
  constexpr ByteMask& operator-=(const ByteMask& o) {
    words_[0] &= ~o.words_[0];
    words_[1] &= ~o.words_[1];
    return *this;
  }
  constexpr bool operator==(const ByteMask&) const = default;

  /// Calls `visit(byte)` for each set byte, ascending.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned w = 0; w < 2; ++w)
      for (std::uint64_t bits = words_[w]; bits != 0; bits &= bits - 1)
        visit(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
  }

 private:
  static constexpr std::uint64_t ones(unsigned n) {
    return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
  }

  std::array<std::uint64_t, 2> words_{};
};

}  // namespace heddle

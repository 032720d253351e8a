// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "models/line_compression/fpc_line.hpp"

namespace heddle {

/// How a word of a pattern and its data follow from one another. Numbers in place of a case for each pattern:
/// which pattern comes next, a processor cannot predict.
struct FpcForm {
  std::uint16_t bits;        ///< of the data; of a zero_run, none
  std::uint16_t piece_bits;  ///< of a word in a stream (fpc_line.hpp)
  std::uint32_t lower;       ///< bits of the data that are the word's; of two bytes the lower one
  std::uint32_t lower_sign;  ///< their sign bit, by which they are extended; 0: they are not
  std::uint32_t keep;        ///< bits of the extended value that count
  std::uint32_t times;       ///< by which it is multiplied
  unsigned shift;            ///< where in the word the data lie
  std::uint32_t upper;       ///< of two bytes the upper one
  std::uint32_t upper_sign;  ///< its sign bit

  std::uint32_t data_of(std::uint32_t word) const { return (word >> shift & lower) | (word >> 8 & upper); }
  std::uint32_t word_of(std::uint32_t data) const {
    const std::uint32_t low = ((data & lower) ^ lower_sign) - lower_sign;
    const std::uint32_t high = ((data & upper) ^ upper_sign) - upper_sign;
    return (low & keep) * times | high << 8;
  }
};

/// By pattern, as the table of fpc_segments.hpp.
inline constexpr std::array<FpcForm, fpc_patterns> fpc_forms{
    {{0, 6, 0, 0, 0, 1, 0, 0, 0},
     {4, 7, 0xf, 0x8, ~0u, 1, 0, 0, 0},
     {8, 11, 0xff, 0x80, ~0u, 1, 0, 0, 0},
     {16, 19, 0xffff, 0x8000, ~0u, 1, 0, 0, 0},
     {16, 19, 0xffff, 0, ~0u, 0x10000, 16, 0, 0},
     {16, 19, 0xff, 0x80, 0xffff, 1, 0, 0xff00, 0x8000},
     {8, 11, 0xff, 0, ~0u, 0x01010101, 0, 0, 0},
     {32, 35, ~0u, 0, ~0u, 1, 0, 0, 0}}};
static_assert([] {
  for (unsigned p = 0; p < fpc_patterns; ++p)
    if (fpc_forms[p].piece_bits != fpc_pattern_bits + fpc_data_bits(FpcPattern(p))) return false;
  return true;
}());

/// Which patterns hold a word: bits in the order in which a pattern is taken, which `fpc_taken` gives.
inline std::uint32_t fpc_holds(std::uint32_t word) {
  const auto bit = [](bool held, unsigned place) { return std::uint32_t{held} << place; };
  const std::uint32_t above_bytes = ((word + 0x80) & 0xff00) | ((word + 0x800000) & 0xff000000);
  return bit(word == 0, 0) | bit(((word + 0x8) & ~0xfu) == 0, 1) | bit(((word + 0x80) & ~0xffu) == 0, 2) |
         bit(word == std::rotl(word, 8), 3) | bit(((word + 0x8000) & ~0xffffu) == 0, 4) |
         bit((word & 0xffff) == 0, 5) | bit(above_bytes == 0, 6) | bit(true, 7);
}

inline constexpr std::array fpc_by_bits{
    FpcPattern::zero_run, FpcPattern::nibble,      FpcPattern::byte,      FpcPattern::repeated_byte,
    FpcPattern::half,     FpcPattern::padded_half, FpcPattern::two_bytes, FpcPattern::word};
/// The pattern that is taken of those that hold a word.
inline FpcPattern fpc_taken(std::uint32_t held_by) {
  return fpc_by_bits[static_cast<unsigned>(std::countr_zero(held_by))];
}

}  // namespace heddle

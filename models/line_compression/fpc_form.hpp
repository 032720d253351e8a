#pragma once

#include <array>

#include "models/line_compression/fpc_line.hpp"

namespace heddle {

/// How a word of a pattern and its data follow from one another. Numbers in place of a case for each pattern:
/// which pattern comes next, a processor cannot predict.
struct FpcForm {
  unsigned bits;             ///< of the data
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
inline constexpr std::array<FpcForm, fpc_patterns> fpc_forms{{{0, 0, 0, 0, 1, 0, 0, 0},
                                                              {4, 0xf, 0x8, ~0u, 1, 0, 0, 0},
                                                              {8, 0xff, 0x80, ~0u, 1, 0, 0, 0},
                                                              {16, 0xffff, 0x8000, ~0u, 1, 0, 0, 0},
                                                              {16, 0xffff, 0, ~0u, 0x10000, 16, 0, 0},
                                                              {16, 0xff, 0x80, 0xffff, 1, 0, 0xff00, 0x8000},
                                                              {8, 0xff, 0, ~0u, 0x01010101, 0, 0, 0},
                                                              {32, ~0u, 0, ~0u, 1, 0, 0, 0}}};

}  // namespace heddle

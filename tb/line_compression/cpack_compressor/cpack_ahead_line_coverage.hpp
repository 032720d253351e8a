// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/line_compression/cpack_ahead.hpp"
#include "tb/cosim/coverage/coverage.hpp"
#include "tb/line_compression/cpack_ahead_lines.hpp"

namespace heddle {

/// Which lines a compressor with four dictionary values was given, word by word.
class CpackAheadLineCoverage {
 public:
  CpackAheadLineCoverage(Coverage& coverage, unsigned line_bytes);
  void see(const LineBytes& line);

 private:
  using Points = std::vector<std::uint64_t*>;

  void see_bit(std::uint32_t word, const CpackAheadHistory& before);

  const unsigned words_;
  std::array<Points, cpack_near + cpack_ahead_values> code_{};  ///< by code and word; null if never
  Points fifth_;                                                ///< by word, from the fifth on
  std::array<std::array<std::uint64_t*, 2>, cpack_ahead_values + 1> stored_{};  ///< by values, and bytes
  Points zero_bit_;                                                             ///< by bit
  std::array<Points, cpack_ahead_values> value_bit_{};                          ///< by value and bit
};

}  // namespace heddle

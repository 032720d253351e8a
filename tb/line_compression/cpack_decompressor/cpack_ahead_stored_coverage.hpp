// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/line_compression/cpack_ahead.hpp"
#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// Which compressed lines a decompressor with four dictionary values was given, and what of them no
/// compressor makes.
class CpackAheadStoredCoverage {
 public:
  CpackAheadStoredCoverage(Coverage& coverage, unsigned line_bytes);
  void see(const LineBytes& stored);

 private:
  using Points = std::vector<std::uint64_t*>;
  template <class T>
  using OfValue = std::array<T, cpack_ahead_values>;

  void declare_faults(Coverage& coverage);
  void see_words(const CpackAheadParts& parts);
  void see_first(unsigned code, OfValue<bool>& named);
  void see_values(const CpackAheadParts& parts, const OfValue<bool>& named);
  void see_end(const LineBytes& stored, unsigned length);
  /// One more fault, at these points.
  void fault(const Points& points) {
    ++faults_;
    of_last_ = points;
  }

  const unsigned words_;
  std::array<Points, 16> code_{};  ///< by code and word, where nothing is wrong; null if never
  std::array<std::array<std::uint64_t*, 2>, cpack_ahead_values + 1> stored_{};  ///< by values, and bytes

  // Each is the only thing that is wrong.
  std::array<std::uint64_t*, 16> unused_code_{};         ///< by code
  Points unused_at_;                                     ///< by word
  Points byte_of_zero_, byte_of_value_, byte_unneeded_;  ///< by word; null if never
  OfValue<std::uint64_t*> first_near_{}, narrow_{};      ///< by value; null if never
  OfValue<OfValue<std::uint64_t*>> too_early_{};         ///< by value, and values named before; null if never
  OfValue<OfValue<std::uint64_t*>> shared_{};            ///< by value, and the one before
  Points bit_behind_;                                    ///< by bit

  unsigned faults_ = 0;  ///< of the line that is seen
  Points of_last_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "models/line_compression/fpc_segments.hpp"
#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// Which lines a compressor with segments was given, segment by segment, and how long their data were.
class CompressedSegmentsCoverage {
 public:
  CompressedSegmentsCoverage(Coverage& coverage, unsigned line_bytes, unsigned segment_words);

  /// Returns the units of their data.
  unsigned see_words(std::span<const std::uint32_t> words);
  void see_result(unsigned units) { count(units_[units]); }

 private:
  using Points = std::vector<std::uint64_t*>;

  static void count(std::uint64_t* point) {
    if (point != nullptr) ++*point;
  }
  void declare_words(Coverage& coverage);
  unsigned see_segment(unsigned i, std::span<const std::uint32_t> words);
  void see_odd_word(FpcPattern pattern, std::span<const std::uint32_t> words);

  const unsigned segment_words_;
  std::array<Points, fpc_patterns> segment_has_{};  ///< by pattern and segment
  std::array<Points, fpc_patterns> odd_word_{};     ///< by pattern and place in the segment
  std::vector<Points> odd_bit_;                     ///< by fixed bits and bit
  std::array<Points, fpc_patterns> both_{};         ///< by two patterns, the lower one first
  Points tie_;                                      ///< by segment
  std::vector<Points> edges_;                       ///< by edge and place in the segment
  Points units_;                                    ///< by units of data; null where no line has so many
};

}  // namespace heddle

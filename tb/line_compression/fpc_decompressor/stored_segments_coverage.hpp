// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/line_compression/pins.hpp"
#include "models/line_compression/fpc_segments.hpp"
#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// Which stored lines a decompressor with segments was given, and what of them no compressor makes.
class StoredSegmentsCoverage {
 public:
  StoredSegmentsCoverage(Coverage& coverage, unsigned line_bytes, unsigned segment_words);

  void see(const StoredLineBytes& request);

 private:
  using Points = std::vector<std::uint64_t*>;

  void declare_faults(Coverage& coverage);
  bool bit(const LineBytes& stored, unsigned place) const {
    return place < 8 * line_bytes_ && (stored[place / 8] >> place % 8 & 1) != 0;
  }
  std::uint32_t bits(const LineBytes& stored, unsigned first, unsigned count) const;
  void fault(const Points& points) {
    ++faults_;
    of_fault_ = points;
  }
  void see_segment(const LineBytes& stored, unsigned i, FpcPattern pattern, unsigned first);
  void see_word(FpcPattern pattern, std::uint32_t data, unsigned place);
  void see_padding(const LineBytes& stored);
  void see_end(const LineBytes& stored, unsigned units, unsigned end);

  const unsigned line_bytes_, segment_words_, segments_, pattern_bytes_;
  std::array<Points, fpc_patterns> segment_has_{};  ///< by pattern and segment
  std::array<Points, fpc_patterns> negative_{};     ///< of sign-extended patterns, by word of the segment
  Points lower_negative_, upper_negative_;          ///< of two bytes just this one, by word of the segment

  // Each is the only thing that is wrong.
  std::array<std::array<std::uint64_t*, fpc_patterns>, fpc_patterns>
      longer_{};         ///< by it and by the shortest
  Points longer_at_;     ///< by segment
  Points padding_;       ///< by bit behind the patterns
  Points units_;         ///< by units of data; null where a line with so many is stored, or there is none
  Points behind_;        ///< by bit behind the patterns' bytes
  unsigned faults_ = 0;  ///< of this line
  Points of_fault_{};    ///< points of its last fault
};

}  // namespace heddle

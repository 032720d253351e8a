// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "tb/line_compression/fpc_segments_stimulus.hpp"

namespace heddle {

/// A succession of stored lines of FPC in segments: what a compressor makes of the lines of
/// FpcSegmentsStimulus; the same with one wrong bit, anywhere, behind the patterns or behind the data; with
/// one pattern that is not the shortest for its segment; not shorter than the line; any patterns with any
/// data; uncompressed lines; anything. Where the wrong bit behind the data is, and which pattern is wrong, is
/// taken in turn.
class FpcStoredSegmentsStimulus {
 public:
  FpcStoredSegmentsStimulus(std::uint64_t seed, unsigned line_bytes, unsigned segment_words)
      : random_(seed),
        lines_(seed + 1, line_bytes, segment_words),
        line_bytes_(line_bytes),
        segment_words_(segment_words),
        segments_(line_bytes / 4 / segment_words) {}

  void draw(BurstPlace place, StoredLineBytes& stored);

 private:
  enum class Kind : std::uint8_t {
    as_made,
    wrong_bit,
    bit_behind_patterns,
    bit_behind_data,
    longer_pattern,
    too_long,
    any_patterns,
    uncompressed,
    anything
  };
  static constexpr unsigned kinds = 9;
  using Words = FpcSegmentsStimulus::Words;
  struct Line {
    std::vector<FpcPattern> patterns;
    Words words;
  };

  Line line_of(const Words& words) const;
  unsigned bytes_of(const Line& line) const;
  /// Those beyond the line are lost.
  void write(const Line& line, LineBytes& bytes) const;
  static void flip(unsigned bit, LineBytes& bytes) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }

  void bit_behind_patterns(LineBytes& bytes);
  void bit_behind_data(LineBytes& bytes);
  void longer_pattern(Line& line);

  Random random_;
  FpcSegmentsStimulus lines_;
  const unsigned line_bytes_, segment_words_, segments_;
  std::uint32_t behind_turn_ = 0, pattern_turn_ = 0;
};

}  // namespace heddle

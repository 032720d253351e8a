// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/line_compression/pins.hpp"
#include "models/base/random.hpp"
#include "models/line_compression/fpc_segments.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"

namespace heddle {

/// By number of units: is there a line of so many segments whose data take them? A unit is four bits for each
/// word of a segment.
std::vector<bool> fpc_possible_units(unsigned segments);
constexpr unsigned fpc_segment_units(FpcPattern pattern) { return fpc_segment_data_bits(pattern) / 4; }

/// A succession of memory lines for FPC in segments. Segments of each pattern; with one word, at each place,
/// or one bit of a word that the others' pattern does not hold; with words at the ends of a pattern's range;
/// with words of two patterns; with words that two patterns of as many bits hold. Lines whose data have a
/// given length, in turn, those around the longest that is stored the more often; many zeros; anything. At
/// times the line before again, or with another byte. The first and the last line of a burst are compressed
/// and uncompressed in turn.
class FpcSegmentsStimulus {
 public:
  FpcSegmentsStimulus(std::uint64_t seed, unsigned line_bytes, unsigned segment_words);

  void draw(BurstPlace place, LineBytes& line);
  void anything(LineBytes& line);

  /// What a line is made of, for those that build on it.
  using Words = std::vector<std::uint32_t>;
  Words mixed();          ///< segments of all kinds
  Words just_fitting();   ///< the data are about as long as the longest that are stored
  Words just_too_long();  ///< they are not stored, and at most as long as the line with its patterns
  /// A segment for which this is the pattern that is taken.
  void segment_of(FpcPattern pattern, std::span<std::uint32_t> words);
  /// A word that this pattern holds.
  std::uint32_t word_of(FpcPattern pattern);
  std::span<std::uint32_t> segment(Words& words, unsigned i) const {
    return std::span(words).subspan(std::size_t{i} * segment_words_, segment_words_);
  }

 private:
  std::uint32_t shortest_of(FpcPattern pattern);
  void any_segment(std::span<std::uint32_t> words);
  Words with_units(unsigned target);
  unsigned most_units() const;
  void make(unsigned kind, LineBytes& line);

  Random random_;
  const unsigned line_bytes_, segment_words_, segments_;
  std::vector<std::vector<bool>> possible_;  ///< by segments and units
  LineBytes last_{};
  std::uint32_t first_turn_ = 0, last_turn_ = 0, units_turn_ = 0, edge_turn_ = 0, bit_turn_ = 0,
                word_turn_ = 0;
};

}  // namespace heddle

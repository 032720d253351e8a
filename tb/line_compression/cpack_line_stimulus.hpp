// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/line_compression/pins.hpp"
#include "models/base/random.hpp"
#include "models/line_compression/cpack_layouts.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/line_compression/cpack_ahead_lines.hpp"
#include "tb/line_compression/cpack_words.hpp"

namespace heddle {

/// A succession of memory lines: words of each pattern; words that a pattern would hold but for one bit;
/// words that match several entries, the oldest entry, or one that has just been replaced; lines whose
/// streams have a given number of bits, in turn, the longest that are stored and those barely too long the
/// more often; lines of few patterns; anything. At times the line before again, or with another byte. The
/// first and the last line of a burst are compressed and uncompressed in turn. With four dictionary values,
/// the lines of CpackAheadLines instead.
class CpackLineStimulus {
 public:
  CpackLineStimulus(std::uint64_t seed, unsigned line_bytes,
                    unsigned dictionary_values = cpack_original_values)
      : random_(seed), words_(seed + 1), line_bytes_(line_bytes) {
    if (dictionary_values == cpack_ahead_values) ahead_.emplace(seed + 2);
  }

  void draw(BurstPlace place, LineBytes& line);
  void anything(LineBytes& line);

  using Words = std::vector<std::uint32_t>;

 private:
  void make(unsigned kind, LineBytes& line);
  Words of_few_patterns();
  Words with_bits();
  Words ahead(unsigned kind);

  Random random_;
  CpackWords words_;
  std::optional<CpackAheadLines> ahead_{};
  const unsigned line_bytes_;
  LineBytes last_{};
  std::uint32_t first_turn_ = 0, last_turn_ = 0, length_turn_ = 0;
};

}  // namespace heddle

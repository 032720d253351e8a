// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/cpack_ahead.hpp"

namespace heddle {

/// The dictionary values of a line's words so far.
struct CpackAheadHistory {
  std::vector<std::uint32_t> values;

  /// The word's code; none, if it would be the next value.
  std::optional<unsigned> code(std::uint32_t word) const;
  void add(std::uint32_t word) {
    if (!code(word)) values.push_back(word);
  }
};

/// Draws lines for C-Pack with four dictionary values.
class CpackAheadLines {
 public:
  using Words = std::vector<std::uint32_t>;
  explicit CpackAheadLines(std::uint64_t seed) : random_(seed) {}

  /// A line that is compressed, of 0 to 4 values, which first come at any words or soon, and of words of some
  /// kinds. Values may differ from one another, or from zero, in one bit alone.
  Words compressed(unsigned words) { return compressed(words, random_.below(cpack_ahead_values + 1), words); }
  /// A line of which the word whose turn it is would be the fifth value.
  Words with_fifth(unsigned words);

 private:
  /// All values come before this word.
  Words compressed(unsigned words, unsigned values, unsigned before);
  /// A word that is no byte and shares its upper 24 bits with no value.
  std::uint32_t next_value(const CpackAheadHistory& history);
  std::uint32_t of_kind(unsigned kind, const CpackAheadHistory& history);

  Random random_;
  std::uint32_t bit_turn_ = 0, fifth_turn_ = 0;
};

}  // namespace heddle

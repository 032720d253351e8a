// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/cpack_word.hpp"

namespace heddle {

/// The words of a line so far, and the dictionary that they have filled.
struct CpackHistory {
  CpackDictionary dictionary;
  std::vector<std::uint32_t> pushed;  ///< all of them, the first one first

  /// Continues with a word that is stored as this piece; returns the word.
  std::uint32_t add(const CpackPiece& piece) {
    const std::uint32_t word = dictionary.word(piece);
    if (cpack_pushes(piece.pattern)) {
      dictionary.push(word);
      pushed.push_back(word);
    }
    return word;
  }
};

/// Draws words, given those before them.
class CpackWords {
 public:
  explicit CpackWords(std::uint64_t seed) : random_(seed) {}

  /// A word that is stored in this pattern; in another one, if there is none: without an entry.
  std::uint32_t of_pattern(CpackPattern pattern, const CpackHistory& before);
  /// A word of any pattern, or one that a pattern would hold but for one bit; or a word pushed before,
  /// changed in its lower bytes, the oldest entries and those replaced the more often.
  std::uint32_t any(const CpackHistory& before);
  /// Words of these patterns alone, bit p for the pattern of number p, and now and then any.
  std::vector<std::uint32_t> line(unsigned words, unsigned patterns);
  /// A line of up to 32 words whose stream has that many bits, or the next lower number that there is.
  std::vector<std::uint32_t> with_bits(unsigned words, unsigned bits);

 private:
  std::uint32_t candidate(CpackPattern pattern, const CpackHistory& before);

  Random random_;
  std::uint32_t bit_turn_ = 0;
};

/// By number of words and of bits: is there a succession of so many words that takes so many bits, when the
/// dictionary has an entry already (the second list), or when it is empty?
class CpackPossibleBits {
 public:
  explicit CpackPossibleBits(unsigned words);
  bool operator()(unsigned words, unsigned bits, bool with_entry = false) const {
    return bits < possible_[with_entry][words].size() && possible_[with_entry][words][bits];
  }

 private:
  std::vector<std::vector<bool>> possible_[2];
};

/// Bits of the stream of these words.
unsigned cpack_stream_bits(const std::vector<std::uint32_t>& words);

/// The bits of a stream that is stored at least, and at most.
constexpr unsigned cpack_shortest_bits(unsigned line_bytes) { return 2 * (line_bytes / 4); }
constexpr unsigned cpack_most_bits(unsigned line_bytes) { return 8 * (line_bytes - 1); }
/// Pairs of bits by which a stream is barely too long to be stored; all streams have an even number.
inline constexpr unsigned cpack_barely_too_long = 2;

}  // namespace heddle

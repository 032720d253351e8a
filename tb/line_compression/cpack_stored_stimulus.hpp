// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw/line_compression/pins.hpp"
#include "models/base/random.hpp"
#include "tb/line_compression/cpack_line_stimulus.hpp"

namespace heddle {

/// A pattern that holds words whose right pattern is another one, when the dictionary is as a compressor
/// fills it.
struct CpackLongerPattern {
  CpackPattern longer, right;
};
std::span<const CpackLongerPattern> cpack_longer_patterns();

/// A succession of stored lines: what a compressor makes of the lines of CpackLineStimulus; the same with one
/// wrong bit, in the stream or behind it; streams with one piece that holds its word in more bits than
/// needed, by another entry that matches as well, or by an entry that is not filled yet, or with the code
/// that is not used; streams that are just too long; any pieces; uncompressed lines; anything. Which piece is
/// wrong, and where the wrong bit behind a stream is, is taken in turn.
class CpackStoredStimulus {
 public:
  CpackStoredStimulus(std::uint64_t seed, unsigned line_bytes)
      : random_(seed), lines_(seed + 1, line_bytes), words_(seed + 2), line_bytes_(line_bytes) {}

  void draw(BurstPlace place, StoredLineBytes& stored);

 private:
  /// Bits of a stream, and how many they are.
  struct Piece {
    std::uint64_t code = 0;
    unsigned bits = 0;
  };
  using Pieces = std::vector<Piece>;

  static Piece of(const CpackPiece& piece) { return {cpack_code(piece), cpack_bits(piece.pattern)}; }
  static Pieces of_words(const std::vector<std::uint32_t>& words);
  unsigned words() const { return line_bytes_ / 4; }
  /// Bits beyond the line are lost.
  void write(const Pieces& pieces, LineBytes& bytes) const;
  void set(unsigned bit, LineBytes& bytes) const {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }

  void bit_behind(LineBytes& bytes);
  Pieces with_wrong_piece();
  Pieces any_pieces();
  std::optional<CpackPiece> wrong_piece(unsigned kind, const CpackHistory& before);
  std::optional<CpackPiece> longer(const CpackLongerPattern& wrong, const CpackHistory& before);
  std::optional<CpackPiece> by_other_entry(CpackPattern pattern, const CpackHistory& before);
  std::optional<CpackPiece> by_empty_entry(CpackPattern pattern, const CpackHistory& before);
  std::optional<CpackPiece> by_entry(CpackPattern pattern, std::uint32_t word, unsigned not_this,
                                     const CpackHistory& before);

  Random random_;
  CpackLineStimulus lines_;
  CpackWords words_;
  const unsigned line_bytes_;
  std::uint32_t behind_turn_ = 0, wrong_turn_ = 0, place_turn_ = 0;
};

}  // namespace heddle

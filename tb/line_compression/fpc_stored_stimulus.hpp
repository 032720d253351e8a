// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/line_compression/pins.hpp"
#include "models/base/random.hpp"
#include "tb/line_compression/fpc_line_stimulus.hpp"

namespace heddle {

/// A pattern that holds words whose shortest pattern is another one.
struct FpcLongerPattern {
  FpcPattern longer, shortest;
};
std::span<const FpcLongerPattern> fpc_longer_patterns();

/// A succession of stored lines: what a compressor makes of the lines of FpcLineStimulus; the same with one
/// wrong bit, in the stream or behind it; streams with one pattern that is not the shortest, with a run in
/// two parts, with a run that goes on behind the line, or just too long; any patterns with any data;
/// uncompressed lines; anything. Where the wrong bit behind a stream is, and which pattern is wrong, is taken
/// in turn.
class FpcStoredStimulus {
 public:
  FpcStoredStimulus(std::uint64_t seed, unsigned line_bytes)
      : random_(seed), lines_(seed + 1, line_bytes), line_bytes_(line_bytes) {}

  void draw(BurstPlace place, StoredLineBytes& stored);

 private:
  struct Piece {
    FpcPattern pattern;
    std::uint32_t data;
  };
  using Words = FpcLineStimulus::Words;
  using Pieces = std::vector<Piece>;

  Pieces pieces_of(const Words& words) const;
  /// Returns how many bits they are; those beyond the line are lost.
  unsigned write(const Pieces& pieces, LineBytes& bytes) const;
  void set(unsigned bit, LineBytes& bytes) const {
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }

  void wrong_bit(LineBytes& bytes);
  void bit_behind(LineBytes& bytes);
  void longer_pattern(Pieces& pieces);
  void parted_run(Pieces& pieces);
  void run_beyond(Pieces& pieces);
  Pieces any_pieces();

  Random random_;
  FpcLineStimulus lines_;
  const unsigned line_bytes_;
  std::uint32_t behind_turn_ = 0, pattern_turn_ = 0, beyond_turn_ = 0;
};

}  // namespace heddle

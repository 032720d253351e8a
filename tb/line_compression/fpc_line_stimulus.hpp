// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/line_compression/pins.hpp"
#include "models/base/random.hpp"
#include "models/line_compression/fpc_line.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"

namespace heddle {

/// Words at the ends of the patterns' ranges, and beyond them.
struct FpcEdge {
  const char* what;
  std::uint32_t word;
};
std::span<const FpcEdge> fpc_edges();

/// A word that a pattern would hold but for one of its bits: those that the pattern's data do not leave open.
struct FpcFixedBits {
  FpcPattern pattern;
  unsigned first, last;
};
std::span<const FpcFixedBits> fpc_fixed_bits();

/// The bits of the stream of these words.
unsigned fpc_stream_bits(std::span<const std::uint32_t> words);

/// By words, whether they end with a run of less than eight, which no other run may follow, and bits: are
/// there such words whose stream has them?
using FpcPossibleStreams = std::vector<std::array<std::vector<bool>, 2>>;
FpcPossibleStreams fpc_possible_streams(unsigned words);

/// By number of bits: is there a line of so many words whose stream has them?
std::vector<bool> fpc_possible_bits(unsigned words);

/// A succession of memory lines: words of each pattern, at the ends of its range and with one wrong bit; runs
/// of zeros of all lengths; lines whose streams have a given number of bits, in turn, the longest that are
/// stored and one more the more often; lines of one pattern; anything. At times the line before again, or
/// with another byte. The first and the last line of a burst are compressed and uncompressed in turn.
class FpcLineStimulus {
 public:
  FpcLineStimulus(std::uint64_t seed, unsigned line_bytes)
      : random_(seed), line_bytes_(line_bytes), possible_(fpc_possible_streams(line_bytes / 4)) {}

  void draw(BurstPlace place, LineBytes& line);
  void anything(LineBytes& line);

  /// What a line is made of, for those that build on it.
  using Words = std::vector<std::uint32_t>;
  Words mixed();                     ///< patterns and runs at random
  Words with_bits(unsigned target);  ///< its stream has that many bits, or the next lower possible number
  std::uint32_t word_of(FpcPattern pattern);

 private:
  std::uint32_t any_word();
  void make(unsigned kind, LineBytes& line);

  Random random_;
  const unsigned line_bytes_;
  const FpcPossibleStreams possible_;
  LineBytes last_{};
  std::uint32_t first_turn_ = 0, last_turn_ = 0, length_turn_ = 0, edge_turn_ = 0, bit_turn_ = 0,
                run_turn_ = 0;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line_compression/fpc_form.hpp"
#include "models/line_compression/line_pieces.hpp"
#include "models/line_compression/piece_pairs.hpp"

namespace heddle::fpc_line_reader {

/// Of a piece, by its pattern. The numbers stand in one word, which is faster than a table in memory.
inline unsigned bits_of(std::uint64_t piece) {
  constexpr std::uint64_t all = [] {
    std::uint64_t bits = 0;
    for (unsigned p = 0; p < fpc_patterns; ++p) bits |= std::uint64_t{fpc_forms[p].piece_bits} << 8 * p;
    return bits;
  }();
  return static_cast<unsigned>(all >> 8 * piece % 64 & 63);
}

/// What fpc_line_restore gives of stored bytes; zeros follow them.
inline void restore(std::span<const unsigned char> stored, std::span<unsigned char> line) {
  PiecePairs pieces(stored, line.size());
  // A run may end behind the line, and another piece be read there.
  std::array<std::uint32_t, line_most_words + 2 * fpc_longest_run> word{};
  unsigned i = 0;
  const auto put = [&](std::uint64_t piece) {
    const unsigned pattern = piece % fpc_patterns;
    const auto data = static_cast<std::uint32_t>(piece >> fpc_pattern_bits);
    word[i] = fpc_forms[pattern].word_of(data);
    i += 1 + (data & 7u >> fpc_pattern_bits * pattern);  // of a zero_run
  };
  while (i < line.size() / 4) {
    const auto [first, second] = pieces.next(bits_of);
    put(first);
    put(second);
  }
  std::memcpy(line.data(), word.data(), line.size());
}

}  // namespace heddle::fpc_line_reader

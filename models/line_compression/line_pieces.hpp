// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/line/line_codec.hpp"
#include "models/line_compression/bit_cursor.hpp"

namespace heddle {

inline constexpr unsigned line_most_words = 32;

/// What each word of a line adds to a bit stream: a piece of at most 40 bits, or nothing. All pieces are made
/// first, so that nothing branches on a word: which kind of word comes next, a processor cannot predict.
struct LinePieces {
  alignas(32) std::array<std::uint64_t, line_most_words> value;  ///< no bits above those that a piece has
  alignas(32) std::array<std::uint8_t, line_most_words> bits;
  unsigned words, all_bits;

  /// Writes the stream, which is shorter than the line, into a line that is zero, behind `ahead`, which has
  /// so many bits. The last piece is written with eight bytes, which may end behind the line's own.
  [[gnu::always_inline]] void write(StoredLine& stored, std::uint64_t ahead = 0,
                                    unsigned ahead_bits = 0) const {
    static_assert(offsetof(StoredLine, bits) == 0 && sizeof(StoredLine) >= sizeof stored.bits + 8);
    BitAppender to(reinterpret_cast<unsigned char*>(&stored));
    to.put(ahead, ahead_bits);
    for (unsigned i = 0; i < words; ++i) to.put(value[i], bits[i]);
    stored.length = static_cast<std::uint8_t>((ahead_bits + all_bits + 7) / 8);
    stored.encoding = 1;
    stored.epoch = 0;
  }
};

}  // namespace heddle

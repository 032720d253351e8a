// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "models/line_compression/fpc_line.hpp"

// Frequent Pattern Compression of one memory line of 64 or 128 bytes in segments of 2, 4, 8 or 16 words
// (Vijaykumar2015, section 5.1.4): all words of a segment have one pattern, and the patterns stand ahead of
// the data. So each segment's place is known from the patterns alone, and all words of a segment can be
// restored at once.
//
//   stored bytes                        hold
//   the first ones, up to a whole byte  the pattern of each segment in 3 bits, from bit 0 of byte 0 upwards
//                                       in the order of the segments; bits behind them are zero
//   the others                          the data of the segments in their order, of each the data of its
//                                       words in their order; the first in the lowest bits
//
//   pattern        number   bits of a word's data   holds
//   zero              0               0             words of zero
//   nibble            1               4             as in fpc_line.hpp, as do the others
//   byte              2               8
//   half              3              16
//   padded_half       4              16
//   two_bytes         5              16
//   repeated_byte     6               8
//   word              7              32
//
// A segment has the pattern with the fewest bits that holds all of its words; of two that have as many, the
// lower number. The data of two words or more are whole bytes. If all of this is not shorter than the line,
// the line stays as it is; the memory's metadata say so. The paper does not tell where the patterns' bits and
// a segment's data lie.

namespace heddle {

/// Throws Error unless it is 0 (no segments), 2, 4, 8 or 16.
void require_segment_words(unsigned segment_words);

/// Bits of each word's data in a segment of this pattern.
constexpr unsigned fpc_segment_data_bits(FpcPattern pattern) {
  return pattern == FpcPattern::zero_run ? 0 : fpc_data_bits(pattern);
}

/// Bytes of the patterns of so many segments.
constexpr unsigned fpc_segment_pattern_bytes(unsigned segments) {
  return (fpc_pattern_bits * segments + 7) / 8;
}

/// The pattern that holds all these words in the fewest bits; FpcPattern::zero_run where all are zero.
FpcPattern fpc_segment_pattern(std::span<const std::uint32_t> words);

/// The line's patterns and data, or the line as it is.
FpcLine fpc_segments_compress(std::span<const unsigned char> line, unsigned segment_words);

/// The line whose stored bytes are these. Takes any bytes; behind the stored bytes data go on with zeros. It
/// is not checked that a compressor makes them.
void fpc_segments_restore(const LineBytes& stored, std::span<unsigned char> line, unsigned segment_words);

/// The line of `line_bytes` bytes whose stored bytes are these, as fpc_segments_restore gives it. It is
/// corrupt if fpc_segments_compress makes other bytes of it.
FpcRestoredLine fpc_segments_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                        unsigned segment_words);

/// In segments of so many words; 0: without segments, as fpc_line.hpp shows.
FpcLine fpc_compress(std::span<const unsigned char> line, unsigned segment_words);
void fpc_restore(const LineBytes& stored, std::span<unsigned char> line, unsigned segment_words);
FpcRestoredLine fpc_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                               unsigned segment_words);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "models/line_compression/bdi_line.hpp"

// Frequent Pattern Compression of one memory line of 64 or 128 bytes (Alameldeen and Wood, 2004;
// Vijaykumar2015, section 5.1.4, and Lal2017, section V, compare with it).
//
// The line is a row of little-endian words of 32 bits. Each becomes a pattern of 3 bits and the data that the
// pattern leaves open. These form a stream, word after word from bit 0 of byte 0 upwards, of each word the
// pattern in the lower bits and its data above:
//
//   pattern        number   bits of data   word
//   zero_run          0          3         1 to 8 words of zero; the data is their number less one
//   nibble            1          4         the data, sign-extended
//   byte              2          8         the data, sign-extended
//   half              3         16         the data, sign-extended
//   padded_half       4         16         the data is the upper half, the lower one is zero
//   two_bytes         5         16         two halves, each a sign-extended byte, the lower one in bits 7..0
//   repeated_byte     6          8         four times the data
//   word              7         32         the data
//
// A word has the pattern with the fewest bits; of two that have as many, the lower number. A run is as long
// as it can be, from the first word on: a ninth word of zero begins another. The stream is stored in whole
// bytes, with zero bits behind it. If that is not shorter than the line, the line stays as it is; the
// memory's metadata say so.

namespace heddle {

enum class FpcPattern : std::uint8_t {
  zero_run,
  nibble,
  byte,
  half,
  padded_half,
  two_bytes,
  repeated_byte,
  word
};
inline constexpr unsigned fpc_patterns = 8, fpc_pattern_bits = 3, fpc_longest_run = 8;
std::string_view name(FpcPattern pattern);

/// Bits of the data behind a pattern.
constexpr unsigned fpc_data_bits(FpcPattern pattern) {
  constexpr std::array<unsigned, fpc_patterns> bits{3, 4, 8, 16, 16, 16, 8, 32};
  return bits[static_cast<unsigned>(pattern)];
}

/// The word that a pattern with these data stands for; data above the pattern's own bits are not read.
std::uint32_t fpc_word(FpcPattern pattern, std::uint32_t data);

/// The data of the word in this pattern, whether or not the pattern holds the word; zero for a zero_run,
/// whose data is not a word's.
std::uint32_t fpc_data(FpcPattern pattern, std::uint32_t word);

/// The pattern that holds the word in the fewest bits.
FpcPattern fpc_pattern(std::uint32_t word);

/// A line as it is stored: bytes behind `length` are zero.
struct FpcLine {
  LineBytes bytes{};
  unsigned length = 0;
  bool compressed = false;

  bool operator==(const FpcLine&) const = default;
};

/// The line's stream, or the line as it is.
FpcLine fpc_line_compress(std::span<const unsigned char> line);

/// The line whose stored bytes are these. Takes any bytes: a run ends with the line, and behind the stored
/// bytes the stream goes on with zeros. It is not checked that a compressor makes them.
void fpc_line_restore(const LineBytes& stored, std::span<unsigned char> line);

struct FpcRestoredLine {
  LineBytes bytes{};
  bool corrupt = false;

  bool operator==(const FpcRestoredLine&) const = default;
};

/// The line of `line_bytes` bytes whose stored bytes are these, as fpc_line_restore gives it. It is corrupt
/// if fpc_line_compress makes other bytes of it; so there is one stream for each line, and bytes behind it
/// are zero.
FpcRestoredLine fpc_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes);

}  // namespace heddle

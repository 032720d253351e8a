// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/line_compression/cpack_line.hpp"

// C-Pack with at most four dictionary values, codes and dictionary ahead of the data (Vijaykumar2015, section
// 5.1.4): no word depends on where the one before it ends, so that all can be restored at once.
//
// The line of 64 or 128 bytes is W = 16 or 32 little-endian words of 32 bits. It is stored as
//
//   from byte     bytes    what
//   0             W / 2    of each word a code of 4 bits, word 0 in the lower bits of byte 0
//   W / 2         4 n      the n = 0..4 dictionary values that are used, little-endian
//   W / 2 + 4 n   0 or W   of each word a byte, if any word's code needs one
//
//   code    word                                                  its byte
//   0       zero                                                  zero
//   1       a byte: the upper 24 bits are zero, and it is not     the word's lowest byte
//   4 + k   dictionary value k                                    zero
//   8 + k   dictionary value k, but for the lowest byte           the word's lowest byte
//
// The other codes are not used. n and whether there are bytes follow from the codes. At most 40 of 64 bytes
// and 64 of 128 are stored: a compressed line is always shorter than the line.
//
// Words are taken in order. One that is neither zero nor a byte and shares its upper 24 bits with no
// dictionary value becomes the next one; so no two of these share them. Where a fifth would be needed, the
// line stays as it is.

namespace heddle {

inline constexpr unsigned cpack_ahead_values = 4, cpack_ahead_most_words = sizeof(LineBytes) / 4;
/// The codes: those of dictionary value k are k more.
inline constexpr unsigned cpack_zero = 0, cpack_byte = 1, cpack_equal = 4, cpack_near = 8;

/// What a line is stored as. The members of values and words that it does not have are zero.
struct CpackAheadParts {
  std::array<std::uint8_t, cpack_ahead_most_words> codes{}, bytes{};
  std::array<std::uint32_t, cpack_ahead_values> values{};

  /// The dictionary values that the codes name: one more than the highest.
  unsigned used() const;
  /// Does any code need a byte?
  bool have_bytes() const;
  /// A bit of each code that some word has.
  unsigned named_codes() const;

  bool operator==(const CpackAheadParts&) const = default;
};

// Of any code: those that are not used are read as cpack_zero, cpack_byte, or cpack_near + k.
constexpr bool cpack_names_value(unsigned code) { return code >= cpack_equal; }
constexpr unsigned cpack_value_of(unsigned code) { return code % cpack_ahead_values; }
constexpr bool cpack_needs_byte(unsigned code) {
  return code >= cpack_near || (code < cpack_equal && code % 2 != 0);
}

/// The parts in their place, of a line of so many words; `compressed`, whether or not a compressor makes
/// them.
CpackLine cpack_ahead_pack(const CpackAheadParts& parts, unsigned words);
/// The parts of any stored bytes.
CpackAheadParts cpack_ahead_unpack(const LineBytes& stored, unsigned words);

/// The stored form, or the line as it is.
CpackLine cpack_ahead_compress(std::span<const unsigned char> line);
/// The line whose stored bytes are these, of any bytes. It is not checked that a compressor makes them.
void cpack_ahead_restore(const LineBytes& stored, std::span<unsigned char> line);
/// The line of `line_bytes` bytes whose stored bytes are these. Takes any bytes. The line is corrupt if
/// cpack_ahead_compress makes other bytes of it.
CpackRestoredLine cpack_ahead_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

// The words of C-Pack (Chen et al., 2010; Vijaykumar2015, section 5.1.4, compares with it).
//
// A word of 32 bits is compared with zero and with the entries of a dictionary. The letters of a pattern are
// the word's bytes, the most significant one first: z is zero, m is as in an entry, x is anything. What a
// word adds to the stream is a code, the index of the entry, and the bytes that are anything; the code in the
// lowest bits:
//
//   pattern   code, bit 0 first   index   data   all bits
//   zzzz            0 0              -      -         2
//   xxxx            1 0              -     32        34
//   mmmm            0 1              4      -         6
//   mmxx            1 1 0 0          4     16        24
//   zzzx            1 1 1 0          -      8        12
//   mmmx            1 1 0 1          4      8        16
//
// The code 1 1 1 1 is not used. The published codes are the same, written with the first bit on the left
// (00, 01, 10, 1100, 1101, 1110), but for the order of the two bits of each half.

namespace heddle {

enum class CpackPattern : std::uint8_t { zzzz, xxxx, mmmm, mmxx, zzzx, mmmx };
inline constexpr unsigned cpack_patterns = 6, cpack_entries = 16, cpack_longest_piece = 34;
/// The code that is not used, which cpack_read takes for mmmx.
inline constexpr std::uint64_t cpack_unused_code = 0b1111;
std::string_view name(CpackPattern pattern);
constexpr unsigned number(CpackPattern pattern) { return static_cast<unsigned>(pattern); }

/// Bits of a word in the stream: code, index and data.
constexpr unsigned cpack_bits(CpackPattern pattern) {
  constexpr std::array<unsigned, cpack_patterns> bits{2, 34, 6, 24, 12, 16};
  return bits[number(pattern)];
}
/// Does a word that is stored so become an entry of the dictionary? A word that an entry or zero holds but
/// for its lowest byte at most is not worth one, unless it differs from that entry.
constexpr bool cpack_pushes(CpackPattern pattern) {
  return pattern == CpackPattern::xxxx || pattern == CpackPattern::mmxx || pattern == CpackPattern::mmmx;
}
constexpr bool cpack_has_index(CpackPattern pattern) {
  return pattern == CpackPattern::mmmm || pattern == CpackPattern::mmxx || pattern == CpackPattern::mmmx;
}

/// The code of a pattern, how many bits it has, those of the index and of the data behind it.
struct CpackForm {
  unsigned code, code_bits, index_bits, data_bits;
};
constexpr CpackForm cpack_form(CpackPattern pattern) {
  constexpr std::array<CpackForm, cpack_patterns> forms{{{0b00, 2, 0, 0},
                                                         {0b01, 2, 0, 32},
                                                         {0b10, 2, 4, 0},
                                                         {0b0011, 4, 4, 16},
                                                         {0b0111, 4, 0, 8},
                                                         {0b1011, 4, 4, 8}}};
  return forms[number(pattern)];
}
/// The pattern of a code, of which the lower two bits or all four count.
constexpr CpackPattern cpack_pattern_of(std::uint64_t bits) {
  if ((bits & 3) != 3) return CpackPattern(bits & 3);
  if ((bits >> 2 & 3) == 0) return CpackPattern::mmxx;
  return (bits >> 2 & 3) == 1 ? CpackPattern::zzzx : CpackPattern::mmmx;
}

/// What a word adds to the stream. Index and data are zero in patterns without them.
struct CpackPiece {
  CpackPattern pattern = CpackPattern::zzzz;
  unsigned index = 0;
  std::uint32_t data = 0;

  bool operator==(const CpackPiece&) const = default;
};
constexpr std::uint32_t cpack_low_bits(std::uint64_t value, unsigned bits) {
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}
/// Its bits in the stream, which has the lower bits of index and data that the pattern has.
constexpr std::uint64_t cpack_code(const CpackPiece& piece) {
  const auto [code, code_bits, index_bits, data_bits] = cpack_form(piece.pattern);
  const std::uint64_t data = cpack_low_bits(piece.data, data_bits);
  return (data << index_bits | cpack_low_bits(piece.index, index_bits)) << code_bits | code;
}
/// The piece whose bits are these, or the lower of these. The code that is not used is read as mmmx.
CpackPiece cpack_read(std::uint64_t bits);

/// The last sixteen words that were pushed. The n-th word, from 0 on, is entry n modulo 16, so that the
/// seventeenth replaces the first.
class CpackDictionary {
 public:
  unsigned pushed() const { return pushed_; }
  unsigned size() const { return pushed_ < cpack_entries ? pushed_ : cpack_entries; }
  /// Zero, if it is not used yet.
  std::uint32_t entry(unsigned index) const { return entries_[index % cpack_entries]; }
  void push(std::uint32_t word) { entries_[pushed_++ % cpack_entries] = word; }

  /// The word in the fewest bits. Of several entries that match in the same pattern it is the one that was
  /// pushed first.
  CpackPiece piece(std::uint32_t word) const;
  /// The word that a piece stands for; index and data may be any.
  std::uint32_t word(const CpackPiece& piece) const;

 private:
  std::array<std::uint32_t, cpack_entries> entries_{};
  unsigned pushed_ = 0;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// The symbols of a memory line (Lal2017, sections III-B1 and III-E). A line is a row of little-endian words
// of 32 bits; symbol i has bits [n i, n i + n) of the line, n being 4, 8, 16 or 32. Symbols of 4 and 8 bits
// have a Huffman tree of their own for each position in a word; longer ones share one.

namespace heddle::e2mc {

using Symbol = std::uint32_t;

inline constexpr unsigned word_bits = 32;

/// The `n` lowest bits, 0 to 32 of them.
constexpr std::uint32_t lower_bits(unsigned n) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
}

constexpr bool is_symbol_length(unsigned bits) { return bits == 4 || bits == 8 || bits == 16 || bits == 32; }

/// Throws Error unless symbols can have this many bits.
void require_symbol_length(unsigned bits);

/// Huffman trees of symbols of so many bits.
constexpr unsigned trees_of(unsigned symbol_bits) { return symbol_bits < 16 ? word_bits / symbol_bits : 1; }

/// The tree of a line's symbol i.
constexpr unsigned tree_of(unsigned symbol_bits, std::size_t i) {
  return static_cast<unsigned>(i % trees_of(symbol_bits));
}

/// Are all values of such symbols in the code? Else only the most frequent ones, and an escape codeword.
constexpr bool holds_all_values(unsigned symbol_bits) { return symbol_bits < 16; }

/// The longest codeword in bits (Lal2017, section III-B2c).
constexpr unsigned most_code_bits_of(unsigned symbol_bits) {
  return symbol_bits == 4 ? 8 : symbol_bits == 8 ? 16 : 20;
}

constexpr std::size_t symbols_of(unsigned symbol_bits, std::size_t line_bytes) {
  return line_bytes * 8 / symbol_bits;
}

constexpr Symbol symbol_at(std::span<const unsigned char> line, unsigned symbol_bits, std::size_t i) {
  if (symbol_bits == 4) return line[i / 2] >> (i % 2 * 4) & 15u;
  Symbol s = 0;
  for (unsigned b = symbol_bits / 8; b-- > 0;) s = s << 8 | line[i * (symbol_bits / 8) + b];
  return s;
}

/// Puts a symbol into a line. Of the line, only its bits change.
constexpr void put_symbol(std::span<unsigned char> line, unsigned symbol_bits, std::size_t i, Symbol s) {
  if (symbol_bits == 4) {
    const auto shift = static_cast<unsigned>(i % 2 * 4);
    line[i / 2] = static_cast<unsigned char>((line[i / 2] & ~(15u << shift)) | (s & 15u) << shift);
    return;
  }
  for (unsigned b = 0; b < symbol_bits / 8; ++b)
    line[i * (symbol_bits / 8) + b] = static_cast<unsigned char>(s >> 8 * b);
}

}  // namespace heddle::e2mc

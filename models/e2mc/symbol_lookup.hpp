// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/e2mc/code_table.hpp"

namespace heddle::e2mc {

/// Bits by which symbols are found, 8 to 14. More find more symbols at once, in larger tables.
constexpr unsigned window_bits_of(unsigned symbol_bits) {
  return symbol_bits == 4 ? 10 : symbol_bits == 8 ? 11 : 13;
}

/// The symbols of a code table by the bits that they begin with: one access finds several short codewords.
class SymbolLookup {
 public:
  explicit SymbolLookup(const CodeTable& table);

  /// All codewords up to an escape that are whole in a window, at most 32 bits of a line.
  struct Found {
    std::uint32_t symbols = 0;   ///< as they stand in the line, the first in the lowest bits
    std::uint8_t line_bits = 0;  ///< of these symbols; 0: the first codeword is longer, an escape, or none
    std::uint8_t code_bits = 0;  ///< of their codewords
    std::uint8_t first_bits =
        0;  ///< of the first codeword, which may be the escape; 0: it is longer, or none
  };
  /// `bits` begin with a codeword of the tree, left-aligned.
  template <unsigned SymbolBits>
  const Found& find(unsigned tree, std::uint64_t bits) const {
    constexpr unsigned window_bits = window_bits_of(SymbolBits);
    return found_[(std::size_t{tree} << window_bits) + (bits >> (64 - window_bits))];
  }

  /// The first codeword, which has at least so many bits.
  struct First {
    Symbol symbol = 0;
    unsigned length = 0;  ///< 0: no codeword matches
    bool escape = false;
  };
  First first(unsigned tree, std::uint64_t bits, unsigned least_length = 1) const;

 private:
  /// What finds the codewords of one tree: as they are canonical, the shortest length whose codewords end
  /// behind the bits.
  struct Tree {
    explicit Tree(const TreeCode& code);

    std::array<std::uint64_t, CanonicalCode::most_bits + 1> ends{};  ///< by length, left-aligned in 32 bits
    std::array<std::uint32_t, CanonicalCode::most_bits + 1> offsets{};
    unsigned longest = 0;
    Codeword escape;
    std::vector<Symbol> values;
  };
  Found found_in_window(unsigned tree, unsigned window, unsigned symbol_bits) const;

  std::vector<Tree> trees_;
  std::vector<Found> found_;
};

}  // namespace heddle::e2mc

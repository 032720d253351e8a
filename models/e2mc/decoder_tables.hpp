// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/e2mc/code_table.hpp"

// The tables of a Huffman decoder (Lal2017, section III-F and Fig. 7): for each tree, the first codeword and
// the offset of each length, and the look-up table from a codeword's place to its symbol (De-LUT).

namespace heddle::e2mc {

/// How large the tables of a decoder are.
struct DecoderShape {
  unsigned symbol_bits = 16;    ///< 4, 8, 16 or 32
  unsigned max_code_bits = 20;  ///< the longest codeword, and the bits of a chunk
  unsigned entries = 1024;      ///< symbols of all trees together

  unsigned trees() const { return trees_of(symbol_bits); }
  unsigned entries_of_tree() const { return entries / trees(); }
  bool escapes() const { return !holds_all_values(symbol_bits); }
  /// Throws Error when the entries are no power of two, or not those of 16 or 256 values a tree.
  void validate() const;
};

/// One write to the tables. Codewords are left-aligned in `max_code_bits`.
struct TableWrite {
  enum class Kind : std::uint8_t {
    clear,   ///< the tree is empty: no length, no escape, no symbol
    length,  ///< there are codewords of the length; `code` is the first one, `offset` leads to its place
    escape,  ///< `code` and `length` are the escape codeword; length 0: there is none
    symbol,  ///< the next place of the tree holds `symbol`
  };
  Kind kind = Kind::clear;
  std::uint8_t tree = 0;
  std::uint8_t length = 0;
  std::uint32_t code = 0, offset = 0;
  Symbol symbol = 0;
};

class DecoderTables {
 public:
  static constexpr unsigned most_code_bits = 20, most_trees = 8;

  explicit DecoderTables(const DecoderShape& shape);

  void reset();  ///< all trees are empty
  /// A write without meaning changes nothing: to a tree that is not, of a length of 0 or beyond the longest,
  /// of a symbol beyond the last place, of an escape codeword where all values are in the table. Bits of a
  /// codeword or an offset beyond its length do not matter.
  void write(const TableWrite& w);

  struct Match {
    unsigned length = 0;  ///< of the codeword; 0: none matches
    bool escape = false;
  };
  /// Of what `window` begins with, left-aligned in `max_code_bits`: the escape codeword if it is that, else
  /// a codeword of the greatest length whose first codeword is not above. With the tables of a prefix code no
  /// other codeword can match. The paper's bound "<= first codeword of length l + 1" cannot be meant: that
  /// one would match both.
  Match match(unsigned tree, std::uint32_t window) const;

  /// The row of the codeword with that length in the look-up table; none when its place is beyond the symbols
  /// that were written to the tree.
  std::optional<unsigned> row(unsigned tree, std::uint32_t window, unsigned length) const;
  /// What was written there last, whatever has become of its tree.
  Symbol symbol(unsigned row) const { return symbols_[row]; }

  const DecoderShape& shape() const { return shape_; }

 private:
  static constexpr unsigned hint_bits = 5;

  /// What each symbol needs lies together: a machine has many of these.
  struct alignas(64) Tree {
    struct Length {
      bool used = false;
      std::uint32_t first = 0, offset = 0;  ///< right-aligned
    };
    Codeword escape;
    unsigned symbols = 0;  ///< written since it was empty
    /// By a window's highest bits: the greatest length that may match. No part of the hardware, which
    /// compares with all lengths at once.
    std::array<std::uint8_t, 1u << hint_bits> longest{};
    std::array<Length, most_code_bits + 1> lengths{};
  };
  void find_longest(Tree& tree) const;

  DecoderShape shape_;
  unsigned entries_of_tree_;  ///< of the shape: found often
  std::vector<Tree> trees_;
  std::vector<Symbol> symbols_;  ///< of all trees, one after another; not reset
};

/// The writes that bring a code into the tables of one tree. Throws Error when it does not fit them.
std::vector<TableWrite> tree_writes(const TreeCode& tree, unsigned number, const DecoderShape& shape);
/// The same of all trees.
std::vector<TableWrite> table_writes(const CodeTable& table, const DecoderShape& shape);

inline DecoderTables::Match DecoderTables::match(unsigned tree, std::uint32_t window) const {
  const Tree& t = trees_[tree];
  const unsigned most = shape_.max_code_bits;
  if (t.escape.length != 0 && window >> (most - t.escape.length) == t.escape.bits)
    return {t.escape.length, true};
  for (unsigned length = t.longest[window << hint_bits >> most]; length > 0; --length)
    if (t.lengths[length].used && window >> (most - length) >= t.lengths[length].first)
      return {length, false};
  return {};
}

inline std::optional<unsigned> DecoderTables::row(unsigned tree, std::uint32_t window,
                                                  unsigned length) const {
  const Tree& t = trees_[tree];
  const unsigned most = shape_.max_code_bits;
  const std::uint32_t place = ((window >> (most - length)) - t.lengths[length].offset) & lower_bits(most);
  if (place >= t.symbols) return std::nullopt;
  return tree * entries_of_tree_ + place;
}

}  // namespace heddle::e2mc

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/e2mc/canonical_code.hpp"
#include "models/e2mc/value_counts.hpp"

namespace heddle::e2mc {

/// How a table is made of counts.
struct TableShape {
  unsigned symbol_bits = 16;
  unsigned most_code_bits = 20;
  unsigned entries = 1024;  ///< most frequent values, of symbols of 16 and 32 bits
};
/// With the limit of codewords of the paper (section III-B2c).
constexpr TableShape table_shape(unsigned symbol_bits, unsigned entries = 1024) {
  return {symbol_bits, most_code_bits_of(symbol_bits), entries};
}

/// Values that share a set of the compressor's look-up table (Lal2017, section III-E).
inline constexpr unsigned lookup_ways = 8;

/// A value and the length of its codeword.
struct CodedValue {
  Symbol value;
  unsigned length;
};

/// The code of one tree. Its values are sorted; the escape codeword, which is the prefix of a value that has
/// none, stands behind all values of its length.
class TreeCode {
 public:
  /// `escape_length` is 0 when every value has a codeword. Throws Error when the lengths are of no prefix
  /// code, one of them is 0 or exceeds `most_code_bits`, or a value is there twice.
  TreeCode(std::vector<CodedValue> values, unsigned escape_length, unsigned most_code_bits);

  std::size_t size() const { return values_.size(); }
  /// The codeword of a value; none when it has to be escaped.
  std::optional<Codeword> find(Symbol value) const;
  /// Of length 0 when there is none.
  Codeword escape() const { return escape_; }
  /// How a value is coded: its codeword, or the escape codeword, which the value itself follows.
  struct Coded {
    Codeword codeword;
    bool escaped = false;
  };
  Coded coded(Symbol value) const {
    const auto codeword = find(value);
    return {codeword.value_or(escape_), !codeword};
  }
  /// The values in the order of their codewords: the contents of the decoder's look-up table (De-LUT).
  const std::vector<Symbol>& ordered_values() const { return ordered_values_; }
  const CanonicalCode& code() const { return code_; }
  /// A codeword of the length, which is not the escape, less this is its value's place in `ordered_values()`.
  std::uint32_t value_offset(unsigned length) const;

 private:
  std::vector<CodedValue> values_;
  CanonicalCode code_;
  Codeword escape_;
  std::vector<Symbol> ordered_values_;
};

/// The codes of all trees: what compressor and decompressor share.
class CodeTable {
 public:
  /// Throws Error when there are not as many trees as symbols of that length have, a tree of 4- or 8-bit
  /// symbols lacks a value, one of longer symbols has no escape codeword, or a value has too many bits.
  CodeTable(unsigned symbol_bits, std::vector<TreeCode> trees);
  /// The Huffman codes of what was counted. All values of 4 and 8 bits get a codeword. Of longer symbols the
  /// most frequent ones do (of equally frequent ones the smaller), as far as they find a way in their set of
  /// the compressor's table, which the value's lower bits select; all others together count as the escape.
  /// Throws Error when `entries` is no power of two or less than a set.
  CodeTable(const ValueCounts& counts, const TableShape& shape);

  unsigned symbol_bits() const { return symbol_bits_; }
  const TreeCode& tree(unsigned t) const { return trees_[t]; }
  /// Bits of a symbol, escaped or not.
  unsigned bits_of(unsigned tree, Symbol s) const;

 private:
  unsigned symbol_bits_;
  std::vector<TreeCode> trees_;
};

}  // namespace heddle::e2mc

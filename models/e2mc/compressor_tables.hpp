// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/e2mc/code_table.hpp"

// The look-up table of a Huffman compressor (Lal2017, section III-E and Fig. 6a): codewords and their lengths
// (c-LUT). All values of 4 and 8 bits have an entry, which they select; longer ones share the eight entries
// of a set, which their lower bits select.

namespace heddle::e2mc {

/// How large the table of a compressor is. A decompressor for its codes has the same parameters.
struct CompressorShape {
  unsigned symbol_bits = 16;    ///< 4, 8, 16 or 32
  unsigned max_code_bits = 20;  ///< the longest codeword, and the bits of a chunk
  unsigned entries = 1024;      ///< of all trees together

  unsigned trees() const { return trees_of(symbol_bits); }
  unsigned entries_of_tree() const { return entries / trees(); }
  bool escapes() const { return !holds_all_values(symbol_bits); }
  unsigned ways() const { return escapes() ? lookup_ways : 1; }
  unsigned sets() const { return entries_of_tree() / ways(); }
  /// Throws Error when the entries are no power of two, or not those of 16 or 256 values a tree.
  void validate() const;
};

/// One write to the table. Codewords are left-aligned in `max_code_bits`.
struct CodeWrite {
  enum class Kind : std::uint8_t {
    clear,   ///< the tree is empty, and has no escape codeword
    entry,   ///< the tree's next entry: the symbol's codeword; length 0: it holds no symbol
    escape,  ///< `code` and `length` are the escape codeword; length 0: there is none
  };
  Kind kind = Kind::clear;
  std::uint8_t tree = 0;
  Symbol symbol = 0;
  std::uint32_t code = 0;
  std::uint8_t length = 0;
};

class CompressorTables {
 public:
  static constexpr unsigned most_code_bits = 20, most_trees = 8;

  explicit CompressorTables(const CompressorShape& shape);

  void reset();  ///< all trees are empty
  /// Entry n of a tree is way n % 8 of set n / 8; of symbols of 4 and 8 bits it is that of the value n. Of a
  /// symbol only those bits are kept that do not select its set. A length beyond the longest is none, as 0.
  /// A write without meaning changes nothing: to a tree that is not, to a full one, of an escape codeword
  /// that is too long or where all values are in the table. Bits of a codeword beyond its length do not
  /// matter.
  void write(const CodeWrite& w);

  /// The tree's first entry that holds a codeword of the symbol; none before all entries of the tree are
  /// written.
  std::optional<unsigned> entry(unsigned tree, Symbol s) const;
  /// That codeword.
  std::optional<Codeword> find(unsigned tree, Symbol s) const {
    const auto i = entry(tree, s);
    return i ? std::optional(trees_[tree].entries[*i].codeword) : std::nullopt;
  }
  /// How many entries hold one; with each symbol written once, one at most.
  unsigned entries_with(unsigned tree, Symbol s) const;
  /// Of length 0 when there is none.
  Codeword escape() const { return trees_[0].escape; }

  const CompressorShape& shape() const { return shape_; }

 private:
  struct Entry {
    Symbol tag = 0;  ///< the symbol without the bits that select its set
    Codeword codeword;
  };
  struct Tree {
    std::vector<Entry> entries;  ///< written since it was empty
    bool complete = false;       ///< all of them are
    Codeword escape;
  };
  Codeword codeword(const CodeWrite& w) const;
  bool holds(const Entry& entry, Symbol s) const {
    return entry.codeword.length != 0 && (ways_ == 1 || entry.tag == s >> set_bits_);
  }
  unsigned first_entry(Symbol s) const { return (s & lower_bits(set_bits_)) * ways_; }  ///< of its set

  CompressorShape shape_;
  unsigned set_bits_, ways_;  ///< of the shape: found often
  std::vector<Tree> trees_;
};

/// The writes that bring a code into the table of one tree. Throws Error when it does not fit.
std::vector<CodeWrite> code_writes(const TreeCode& tree, unsigned number, const CompressorShape& shape);
/// The same of all trees.
std::vector<CodeWrite> code_writes(const CodeTable& table, const CompressorShape& shape);

inline std::optional<unsigned> CompressorTables::entry(unsigned tree, Symbol s) const {
  const std::vector<Entry>& entries = trees_[tree].entries;
  if (!trees_[tree].complete) return std::nullopt;
  const unsigned first = first_entry(s);
  for (unsigned i = first; i < first + ways_; ++i)
    if (holds(entries[i], s)) return i;
  return std::nullopt;
}

}  // namespace heddle::e2mc

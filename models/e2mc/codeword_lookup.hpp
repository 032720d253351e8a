// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/e2mc/code_table.hpp"

namespace heddle::e2mc {

/// The codewords of a code table, laid out to be found in one access each.
///
/// Symbols of 4 and 8 bits, which all have codewords: by the value of a byte, and by which byte of a word it
/// is. Longer ones: by a hash of the value, with those that it does not hold behind it.
class CodewordLookup {
 public:
  explicit CodewordLookup(const CodeTable& table);

  /// The codewords of the symbols of byte `at` (0 to 3) of a word. Only of symbols of 4 or 8 bits.
  const Codeword& of_byte(unsigned at, unsigned char byte) const { return codewords_[256 * at + byte]; }

  /// The codeword of a value of 16 or 32 bits; of length 0 when it has to be escaped.
  const Codeword& of_value(Symbol value) const {
    std::size_t slot = value * 0x9e3779b1u >> shift_;
    while (values_[slot] != value && codewords_[slot].length != 0) slot = (slot + 1) & (values_.size() - 1);
    return values_[slot] == value ? codewords_[slot] : none_;
  }

 private:
  void add_bytes(const CodeTable& table);
  void add_values(const TreeCode& tree);

  std::vector<Codeword> codewords_;
  std::vector<Symbol> values_;  ///< by slot; slots without a codeword are free
  unsigned shift_ = 0;          ///< of a hash of 32 bits to a slot
  Codeword none_;
};

}  // namespace heddle::e2mc

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "models/e2mc/frequency_table.hpp"

// From what was sampled to the code of compressor and decompressor (Lal2017, section III-B2).

namespace heddle::e2mc {

/// What value frequency tables have counted, one or those of several controllers together.
class SampledCounts {
 public:
  /// Throws Error for a symbol length that there is not.
  explicit SampledCounts(unsigned symbol_bits);

  /// An entry of a table.
  void add(unsigned tree, Symbol value, std::uint64_t count) { counts_[tree][value] += count; }
  /// Symbols of a table that none of its entries counts.
  void add_uncounted(std::uint64_t symbols) { uncounted_ += symbols; }
  void add(const SampledCounts& other);

  const std::map<Symbol, std::uint64_t>& of(unsigned tree) const { return counts_[tree]; }

  /// The Huffman codes: of all values of 4 and 8 bits. Of longer symbols, of the most frequent values as far
  /// as they find a way in their set of a compressor's table with `entries`, and of the escape for all other
  /// symbols together. As CodeTable of ValueCounts makes them, if nothing was replaced and no counter is
  /// saturated.
  CodeTable code(unsigned entries) const;

 private:
  TreeCode tree_code(unsigned tree, unsigned entries) const;

  unsigned symbol_bits_;
  std::vector<std::map<Symbol, std::uint64_t>> counts_;  ///< by tree
  std::uint64_t uncounted_ = 0;
};

SampledCounts sampled_counts(const FrequencyTable& table);

}  // namespace heddle::e2mc

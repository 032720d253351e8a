// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "models/e2mc/symbols.hpp"

namespace heddle::e2mc {

/// How often each value occurred, for each tree: the value frequency table of the sampling phase (Lal2017,
/// section III-B2b). It forgets nothing, as the offline database of section III-B2a.
class ValueCounts {
 public:
  /// Throws Error for a symbol length that there is not.
  explicit ValueCounts(unsigned symbol_bits);

  /// Counts the symbols of a line of whole words.
  void add(std::span<const unsigned char> line);

  unsigned symbol_bits() const { return symbol_bits_; }
  std::uint64_t symbols() const { return symbols_; }  ///< counted, of all trees
  /// By value; a value that did not occur is not in it.
  const std::map<Symbol, std::uint64_t>& of(unsigned tree) const { return counts_[tree]; }

  /// The size in bits per symbol that no code of these symbols, one for each tree, falls below on average
  /// (Shannon's entropy; Lal2017, section V-A1). 0 when nothing was counted.
  double entropy() const;

 private:
  unsigned symbol_bits_;
  std::uint64_t symbols_ = 0;
  std::vector<std::map<Symbol, std::uint64_t>> counts_;
};

/// The compression ratio that codes of single symbols cannot exceed for what was counted: bits of a symbol by
/// the entropy. Infinite when there is nothing to tell apart.
double shannon_bound(const ValueCounts& counts);

}  // namespace heddle::e2mc

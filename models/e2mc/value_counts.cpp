// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/value_counts.hpp"

#include <cmath>

namespace heddle::e2mc {

ValueCounts::ValueCounts(unsigned symbol_bits) : symbol_bits_(symbol_bits) {
  require_symbol_length(symbol_bits);
  counts_.resize(trees_of(symbol_bits));
}

void ValueCounts::add(std::span<const unsigned char> line) {
  const std::size_t symbols = symbols_of(symbol_bits_, line.size());
  for (std::size_t i = 0; i < symbols; ++i)
    ++counts_[tree_of(symbol_bits_, i)][symbol_at(line, symbol_bits_, i)];
  symbols_ += symbols;
}

double ValueCounts::entropy() const {
  double bits = 0;
  for (const auto& tree : counts_) {
    double all = 0;
    for (const auto& [value, count] : tree) all += static_cast<double>(count);
    for (const auto& [value, count] : tree)
      bits += static_cast<double>(count) * std::log2(all / static_cast<double>(count));
  }
  return symbols_ == 0 ? 0 : bits / static_cast<double>(symbols_);
}

double shannon_bound(const ValueCounts& counts) { return counts.symbol_bits() / counts.entropy(); }

}  // namespace heddle::e2mc

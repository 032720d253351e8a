// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/sampled_code.hpp"

#include <algorithm>
#include <utility>

#include "models/e2mc/huffman_lengths.hpp"

namespace heddle::e2mc {

SampledCounts::SampledCounts(unsigned symbol_bits) : symbol_bits_(symbol_bits) {
  require_symbol_length(symbol_bits);
  counts_.resize(trees_of(symbol_bits));
}

void SampledCounts::add(const SampledCounts& other) {
  for (unsigned tree = 0; tree < counts_.size(); ++tree)
    for (const auto& [value, count] : other.counts_[tree]) add(tree, value, count);
  add_uncounted(other.uncounted_);
}

TreeCode SampledCounts::tree_code(unsigned tree, unsigned entries) const {
  const bool direct = holds_all_values(symbol_bits_);
  std::map<Symbol, std::uint64_t> coded;
  std::uint64_t escaped = uncounted_;
  if (direct) {
    coded = counts_[tree];
    for (Symbol value = 0; value < 1u << symbol_bits_; ++value) coded.try_emplace(value, 0);
  } else {
    std::vector<std::pair<Symbol, std::uint64_t>> values(counts_[tree].begin(), counts_[tree].end());
    std::stable_sort(values.begin(), values.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<unsigned> used(entries / lookup_ways);
    for (const auto& [value, count] : values)
      if (coded.size() < entries && used[value % used.size()]++ < lookup_ways)
        coded.emplace(value, count);
      else
        escaped += count;
  }
  std::vector<CodedValue> values;
  std::vector<std::uint64_t> counts;
  for (const auto& [value, count] : coded) values.push_back({value, 0}), counts.push_back(count);
  if (!direct) counts.push_back(escaped);
  const unsigned most_bits = most_code_bits_of(symbol_bits_);
  const Lengths lengths = limited_huffman_lengths(counts, most_bits);
  for (std::size_t i = 0; i < values.size(); ++i) values[i].length = lengths[i];
  return {std::move(values), direct ? 0 : lengths.back(), most_bits};
}

CodeTable SampledCounts::code(unsigned entries) const {
  std::vector<TreeCode> trees;
  for (unsigned tree = 0; tree < counts_.size(); ++tree) trees.push_back(tree_code(tree, entries));
  return {symbol_bits_, std::move(trees)};
}

SampledCounts sampled_counts(const FrequencyTable& table) {
  const FrequencyShape& shape = table.shape();
  SampledCounts counts(shape.symbol_bits);
  const unsigned trees = trees_of(shape.symbol_bits), rows = shape.rows() / trees;
  for (unsigned row = 0; row < shape.rows(); ++row)
    for (unsigned way = 0; way < shape.ways(); ++way)
      if (const FrequencyEntry& e = table.at(row, way); e.count != 0)
        counts.add(row / rows, e.value, e.count);
  counts.add_uncounted(table.uncounted());
  return counts;
}

}  // namespace heddle::e2mc

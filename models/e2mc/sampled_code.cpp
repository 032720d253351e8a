#include "models/e2mc/sampled_code.hpp"

#include "models/e2mc/huffman_lengths.hpp"

namespace heddle::e2mc {
namespace {

TreeCode tree_code(const FrequencyTable& table, unsigned tree) {
  const FrequencyShape& shape = table.shape();
  auto counted = sampled_counts(table, tree);
  if (shape.direct())
    for (Symbol value = 0; value < 1u << shape.symbol_bits; ++value) counted.try_emplace(value, 0);
  std::vector<CodedValue> values;
  std::vector<std::uint64_t> counts;
  for (const auto& [value, count] : counted) values.push_back({value, 0}), counts.push_back(count);
  if (!shape.direct()) counts.push_back(table.uncounted());
  const unsigned most_bits = most_code_bits_of(shape.symbol_bits);
  const Lengths lengths = limited_huffman_lengths(counts, most_bits);
  for (std::size_t i = 0; i < values.size(); ++i) values[i].length = lengths[i];
  return {std::move(values), shape.direct() ? 0 : lengths.back(), most_bits};
}

}  // namespace

std::map<Symbol, std::uint64_t> sampled_counts(const FrequencyTable& table, unsigned tree) {
  const FrequencyShape& shape = table.shape();
  std::map<Symbol, std::uint64_t> counts;
  const unsigned rows = shape.rows() / trees_of(shape.symbol_bits);
  for (unsigned row = tree * rows; row < (tree + 1) * rows; ++row)
    for (unsigned way = 0; way < shape.ways(); ++way)
      if (const FrequencyEntry& e = table.at(row, way); e.count != 0) counts.emplace(e.value, e.count);
  return counts;
}

CodeTable sampled_code(const FrequencyTable& table) {
  std::vector<TreeCode> trees;
  for (unsigned tree = 0; tree < trees_of(table.shape().symbol_bits); ++tree)
    trees.push_back(tree_code(table, tree));
  return {table.shape().symbol_bits, std::move(trees)};
}

}  // namespace heddle::e2mc

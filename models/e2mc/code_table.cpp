// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/code_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "models/base/error.hpp"
#include "models/e2mc/huffman_lengths.hpp"

namespace heddle::e2mc {
namespace {

Error bad_table(std::string what, std::string value, std::string legal) {
  return Error(
      {.place = "code table", .what = std::move(what), .value = std::move(value), .legal = std::move(legal)});
}

/// The lengths by the code's number of a symbol: its place among the sorted values, and then the escape.
std::vector<unsigned> checked_lengths(std::vector<CodedValue>& values, unsigned escape_length,
                                      unsigned most_code_bits) {
  std::sort(values.begin(), values.end(),
            [](const CodedValue& a, const CodedValue& b) { return a.value < b.value; });
  std::vector<unsigned> lengths;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [value, length] = values[i];
    if (i != 0 && values[i - 1].value == value)
      throw bad_table("a value has two codewords", fmt::format("{:#x}", value), "one each");
    if (length == 0 || length > most_code_bits)
      throw bad_table("a codeword has a wrong length", fmt::format("{} bits", length),
                      fmt::format("1 .. {} bits", most_code_bits));
    lengths.push_back(length);
  }
  if (escape_length > most_code_bits)
    throw bad_table("the escape codeword is too long", fmt::format("{} bits", escape_length),
                    fmt::format("at most {} bits", most_code_bits));
  lengths.push_back(escape_length);
  return lengths;
}

/// Of the counted values those that have a place in the compressor's table, by value.
std::map<Symbol, std::uint64_t> placed(const std::map<Symbol, std::uint64_t>& counted, unsigned entries) {
  std::vector<std::pair<Symbol, std::uint64_t>> values(counted.begin(), counted.end());
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (values.size() > entries) values.resize(entries);
  std::vector<unsigned> used(entries / lookup_ways);
  std::map<Symbol, std::uint64_t> all;
  for (const auto& [value, count] : values)
    if (used[value % used.size()]++ < lookup_ways) all.emplace(value, count);
  return all;
}

TreeCode huffman_tree(const std::map<Symbol, std::uint64_t>& counted, const TableShape& shape) {
  std::vector<CodedValue> values;
  std::vector<std::uint64_t> counts;
  const bool escapes = !holds_all_values(shape.symbol_bits);
  std::uint64_t escaped = 0;
  if (escapes) {
    const auto kept = placed(counted, shape.entries);
    for (const auto& [value, count] : counted) escaped += kept.contains(value) ? 0 : count;
    for (const auto& [value, count] : kept) values.push_back({value, 0}), counts.push_back(count);
    counts.push_back(escaped);
  } else {
    for (Symbol value = 0; value < 1u << shape.symbol_bits; ++value) {
      const auto it = counted.find(value);
      values.push_back({value, 0}), counts.push_back(it == counted.end() ? 0 : it->second);
    }
  }
  const Lengths lengths = limited_huffman_lengths(counts, shape.most_code_bits);
  for (std::size_t i = 0; i < values.size(); ++i) values[i].length = lengths[i];
  return {std::move(values), escapes ? lengths.back() : 0, shape.most_code_bits};
}

std::vector<TreeCode> huffman_trees(const ValueCounts& counts, const TableShape& shape) {
  if (counts.symbol_bits() != shape.symbol_bits)
    throw bad_table("the counts are of other symbols", fmt::format("{} bits", counts.symbol_bits()),
                    fmt::format("{} bits", shape.symbol_bits));
  if (!std::has_single_bit(shape.entries) || shape.entries < lookup_ways)
    throw bad_table("a table cannot have so many entries", fmt::format("{}", shape.entries),
                    fmt::format("a power of two, {} or more", lookup_ways));
  std::vector<TreeCode> trees;
  for (unsigned t = 0; t < trees_of(shape.symbol_bits); ++t)
    trees.push_back(huffman_tree(counts.of(t), shape));
  return trees;
}

}  // namespace

TreeCode::TreeCode(std::vector<CodedValue> values, unsigned escape_length, unsigned most_code_bits)
    : values_(std::move(values)),
      code_(checked_lengths(values_, escape_length, most_code_bits)),
      escape_(code_.codeword(values_.size())) {
  for (const std::size_t number : code_.order())
    if (number != values_.size()) ordered_values_.push_back(values_[number].value);
}

std::optional<Codeword> TreeCode::find(Symbol value) const {
  const auto it = std::lower_bound(values_.begin(), values_.end(), value,
                                   [](const CodedValue& v, Symbol s) { return v.value < s; });
  if (it == values_.end() || it->value != value) return std::nullopt;
  return code_.codeword(static_cast<std::size_t>(it - values_.begin()));
}

std::uint32_t TreeCode::value_offset(unsigned length) const {
  return code_.offset(length) + (escape_.length != 0 && length > escape_.length ? 1 : 0);
}

CodeTable::CodeTable(unsigned symbol_bits, std::vector<TreeCode> trees)
    : symbol_bits_(symbol_bits), trees_(std::move(trees)) {
  require_symbol_length(symbol_bits);
  if (trees_.size() != trees_of(symbol_bits))
    throw bad_table("the number of trees is wrong", fmt::format("{}", trees_.size()),
                    fmt::format("{}", trees_of(symbol_bits)));
  for (const TreeCode& tree : trees_) {
    for (const Symbol value : tree.ordered_values())
      if (symbol_bits < 32 && value >> symbol_bits != 0)
        throw bad_table("a value has too many bits", fmt::format("{:#x}", value),
                        fmt::format("{} bits", symbol_bits));
    if (holds_all_values(symbol_bits) && tree.size() != std::size_t{1} << symbol_bits)
      throw bad_table("a tree does not hold all values", fmt::format("{}", tree.size()),
                      fmt::format("{}", 1u << symbol_bits));
    if (!holds_all_values(symbol_bits) && tree.escape().length == 0)
      throw bad_table("there is no escape codeword", "length 0", "a codeword for values that have none");
  }
}

CodeTable::CodeTable(const ValueCounts& counts, const TableShape& shape)
    : CodeTable(shape.symbol_bits, huffman_trees(counts, shape)) {}

unsigned CodeTable::bits_of(unsigned tree, Symbol s) const {
  const auto [codeword, escaped] = trees_[tree].coded(s);
  return codeword.length + (escaped ? symbol_bits_ : 0);
}

}  // namespace heddle::e2mc

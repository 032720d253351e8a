// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/decoder_tables.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"

namespace heddle::e2mc {
namespace {

Error does_not_fit(std::string what, std::size_t value, std::size_t most) {
  return Error({.place = "tables of a Huffman decoder",
                .what = std::move(what),
                .value = fmt::format("{}", value),
                .legal = fmt::format("at most {}", most)});
}

}  // namespace

void DecoderShape::validate() const {
  require_symbol_length(symbol_bits);
  const bool whole = holds_all_values(symbol_bits);
  const unsigned all = whole ? trees() << symbol_bits : entries;
  if (entries == all && std::has_single_bit(entries)) return;
  throw Error({.place = "entries",
               .what = fmt::format("symbols of {} bits cannot have so many entries", symbol_bits),
               .value = fmt::format("{}", entries),
               .legal = whole ? fmt::format("{}", all) : "a power of two",
               .key = "entries"});
}

DecoderTables::DecoderTables(const DecoderShape& shape)
    : shape_(shape), entries_of_tree_(shape.entries_of_tree()), symbols_(shape.entries) {
  reset();
}

void DecoderTables::reset() { trees_.assign(shape_.trees(), {}); }

void DecoderTables::write(const TableWrite& w) {
  if (w.tree >= trees_.size()) return;
  Tree& tree = trees_[w.tree];
  const unsigned most = shape_.max_code_bits;
  const bool is_length = w.length >= 1 && w.length <= most;
  const auto aligned = [&] { return (w.code & lower_bits(most)) >> (most - w.length); };
  switch (w.kind) {
    case TableWrite::Kind::clear:
      tree = {};
      break;
    case TableWrite::Kind::length:
      if (!is_length) break;
      tree.lengths[w.length] = {true, aligned(), w.offset & lower_bits(w.length)};
      find_longest(tree);
      break;
    case TableWrite::Kind::escape:
      if (!shape_.escapes()) break;
      if (is_length) tree.escape = {aligned(), w.length};
      if (w.length == 0) tree.escape = {};
      break;
    case TableWrite::Kind::symbol:
      if (tree.symbols < entries_of_tree_) symbols_[w.tree * entries_of_tree_ + tree.symbols++] = w.symbol;
      break;
  }
}

void DecoderTables::find_longest(Tree& tree) const {
  const unsigned most = shape_.max_code_bits;
  for (std::uint32_t high = 0; high < tree.longest.size(); ++high) {
    const std::uint32_t last =
        (high << most | lower_bits(most)) >> hint_bits;  // of the windows with these bits
    unsigned length = most;
    while (length > 0 &&
           !(tree.lengths[length].used && last >> (most - length) >= tree.lengths[length].first))
      --length;
    tree.longest[high] = static_cast<std::uint8_t>(length);
  }
}

std::vector<TableWrite> tree_writes(const TreeCode& tree, unsigned number, const DecoderShape& shape) {
  using Kind = TableWrite::Kind;
  const unsigned most = shape.max_code_bits;
  if (tree.size() > shape.entries_of_tree())
    throw does_not_fit("the code has too many values", tree.size(), shape.entries_of_tree());
  if (tree.code().longest() > most)
    throw does_not_fit("the code has a codeword with too many bits", tree.code().longest(), most);
  TableWrite w{.tree = static_cast<std::uint8_t>(number)};
  std::vector<TableWrite> writes{w};
  for (unsigned length = 1; length <= most; ++length) {
    if (tree.code().count(length) == 0) continue;
    w = {.kind = Kind::length, .tree = w.tree, .length = static_cast<std::uint8_t>(length)};
    w.code = tree.code().first(length) << (most - length);
    w.offset = tree.value_offset(length);
    writes.push_back(w);
  }
  if (const Codeword escape = tree.escape(); escape.length != 0) {
    w = {.kind = Kind::escape, .tree = w.tree, .length = static_cast<std::uint8_t>(escape.length)};
    w.code = escape.bits << (most - escape.length);
    writes.push_back(w);
  }
  for (const Symbol s : tree.ordered_values())
    writes.push_back({.kind = Kind::symbol, .tree = w.tree, .symbol = s});
  return writes;
}

std::vector<TableWrite> table_writes(const CodeTable& table, const DecoderShape& shape) {
  if (table.symbol_bits() != shape.symbol_bits)
    throw does_not_fit("the code is of symbols of other lengths", table.symbol_bits(), shape.symbol_bits);
  std::vector<TableWrite> all;
  for (unsigned t = 0; t < shape.trees(); ++t) {
    const auto writes = tree_writes(table.tree(t), t, shape);
    all.insert(all.end(), writes.begin(), writes.end());
  }
  return all;
}

}  // namespace heddle::e2mc

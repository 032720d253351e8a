// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/symbol_lookup.hpp"

namespace heddle::e2mc {

SymbolLookup::Tree::Tree(const TreeCode& tree)
    : longest(tree.code().longest()), escape(tree.escape()), values(tree.ordered_values()) {
  for (unsigned length = 1; length <= longest; ++length) {
    ends[length] = std::uint64_t{tree.code().first(length) + tree.code().count(length)} << (32 - length);
    offsets[length] = tree.value_offset(length);
  }
}

SymbolLookup::SymbolLookup(const CodeTable& table) {
  const unsigned trees = trees_of(table.symbol_bits()), window_bits = window_bits_of(table.symbol_bits());
  for (unsigned t = 0; t < trees; ++t) trees_.emplace_back(table.tree(t));
  found_.reserve(std::size_t{trees} << window_bits);
  for (unsigned t = 0; t < trees; ++t)
    for (unsigned window = 0; window < 1u << window_bits; ++window)
      found_.push_back(found_in_window(t, window, table.symbol_bits()));
}

SymbolLookup::Found SymbolLookup::found_in_window(unsigned tree, unsigned window,
                                                  unsigned symbol_bits) const {
  const unsigned window_bits = window_bits_of(symbol_bits);
  Found found;
  std::uint64_t bits = std::uint64_t{window} << (64 - window_bits);
  while (found.line_bits + symbol_bits <= word_bits) {
    const First next = first(tree, bits);
    if (next.length == 0 || found.code_bits + next.length > window_bits) break;
    if (found.line_bits == 0) found.first_bits = static_cast<std::uint8_t>(next.length);
    if (next.escape) break;
    found.symbols |= next.symbol << found.line_bits;
    found.line_bits = static_cast<std::uint8_t>(found.line_bits + symbol_bits);
    found.code_bits = static_cast<std::uint8_t>(found.code_bits + next.length);
    bits <<= next.length;
    tree = (tree + 1) % static_cast<unsigned>(trees_.size());
  }
  return found;
}

SymbolLookup::First SymbolLookup::first(unsigned tree, std::uint64_t bits, unsigned least_length) const {
  const Tree& t = trees_[tree];
  const auto upper = static_cast<std::uint32_t>(bits >> 32);
  unsigned length = least_length;
  // Not as soon as it is known: that could not be predicted.
  for (unsigned shorter = least_length; shorter <= t.longest; ++shorter) length += upper >= t.ends[shorter];
  if (length > t.longest) return {};
  const std::uint32_t codeword = upper >> (32 - length);
  if (t.escape == Codeword{codeword, length}) return {.length = length, .escape = true};
  return {.symbol = t.values[codeword - t.offsets[length]], .length = length};
}

}  // namespace heddle::e2mc

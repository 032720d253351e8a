// SPDX-License-Identifier: Apache-2.0
#include "models/caba/e2mc_tables.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "models/base/error.hpp"
#include "models/e2mc/line_code.hpp"

namespace heddle {
namespace {

constexpr unsigned end_bits = 31;                    // so that the end of all codewords fits a word
constexpr std::uint32_t out_of_range = 0x4000'0000;  // exceeds any shared memory
constexpr std::uint32_t escape_mark = 0x8000;        // zero may have a codeword of as many bits

using Words = std::vector<std::uint32_t>;

std::uint32_t escape_entry(const e2mc::TreeCode& tree, unsigned symbol_bits) {
  return tree.escape().length == 0 ? 0 : escape_mark | (tree.escape().length + symbol_bits);
}

/// The entries of all codewords of a tree.
Words entries_of(const e2mc::TreeCode& tree, unsigned symbol_bits) {
  Words entries;
  auto symbol = tree.ordered_values().begin();
  for (unsigned length = 1; length <= tree.code().longest(); ++length)
    for (unsigned k = 0; k < tree.code().count(length); ++k)
      entries.push_back(tree.escape() == e2mc::Codeword{tree.code().first(length) + k, length}
                            ? escape_entry(tree, symbol_bits)
                            : *symbol++ << 16 | length);
  return entries;
}

/// The words for all windows of a tree.
Words windows_of(const e2mc::TreeCode& tree, const Words& entries, unsigned window_bits) {
  Words words;
  for (unsigned length = 1; length <= window_bits; ++length)
    for (unsigned k = 0; k < tree.code().count(length); ++k)
      words.insert(words.end(), std::size_t{1} << (window_bits - length),
                   entries[tree.code().first(length) + k - tree.code().offset(length)]);
  words.resize(std::size_t{1} << window_bits);
  return words;
}

/// The words for all longer lengths of a tree.
Words lengths_of(const e2mc::TreeCode& tree, const E2mcTableLayout& layout) {
  Words words;
  for (unsigned length = layout.window_bits + 1; length <= tree.code().longest(); ++length) {
    words.push_back((tree.code().first(length) + tree.code().count(length)) << (end_bits - length));
    words.push_back(-4 * tree.code().offset(length));
  }
  while (words.size() < 2 * layout.longer_lengths()) {
    words.push_back(1u << end_bits);
    words.push_back(out_of_range);
  }
  return words;
}

}  // namespace

E2mcTableLayout e2mc_table_layout(unsigned symbol_bits) {
  if (symbol_bits == 8) return {8, 9, 256};
  if (symbol_bits == 16) return {16, 10, 1025};
  throw Error({.place = "tables of E2MC's subroutines",
               .what = "there is no subroutine for symbols of this length",
               .value = fmt::format("{} bits", symbol_bits),
               .legal = "8, 16"});
}

std::vector<std::byte> e2mc_subroutine_tables(const e2mc::CodeTable& code, unsigned ways) {
  const unsigned symbol_bits = code.symbol_bits();
  const E2mcTableLayout layout = e2mc_table_layout(symbol_bits);
  e2mc::pointer_bits(e2mc::most_line_bytes, ways);  // throws when there are no such ways
  std::vector<std::byte> tables(layout.bytes());
  const auto put = [&tables](unsigned at, const Words& words) {
    std::memcpy(&tables[at], words.data(), words.size() * sizeof words[0]);
  };
  const unsigned escape_bits = code.tree(0).escape().length;
  put(0, {ways, e2mc::most_line_bytes / ways, escape_entry(code.tree(0), symbol_bits),
          escape_bits + symbol_bits <= 32 ? escape_bits : 0});
  for (unsigned t = 0; t < layout.trees(); ++t) {
    const Words entries = entries_of(code.tree(t), symbol_bits);
    if (entries.size() > layout.codewords)
      throw Error({.place = "tables of E2MC's subroutines",
                   .what = "the code has too many codewords",
                   .value = fmt::format("{}", entries.size()),
                   .legal = fmt::format("at most {}", layout.codewords)});
    put(layout.windows_at() + 4 * t * (1u << layout.window_bits),
        windows_of(code.tree(t), entries, layout.window_bits));
    put(layout.lengths_at() + 8 * t * layout.longer_lengths(), lengths_of(code.tree(t), layout));
    put(layout.codewords_at() + 4 * t * layout.codewords, entries);
  }
  return tables;
}

}  // namespace heddle

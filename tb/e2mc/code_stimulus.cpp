// SPDX-License-Identifier: Apache-2.0
#include "tb/e2mc/code_stimulus.hpp"

#include <algorithm>
#include <set>

#include "models/e2mc/huffman_lengths.hpp"

namespace heddle::e2mc {
namespace {

/// How often each of n symbols occurs.
std::vector<std::uint64_t> random_counts(std::size_t n, unsigned most_bits, Random& random) {
  std::vector<std::uint64_t> counts(n, 1);
  switch (random.below(3)) {
    case 0:
      break;
    case 1:  // each more often than all before together
      for (std::size_t i = 1; i < n; ++i)
        counts[i] = std::uint64_t{1} << std::min<std::size_t>(i - 1, most_bits);
      break;
    default:
      for (auto& c : counts) c = random.below(1u << random.below(16));
  }
  for (std::size_t i = n; i > 1; --i)
    std::swap(counts[i - 1], counts[random.below(static_cast<std::uint32_t>(i))]);
  return counts;
}

}  // namespace

Symbol random_symbol(unsigned symbol_bits, Random& random) {
  const auto any = static_cast<Symbol>(random());
  const auto bit = static_cast<Symbol>(1u << random.below(symbol_bits));
  const Symbol s = random.one_in(4) ? bit : random.one_in(4) ? ~bit : any;
  return s & lower_bits(symbol_bits);
}

TreeCode random_tree(const DecoderShape& shape, Random& random) {
  const unsigned values_there_are = shape.symbol_bits < 16 ? 1u << shape.symbol_bits : 1u << 16;
  unsigned most = std::min(values_there_are, shape.entries_of_tree());
  // The escape has a codeword, too.
  most = std::min(most, (1u << shape.max_code_bits) - (shape.escapes() ? 1 : 0));
  const unsigned few = shape.max_code_bits + 1;
  unsigned n = random.one_in(24) ? most : random.one_in(2) ? few : 1 + random.below(few + 8);
  n = std::min(n, most);
  std::set<Symbol> chosen;
  while (chosen.size() < n) chosen.insert(random_symbol(shape.symbol_bits, random));
  auto counts = random_counts(n + (shape.escapes() ? 1 : 0), shape.max_code_bits, random);
  const Lengths lengths = limited_huffman_lengths(counts, shape.max_code_bits);
  std::vector<CodedValue> values;
  for (const Symbol s : chosen) values.push_back({s, lengths[values.size()]});
  return {std::move(values), shape.escapes() ? lengths[n] : 0, shape.max_code_bits};
}

void append_symbol(BitString& bits, const TreeCode& tree, Symbol s, unsigned symbol_bits) {
  const auto put = [&](std::uint32_t value, unsigned count) {
    for (unsigned i = count; i-- > 0;) bits.push_back((value >> i & 1) != 0);
  };
  const auto [codeword, escaped] = tree.coded(s);
  put(codeword.bits, codeword.length);
  if (escaped) put(s, symbol_bits);
}

std::uint32_t bits_at(const BitString& bits, std::size_t n, unsigned count, Random& random) {
  std::uint32_t value = 0;
  for (std::size_t i = n; i < n + count; ++i)
    value = value << 1 | static_cast<std::uint32_t>(i < bits.size() ? bits[i] : random.one_in(2));
  return value;
}

}  // namespace heddle::e2mc

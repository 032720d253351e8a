// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/codeword_lookup.hpp"

#include <bit>

namespace heddle::e2mc {

CodewordLookup::CodewordLookup(const CodeTable& table) {
  if (holds_all_values(table.symbol_bits()))
    add_bytes(table);
  else
    add_values(table.tree(0));
}

void CodewordLookup::add_bytes(const CodeTable& table) {
  const unsigned bits = table.symbol_bits();
  for (unsigned at = 0; at < word_bits / 8; ++at)
    for (unsigned byte = 0; byte < 256; ++byte) {
      Codeword all;
      for (unsigned low = 0; low < 8; low += bits) {
        const Codeword next =
            table.tree((8 * at + low) / bits).coded(byte >> low & lower_bits(bits)).codeword;
        all = {all.bits << next.length | next.bits, all.length + next.length};
      }
      codewords_.push_back(all);
    }
}

void CodewordLookup::add_values(const TreeCode& tree) {
  const std::size_t slots = std::bit_ceil(4 * tree.size() + 2);  // no run of them is long
  codewords_.resize(slots);
  values_.resize(slots);
  shift_ = 32 - static_cast<unsigned>(std::bit_width(slots - 1));
  for (const Symbol value : tree.ordered_values()) {
    std::size_t slot = value * 0x9e3779b1u >> shift_;
    while (codewords_[slot].length != 0) slot = (slot + 1) & (slots - 1);
    values_[slot] = value;
    codewords_[slot] = *tree.find(value);
  }
}

}  // namespace heddle::e2mc

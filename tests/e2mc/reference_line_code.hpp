// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/e2mc/code_table.hpp"
#include "models/e2mc/line_packer.hpp"

// Lines as line_code.hpp describes them, symbol by symbol: what LineCoder and the blocks are compared with.

namespace heddle::e2mc_test {

/// The line as it is stored.
inline e2mc::HuffmanLine encode_line(std::span<const unsigned char> line, const e2mc::CodeTable& table,
                                     const e2mc::LineCodeConfig& config) {
  e2mc::LinePacker packer(line.size(), config.ways);
  const unsigned bits = table.symbol_bits();
  const std::size_t each = e2mc::symbols_of(bits, line.size()) / config.ways;
  for (std::size_t i = 0; i < each * config.ways; ++i) {
    if (i % each == 0) packer.begin_way();
    const e2mc::Symbol s = e2mc::symbol_at(line, bits, i);
    const auto [codeword, escaped] = table.tree(e2mc::tree_of(bits, i)).coded(s);
    packer.put(codeword.bits, codeword.length);
    if (escaped) packer.put(s, bits);
  }
  return packer.stored(line, config.granularity);
}

/// Bits that the pointers and all codewords of a line take, with the bits between ways, whether it is stored
/// compressed or not.
inline std::size_t coded_size(std::span<const unsigned char> line, const e2mc::CodeTable& table,
                              unsigned ways) {
  std::size_t bits = (ways - 1) * e2mc::pointer_bits(line.size(), ways);
  const std::size_t each = e2mc::symbols_of(table.symbol_bits(), line.size()) / ways;
  for (std::size_t i = 0; i < each * ways; ++i) {
    if (i % each == 0) bits = (bits + 7) / 8 * 8;
    bits +=
        table.bits_of(e2mc::tree_of(table.symbol_bits(), i), e2mc::symbol_at(line, table.symbol_bits(), i));
  }
  return bits;
}

}  // namespace heddle::e2mc_test

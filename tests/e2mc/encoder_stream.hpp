// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/e2mc/bit_packer.hpp"

namespace heddle::e2mc_test {

/// What a compressor made of one stream.
struct Encoded {
  std::vector<bool> bits;
  std::vector<unsigned> edges;  ///< behind which bits left, the one that takes the first symbol being 0
  unsigned total = 0;           ///< as the compressor tells
  bool uncodable = false;
  bool ended = false;

  void add(const e2mc::PackedBits& packed, unsigned chunk_bits, unsigned edge) {
    for (unsigned i = 0; i < packed.count; ++i) {
      const std::uint32_t word = i < chunk_bits ? packed.chunk : packed.rest;
      bits.push_back((word >> (chunk_bits - 1 - i % chunk_bits) & 1) != 0);
    }
    edges.push_back(edge);
    total = packed.total;
    uncodable = packed.uncodable;
    ended = packed.last;
  }
  std::vector<unsigned char> bytes() const {
    std::vector<unsigned char> all((bits.size() + 7) / 8);
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (bits[i]) all[i / 8] = static_cast<unsigned char>(all[i / 8] | 0x80u >> i % 8);
    return all;
  }
};

/// Encodes symbols as early as they are taken.
inline Encoded encode(const e2mc::CompressorTables& tables, const std::vector<e2mc::Symbol>& symbols) {
  e2mc::StreamEncoder encoder(tables);
  const unsigned chunk_bits = tables.shape().max_code_bits;
  e2mc::BitPacker packer(chunk_bits);
  e2mc::CodedBits coded;
  Encoded encoded;
  std::size_t next = 0;
  for (unsigned edge = 0; !encoded.ended && edge < 10'000; ++edge) {
    if (const auto packed = packer.step(coded)) encoded.add(*packed, chunk_bits, edge);
    const bool takes = encoder.ready() && next < symbols.size();
    std::optional<e2mc::StreamSymbol> symbol;
    if (takes) symbol = {symbols[next], next + 1 == symbols.size()};
    next += takes;
    coded = encoder.step(symbol);
  }
  return encoded;
}

}  // namespace heddle::e2mc_test

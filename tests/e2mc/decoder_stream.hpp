// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "models/e2mc/stream_decoder.hpp"

namespace heddle::e2mc_test {

/// Bits of a stream within some bytes.
struct StreamBits {
  std::span<const unsigned char> bytes;
  std::size_t first, end;

  /// `count` of them from the n-th on, the first the highest; zeros behind the end.
  std::uint32_t at(std::size_t n, unsigned count) const {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < count; ++i) {
      const std::size_t at = first + n + i;
      bits = bits << 1 | (at < end ? bytes[at / 8] >> (7 - at % 8) & 1u : 0);
    }
    return bits;
  }
  unsigned size() const { return static_cast<unsigned>(end - first); }
};

struct Decoded {
  std::vector<e2mc::Symbol> symbols;
  unsigned cycles = 0;   ///< from the edge that takes the start to the one that finds the end
  unsigned escaped = 0;  ///< symbols
  bool failed = false;
};

/// Decodes a stream whose chunks come when they are asked for.
inline Decoded decode(const e2mc::DecoderTables& tables, const StreamBits& bits, unsigned symbols) {
  e2mc::StreamDecoder decoder(tables);
  const unsigned chunk_bits = tables.shape().max_code_bits;
  decoder.step(e2mc::Stream{symbols, bits.size(), bits.at(0, chunk_bits)}, {});
  std::size_t next = chunk_bits;
  Decoded decoded;
  for (bool end = false; !end;) {
    std::optional<std::uint32_t> chunk;
    if (decoder.room()) chunk = bits.at(next, chunk_bits), next += chunk_bits;
    const e2mc::Found found = decoder.step({}, chunk);
    ++decoded.cycles;
    if (found.symbol) {
      decoded.escaped += found.escaped;
      const auto row = found.escaped ? std::nullopt : tables.row(found.tree, found.bits, found.length);
      decoded.symbols.push_back(found.escaped ? found.bits : row ? tables.symbol(*row) : 0);
      decoded.failed |= !found.escaped && !row;
    }
    decoded.failed |= found.failed;
    end = found.end;
  }
  return decoded;
}

}  // namespace heddle::e2mc_test

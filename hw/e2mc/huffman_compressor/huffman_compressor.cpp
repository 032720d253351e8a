// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

HuffmanCompressor::HuffmanCompressor(sc_core::sc_module_name name, const Config& config)
    : BlockWith(name),
      tables_(config.shape()),
      encoder_(tables_),
      packer_(config.max_code_bits),
      symbol_mask_(e2mc::lower_bits(config.symbol_bits)) {}

void HuffmanCompressor::load(const CompressorLoad& l) {
  if (l.kind.value > static_cast<std::uint8_t>(e2mc::CodeWrite::Kind::escape)) return;
  tables_.write({static_cast<e2mc::CodeWrite::Kind>(l.kind.value), l.tree.value, l.symbol & symbol_mask_,
                 l.code.value, l.length.value});
}

Beat<CompressedBits> HuffmanCompressor::step(const Beat<CompressorSymbol>& symbol) {
  // From the last stage to the first: each takes what the one before held ahead of this edge.
  const auto packed = packer_.step(coded_);
  coded_ = encoder_.step(stream_symbol(symbol.valid ? &symbol.payload : nullptr));
  return packed ? Beat<CompressedBits>{bits_of(*packed), true} : Beat<CompressedBits>{};
}

Cycle HuffmanCompressor::tick(Cycle now) {
  if (io.in_reset()) {
    tables_.reset();
    encoder_.reset();
    packer_.reset();
    coded_ = {};
    shown_ = false;
    io.ready.put({{true}});
    io.bits.put({});
    return never;
  }
  const Beat<CompressedBits> bits = step(io.symbol.get());
  shown_ = bits.valid;
  io.bits.put(bits);
  io.ready.put({{encoder_.ready()}});
  if (io.load.valid()) load(io.load.payload());

  const bool adds = coded_.length != 0 || coded_.last || coded_.uncodable || !encoder_.idle();
  return adds || shown_ || io.load.valid() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<HuffmanCompressor>("e2mc")};

}  // namespace heddle

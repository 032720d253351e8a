// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

HuffmanDecoder::HuffmanDecoder(sc_core::sc_module_name name, const Config& config)
    : BlockWith(name),
      tables_(config.shape()),
      stream_(tables_),
      code_mask_(e2mc::lower_bits(config.max_code_bits)),
      symbol_mask_(e2mc::lower_bits(config.symbol_bits)) {}

void HuffmanDecoder::load(const DecoderLoad& l) {
  tables_.write({static_cast<e2mc::TableWrite::Kind>(l.kind.value), l.tree.value, l.length.value,
                 l.code.value, l.offset.value, l.symbol & symbol_mask_});
}

/// From the last stage to the first: each takes what the one before held ahead of this edge.
HuffmanDecoder::Shown HuffmanDecoder::step(const Beat<DecoderStart>& start, const Beat<DecoderChunk>& chunk) {
  Shown shown;
  if (placed_.symbol) shown.symbol = {look_up(placed_), true};
  if (placed_.end) shown.done = {{placed_.corrupt}, true};
  placed_ = place(found_);
  const auto stream = start.valid ? std::optional(stream_of(start.payload)) : std::nullopt;
  const auto bits = bits_of(chunk.valid ? std::optional(chunk.payload) : std::nullopt);
  found_ = stream_.step(stream, bits);
  return shown;
}

Cycle HuffmanDecoder::tick(Cycle now) {
  if (io.in_reset()) {
    tables_.reset();
    stream_.reset();
    found_ = {};
    placed_ = {};
    missed_ = false;
    io.ready.put({{true, false}});
    io.symbol.put({});
    io.done.put({});
    return never;
  }
  const Shown shown = step(io.start.get(), io.chunk.get());
  io.symbol.put(shown.symbol);
  io.done.put(shown.done);
  io.ready.put({{stream_.free(), stream_.room()}});
  if (io.load.valid()) load(io.load.payload());
  // A chunk is another one at each edge.
  const bool decodes = !stream_.free() && !(stream_.starved() && !io.chunk.valid());
  const bool shows =
      found_.symbol || found_.end || placed_.symbol || placed_.end || shown.symbol.valid || shown.done.valid;
  return decodes || shows || io.load.valid() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<HuffmanDecoder>("e2mc")};

}  // namespace heddle

#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"

#include <utility>

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
  const Shown shown = look_up(placed_);
  placed_ = place(found_);
  std::optional<e2mc::Stream> stream;
  std::optional<std::uint32_t> bits;
  if (start.valid) {
    const DecoderStart& s = start.payload;
    stream = {s.symbols.value, s.bits.value, s.chunk.value & code_mask_};
  }
  if (chunk.valid) bits = chunk.payload.bits.value & code_mask_;
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
  io.ready.put({ready()});
  if (io.load.valid()) load(io.load.payload());
  // A chunk is another one at each edge.
  const bool decodes = !stream_.free() && !(stream_.starved() && !io.chunk.valid());
  const bool shows =
      found_.symbol || found_.end || placed_.symbol || placed_.end || shown.symbol.valid || shown.done.valid;
  return decodes || shows || io.load.valid() ? now + 1 : never;
}

/// The second stage. A codeword without a place makes the stream corrupt, which its end tells.
HuffmanDecoder::Placed HuffmanDecoder::place(const e2mc::Found& found) {
  Placed placed{.symbol = found.symbol, .end = found.end, .escaped = found.escaped ? found.bits : 0};
  if (found.symbol && !found.escaped) {
    placed.row = tables_.row(found.tree, found.bits, found.length);
    missed_ |= !placed.row;
  }
  if (found.end) placed.corrupt = std::exchange(missed_, false) || found.failed;
  return placed;
}

/// The third stage. A codeword without a place gives zero.
HuffmanDecoder::Shown HuffmanDecoder::look_up(const Placed& placed) const {
  Shown shown;
  if (placed.symbol) shown.symbol = {{placed.row ? tables_.symbol(*placed.row) : placed.escaped}, true};
  if (placed.end) shown.done = {{placed.corrupt}, true};
  return shown;
}

static const Registration<BlockEntry> registration{block_entry<HuffmanDecoder>("e2mc")};

}  // namespace heddle

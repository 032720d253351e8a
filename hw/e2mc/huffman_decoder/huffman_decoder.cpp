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
  const bool shown = placed_.symbol || placed_.end;
  show(placed_);
  placed_ = place(found_);
  std::optional<e2mc::Stream> start;
  std::optional<std::uint32_t> chunk;
  if (io.start.valid()) {
    const DecoderStart& s = io.start.payload();
    start = {s.symbols.value, s.bits.value, s.chunk.value & code_mask_};
  }
  if (io.chunk.valid()) chunk = io.chunk.payload().bits.value & code_mask_;
  found_ = stream_.step(start, chunk);
  io.ready.put({{stream_.free(), stream_.room()}});
  if (io.load.valid()) {
    const DecoderLoad& l = io.load.payload();
    tables_.write({static_cast<e2mc::TableWrite::Kind>(l.kind.value), l.tree.value, l.length.value,
                   l.code.value, l.offset.value, l.symbol & symbol_mask_});
  }
  // A chunk is another one at each edge.
  const bool decodes = !stream_.free() && !(stream_.starved() && !io.chunk.valid());
  const bool shows = found_.symbol || found_.end || placed_.symbol || placed_.end || shown;
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
void HuffmanDecoder::show(const Placed& placed) {
  Beat<DecodedSymbol> symbol;
  if (placed.symbol) symbol = {{placed.row ? tables_.symbol(*placed.row) : placed.escaped}, true};
  io.symbol.put(symbol);
  Beat<DecodedEnd> done;
  if (placed.end) done = {{placed.corrupt}, true};
  io.done.put(done);
}

static const Registration<BlockEntry> registration{block_entry<HuffmanDecoder>("e2mc")};

}  // namespace heddle

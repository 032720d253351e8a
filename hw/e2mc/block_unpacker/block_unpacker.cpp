#include "hw/e2mc/block_unpacker/block_unpacker.hpp"

#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

namespace heddle {

void BlockUnpackerConfig::validate() const {
  require_line_bytes(line_bytes);
  if (!std::has_single_bit(ways))
    throw Error({.what = "a line cannot be decoded in so many ways",
                 .value = std::to_string(ways),
                 .legal = "1, 2, 4, 8",
                 .key = "ways"});
  e2mc::require_symbol_length(symbol_bits);
}

BlockUnpacker::BlockUnpacker(sc_core::sc_module_name name, const Config& config)
    : BlockWith(name),
      config_(config),
      symbols_(
          static_cast<std::uint16_t>(e2mc::symbols_of(config.symbol_bits, config.line_bytes) / config.ways)),
      unpacker_(config.line_bytes, config.ways, config.max_code_bits) {}

Cycle BlockUnpacker::tick(Cycle now) {
  if (io.in_reset()) {
    opened_ = false;
    offers_ = {};
    io.opened.put({});
    for (auto& start : io.start) start.put({});
    for (auto& chunk : io.chunk) chunk.put({});
    return never;
  }
  if (io.line.valid()) {
    open(io.line.payload());
    return now + 1;
  }
  bool moves = false;
  for (unsigned w = 0; w < config_.ways; ++w) moves |= advance(w);
  if (std::exchange(opened_, false)) io.opened.put({});
  return moves ? now + 1 : never;
}

void BlockUnpacker::open(const PackedLine& line) {
  const bool legal = unpacker_.open(line.data, line.length);
  opened_ = true;
  offers_ = {};
  io.opened.put({{!legal}, true});
  for (unsigned w = 0; w < config_.ways; ++w) {
    io.chunk[w].put({});
    Beat<DecoderStart> start;
    if (legal) {
      const auto bits = static_cast<std::uint16_t>(unpacker_.bits(w));
      start = {{{symbols_}, {bits}, {unpacker_.next(w)}}, true};
    }
    io.start[w].put(start);
  }
}

bool BlockUnpacker::advance(unsigned way) {
  const DecoderReady& ready = io.ready[way].payload();
  if (opened_) {
    io.start[way].put({});
  } else if (!offers_[way] || !(ready.start || ready.chunk)) {
    return false;
  }
  Beat<DecoderChunk> chunk;
  offers_[way] = unpacker_.bits(way) != 0 && (opened_ || !ready.start);
  if (offers_[way]) chunk = {{{unpacker_.next(way)}}, true};
  io.chunk[way].put(chunk);
  return offers_[way] && (ready.start || ready.chunk);
}

static const Registration<BlockEntry> registration{block_entry<BlockUnpacker>("e2mc")};

}  // namespace heddle

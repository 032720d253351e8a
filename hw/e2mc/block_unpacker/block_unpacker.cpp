// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/block_unpacker/block_unpacker.hpp"

#include <bit>

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
    opened_ = {};
    starts_ = {};
    chunks_ = {};
    io.opened.put({});
    for (auto& start : io.start) start.put({});
    for (auto& chunk : io.chunk) chunk.put({});
    return never;
  }
  const bool was_opened = opened_.valid, opens = io.line.valid();
  unsigned changed = 0;
  if (opens) {
    show(io.line.payload());
    changed = (1u << config_.ways) - 1;
  } else {
    for (unsigned w = 0; w < config_.ways; ++w)
      if (advance(w, io.ready[w].payload())) changed |= 1u << w;
    opened_.valid = false;
  }
  for (unsigned w = 0; w < config_.ways; ++w)
    if ((changed >> w & 1) != 0) {
      io.start[w].put(starts_[w]);
      io.chunk[w].put(chunks_[w]);
    }
  if (was_opened || opens) io.opened.put(opened_);
  return changed != 0 ? now + 1 : never;
}

void BlockUnpacker::show(const PackedLine& line) {
  const bool legal = open(line);
  opened_ = {{!legal}, true};
  chunks_ = {};
  starts_ = {};
  if (!legal) return;
  for (unsigned w = 0; w < config_.ways; ++w) starts_[w] = {start(w), true};
}

DecoderStart BlockUnpacker::start(unsigned way) {
  const auto bits = static_cast<std::uint16_t>(unpacker_.bits(way));
  return {{symbols_}, {bits}, {unpacker_.next(way)}};
}

std::optional<DecoderChunk> BlockUnpacker::next_chunk(unsigned way) {
  if (unpacker_.bits(way) == 0) return std::nullopt;
  return DecoderChunk{{unpacker_.next(way)}};
}

/// Returns whether it shows another start or chunk.
bool BlockUnpacker::advance(unsigned way, const DecoderReady& ready) {
  Beat<DecoderChunk>& chunk = chunks_[way];
  if (opened_.valid)
    starts_[way].valid = false;
  else if (!chunk.valid || !(ready.start || ready.chunk))
    return false;
  const auto next = opened_.valid || !ready.start ? next_chunk(way) : std::nullopt;
  chunk.valid = next.has_value();
  if (next) chunk.payload = *next;
  return true;
}

static const Registration<BlockEntry> registration{block_entry<BlockUnpacker>("e2mc")};

}  // namespace heddle

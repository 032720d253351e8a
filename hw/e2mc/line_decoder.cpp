#include "hw/e2mc/line_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/bit_row.hpp"

namespace heddle {
LineDecoder::Way::Way(const std::string& name, const HuffmanDecoderConfig& config, ClockDomain& clock,
                      const EdgeParts& parts)
    : block(make_block<HuffmanDecoder>(name.c_str(), config, parts.blocks)),
      load((name + "_load").c_str()),
      start((name + "_start").c_str()),
      chunk((name + "_chunk").c_str()),
      ready((name + "_ready").c_str()),
      symbol((name + "_symbol").c_str()),
      done((name + "_done").c_str()) {
  block->io.clk(clock);
  block->io.rst_n(*parts.rst_n);
  block->io.load.port(load);
  block->io.start.port(start);
  block->io.chunk.port(chunk);
  block->io.ready.port(ready);
  block->io.symbol.port(symbol);
  block->io.done.port(done);
}

LineDecoder::LineDecoder(sc_core::sc_module_name name, const HuffmanDecoderConfig& decoder, unsigned ways,
                         ClockDomain& clock, const EdgeParts& parts)
    : LineUnit(name, clock, parts), config_(decoder) {
  for (unsigned w = 0; w < ways; ++w) ways_.emplace_back(fmt::format("way{}", w), decoder, clock, parts);
}

void LineDecoder::drive_load(const e2mc::TableWrite* w) {
  for (Way& way : ways_)
    if (w != nullptr)
      way.load.write(
          {{{static_cast<std::uint8_t>(w->kind)}, {w->tree}, {w->length}, {w->code}, {w->offset}, w->symbol},
           true});
    else
      way.load.idle();
}

void LineDecoder::begin() {
  const auto stored = std::span(job().stored.bits).first(job().stored.length);
  const e2mc::WayLayout layout = e2mc::ways_of(stored, line_bytes, static_cast<unsigned>(ways_.size()));
  const auto symbols =
      static_cast<unsigned>(e2mc::symbols_of(config_.symbol_bits, line_bytes) / ways_.size());
  for (unsigned w = 0; w < ways_.size(); ++w) {
    Way& way = ways_[w];
    way.bits = layout.ways[w];
    way.next = w * symbols;
    way.ended = way.corrupt = !layout.legal;
    if (!layout.legal) continue;
    DecoderStart& start = way.start.start();
    start.symbols.value = static_cast<std::uint16_t>(symbols);
    start.bits.value = static_cast<std::uint16_t>(way.bits.end - way.bits.first);
    start.chunk.value = chunk_of(way);
    way.bits.first += config_.max_code_bits;
  }
}

bool LineDecoder::advance() {
  for (Way& way : ways_) collect(way);
  if (!std::all_of(ways_.begin(), ways_.end(), [](const Way& way) { return way.ended; })) return false;
  for (Way& way : ways_) {
    way.chunk.idle();
    if (way.corrupt)
      throw Error({.place = way.block->name(),
                   .what = "a stored line is corrupt: no compressor makes these bytes",
                   .value = fmt::format("line {:#x}, {} bytes", job().address, job().stored.length)});
  }
  return true;
}

/// The edge has taken what stood on the wires, and the decoder shows what the edge before has found.
void LineDecoder::collect(Way& way) {
  way.start.idle();
  if (way.chunk.shown().valid) way.bits.first += config_.max_code_bits;
  if (way.symbol.shown().valid) {
    if (way.next >= e2mc::symbols_of(config_.symbol_bits, line_bytes))
      throw Error({.place = way.block->name(), .what = "the block gives more symbols than were asked for"});
    e2mc::put_symbol(job().line, config_.symbol_bits, way.next++, way.symbol.shown().payload.value);
  }
  if (!way.done.shown().valid) return;
  way.ended = true;
  way.corrupt = way.done.shown().payload.corrupt;
}

/// Chunks for the decoders that now have room.
bool LineDecoder::answer() {
  for (Way& way : ways_)
    if (!way.ended && way.ready.shown().payload.chunk)
      way.chunk.write({{{chunk_of(way)}}, true});
    else
      way.chunk.idle();
  return false;
}

std::uint32_t LineDecoder::chunk_of(const Way& way) {
  std::uint32_t chunk = 0;
  for (unsigned i = 0; i < config_.max_code_bits; ++i) {
    const std::size_t bit = way.bits.first + i;
    const unsigned byte = bit < line_bytes * 8 ? job().stored.bits[bit / 8] : 0u;
    chunk = chunk << 1 | (byte >> (7 - bit % 8) & 1);
  }
  return chunk;
}

}  // namespace heddle

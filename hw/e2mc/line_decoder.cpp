// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/line_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

DecoderLoad on_pins(const e2mc::TableWrite& w) {
  return {{static_cast<std::uint8_t>(w.kind)}, {w.tree}, {w.length}, {w.code}, {w.offset}, w.symbol};
}

}  // namespace

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
                         Counter& cycles, Counter& table_writes, ClockDomain& clock, const EdgeParts& parts)
    : LineUnit(name, cycles, table_writes, clock, parts),
      config_(decoder),
      symbols_(e2mc::symbols_of(decoder.symbol_bits, line_bytes)),
      unpacker_(make_block<BlockUnpacker>("unpacker",
                                          {.line_bytes = line_bytes,
                                           .ways = ways,
                                           .max_code_bits = decoder.max_code_bits,
                                           .symbol_bits = decoder.symbol_bits},
                                          parts.blocks)),
      unpacker_model_(model<BlockUnpacker>(*unpacker_)) {
  for (unsigned w = 0; w < ways; ++w) {
    Way& way = ways_.emplace_back(fmt::format("way{}", w), decoder, clock, parts);
    way.model = model<HuffmanDecoder>(*way.block);
  }
  BlockUnpackerPins& io = unpacker_->io;
  io.clk(clock);
  io.rst_n(*parts.rst_n);
  io.line.port(line_);
  io.opened.port(opened_);
  for (unsigned w = 0; w < BlockUnpackerPins::most_ways; ++w) {
    io.ready[w].port(w < ways ? ways_[w].ready : no_ready_);
    io.start[w].port(w < ways ? ways_[w].start : no_start_);
    io.chunk[w].port(w < ways ? ways_[w].chunk : no_chunk_);
  }
}

void LineDecoder::drive_load(const e2mc::TableWrite* w) {
  for (Way& way : ways_)
    if (w != nullptr)
      way.load.write({on_pins(*w), true});
    else
      way.load.idle();
}

void LineDecoder::load_ahead(const e2mc::TableWrite& w) {
  for (const Way& way : ways_) way.model->load(on_pins(w));
}

/// The unpacker takes the line at the edge of `begin`, and the decoders the starts that it shows then.
void LineDecoder::give() { line_.start() = packed(); }

PackedLine LineDecoder::packed() const {
  return {job().stored.bits, static_cast<std::uint8_t>(job().stored.length)};
}

void LineDecoder::begin() {
  line_.idle();
  begin_ways();
}

void LineDecoder::begin_ways() {
  const std::size_t symbols = symbols_ / ways_.size();
  for (unsigned w = 0; w < ways_.size(); ++w) {
    ways_[w].next = static_cast<unsigned>(w * symbols);
    ways_[w].ended = ways_[w].corrupt = false;
  }
}

/// The decoders show what the edge before has found.
bool LineDecoder::advance() {
  if (opened_.shown().valid && opened_.shown().payload.corrupt) report_corrupt(*unpacker_);
  for (Way& way : ways_) {
    if (way.symbol.shown().valid) put(way, way.symbol.shown().payload);
    if (!way.done.shown().valid) continue;
    way.ended = true;
    way.corrupt = way.done.shown().payload.corrupt;
  }
  return all_ended();
}

/// As `begin` and `advance` with the pins. A decoder takes its start an edge behind the unpacker, and its
/// first stage works from the edge behind that on; the last symbol passes two stages more and shows behind
/// the third edge.
bool LineDecoder::run(LineCycles& cycles) {
  const bool legal = unpacker_model_->open(packed());
  begin_ways();
  cycles.add(working());
  if (!legal) report_corrupt(*unpacker_);
  ends_.clear();
  for (unsigned w = 0; w < ways_.size(); ++w) {
    Way& way = ways_[w];
    const HuffmanDecoder::Ran ran = way.model->run(
        unpacker_model_->start(w), [&] { return unpacker_model_->next_chunk(w); },
        [&](const DecodedSymbol& symbol) { put(way, symbol); }, most_ahead);
    if (ran.edges == 0) return false;
    ends_.push_back(ran.edges + 4);
    way.ended = true;
    way.corrupt = ran.corrupt;
  }
  std::sort(ends_.begin(), ends_.end());
  unsigned edge = 1, working = static_cast<unsigned>(ways_.size());
  for (const unsigned end : ends_) {
    cycles.add(working--, end - edge);
    edge = end;
  }
  all_ended();
  cycles.add(0);
  return true;
}

bool LineDecoder::all_ended() {
  if (!std::all_of(ways_.begin(), ways_.end(), [](const Way& way) { return way.ended; })) return false;
  for (const Way& way : ways_)
    if (way.corrupt) report_corrupt(*way.block);
  return true;
}

unsigned LineDecoder::working() const {
  return static_cast<unsigned>(
      std::count_if(ways_.begin(), ways_.end(), [](const Way& way) { return !way.ended; }));
}

void LineDecoder::report_corrupt(const Block& by) {
  throw Error({.place = by.name(),
               .what = "a stored line is corrupt: no compressor makes these bytes",
               .value = fmt::format("line {:#x}, {} bytes", job().address, job().stored.length)});
}

void LineDecoder::put(Way& way, const DecodedSymbol& symbol) {
  if (way.next >= symbols_)
    throw Error({.place = way.block->name(), .what = "the block gives more symbols than were asked for"});
  e2mc::put_symbol(job().line, config_.symbol_bits, way.next++, symbol.value);
}

}  // namespace heddle

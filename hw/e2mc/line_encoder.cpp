// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/line_encoder.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/e2mc/code_number.hpp"
#include "models/e2mc/symbols.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
namespace {

CompressorLoad on_pins(const e2mc::CodeWrite& w) {
  return {{static_cast<std::uint8_t>(w.kind)}, {w.tree}, w.symbol, {w.code}, {w.length}};
}

}  // namespace

LineEncoder::LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor,
                         unsigned ways, unsigned code, unsigned granularity, Counter& cycles,
                         Counter& table_writes, ClockDomain& clock, const EdgeParts& parts)
    : LineUnit(name, cycles, table_writes, clock, parts),
      config_(compressor),
      ways_(ways),
      code_(code),
      granularity_(granularity),
      symbols_(e2mc::symbols_of(compressor.symbol_bits, line_bytes)),
      block_(make_block<HuffmanCompressor>("compressor", compressor, parts.blocks)),
      packer_(make_block<BlockPacker>("packer",
                                      {.line_bytes = line_bytes,
                                       .ways = ways,
                                       .max_code_bits = compressor.max_code_bits,
                                       .granularity = granularity},
                                      parts.blocks)),
      compressor_model_(model<HuffmanCompressor>(*block_)),
      packer_model_(model<BlockPacker>(*packer_)) {
  block_->io.clk(clock);
  block_->io.rst_n(*parts.rst_n);
  block_->io.load.port(load_);
  block_->io.symbol.port(symbol_);
  block_->io.ready.port(ready_);
  block_->io.bits.port(bits_);
  packer_->io.clk(clock);
  packer_->io.rst_n(*parts.rst_n);
  packer_->io.start.port(start_);
  packer_->io.bits.port(bits_);
  packer_->io.stored.port(stored_);
}

void LineEncoder::drive_load(const e2mc::CodeWrite* w) {
  if (w == nullptr) return load_.idle();
  load_.write({on_pins(*w), true});
}

void LineEncoder::load_ahead(const e2mc::CodeWrite& w) { compressor_model_->load(on_pins(w)); }

void LineEncoder::begin() {
  start_.start().data = job().line;
  given_ = 0;
}

/// The edge has taken the symbol on the wire, and the line with the first one.
bool LineEncoder::advance() {
  start_.idle();
  if (symbol_.shown().valid) ++given_;
  return false;
}

/// The next symbol, if the compressor takes one. The packer shows the stored line behind the edge that takes
/// the last bits.
bool LineEncoder::answer() {
  if (stored_.shown().valid) {
    finish(stored_.shown().payload);
    return true;
  }
  if (given_ == symbols_ || !ready_.shown().payload.symbol) {
    symbol_.idle();
    return false;
  }
  symbol_.start() = next_symbol();
  return false;
}

CompressorSymbol LineEncoder::next_symbol() const {
  return {e2mc::symbol_at(job().line, config_.symbol_bits, given_),
          ((given_ + 1) * ways_ & (symbols_ - 1)) == 0};
}

/// As the three above with the pins. The packer is given the line an edge earlier, ahead of all bits. It
/// takes the last bits two edges behind the one at which they have left the compressor's first stage.
bool LineEncoder::run(LineCycles& cycles) {
  packer_model_->begin({job().line});
  given_ = 0;
  CompressorSymbol symbol{};
  const auto next = [&]() -> const CompressorSymbol* {
    if (given_ == symbols_) return nullptr;
    symbol = next_symbol();
    ++given_;
    return &symbol;
  };
  const auto take = [this](const CompressedBits& bits) { return packer_model_->take(bits); };
  const unsigned edges = compressor_model_->run(next, take, most_ahead);
  if (edges == 0) return false;
  cycles.add(1, edges + 3);
  finish(packer_model_->stored());
  return true;
}

void LineEncoder::finish(const CompressedLine& stored) {
  job().stored = in_bursts({.bits = stored.data,
                            .length = stored.length,
                            .encoding = static_cast<std::uint8_t>(stored.compressed)},
                           job().line, granularity_);
  if (job().stored.encoding != 0) e2mc::put_code_number(job().stored.bits, line_bytes, ways_, code_);
}

}  // namespace heddle

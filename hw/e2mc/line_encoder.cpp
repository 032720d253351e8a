#include "hw/e2mc/line_encoder.hpp"

#include "hw/sim/block_entry.hpp"
#include "models/e2mc/symbols.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
LineEncoder::LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor,
                         unsigned ways, unsigned granularity, Counter& cycles, ClockDomain& clock,
                         const EdgeParts& parts)
    : LineUnit(name, cycles, clock, parts),
      config_(compressor),
      ways_(ways),
      granularity_(granularity),
      block_(make_block<HuffmanCompressor>("compressor", compressor, parts.blocks)),
      packer_(make_block<BlockPacker>("packer",
                                      {.line_bytes = line_bytes,
                                       .ways = ways,
                                       .max_code_bits = compressor.max_code_bits,
                                       .granularity = granularity},
                                      parts.blocks)) {
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
  load_.write({{{static_cast<std::uint8_t>(w->kind)}, {w->tree}, w->symbol, {w->code}, {w->length}}, true});
}

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
  if (given_ == symbols() || !ready_.shown().payload.symbol) {
    symbol_.idle();
    return false;
  }
  CompressorSymbol& s = symbol_.start();
  s.value = e2mc::symbol_at(job().line, config_.symbol_bits, given_);
  s.last = (given_ + 1) % (symbols() / ways_) == 0;
  return false;
}

void LineEncoder::finish(const CompressedLine& stored) {
  job().stored = in_bursts({.bits = stored.data,
                            .length = stored.length,
                            .encoding = static_cast<std::uint8_t>(stored.compressed)},
                           job().line, granularity_);
}

}  // namespace heddle

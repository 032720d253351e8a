#include "hw/e2mc/line_encoder.hpp"

#include <algorithm>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
LineEncoder::LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor,
                         unsigned ways, unsigned granularity, ClockDomain& clock, const EdgeParts& parts)
    : LineUnit(name, clock, parts),
      config_(compressor),
      ways_(ways),
      granularity_(granularity),
      block_(make_block<HuffmanCompressor>("compressor", compressor, parts.blocks)) {
  block_->io.clk(clock);
  block_->io.rst_n(*parts.rst_n);
  block_->io.load.port(load_);
  block_->io.symbol.port(symbol_);
  block_->io.ready.port(ready_);
  block_->io.bits.port(bits_);
}

void LineEncoder::drive_load(const e2mc::CodeWrite* w) {
  if (w == nullptr) return load_.idle();
  load_.write({{{static_cast<std::uint8_t>(w->kind)}, {w->tree}, w->symbol, {w->code}, {w->length}}, true});
}

void LineEncoder::begin() {
  packer_.emplace(line_bytes, ways_);
  packer_->begin_way();
  given_ = 0;
  packed_ = 0;
  uncodable_ = false;
}

/// The edge has taken the symbol on the wire, and the compressor shows bits of earlier ones.
bool LineEncoder::advance() {
  if (symbol_.shown().valid) ++given_;
  if (bits_.shown().valid) take(bits_.shown().payload);
  if (packed_ != ways_) return false;
  symbol_.idle();
  const std::span<const unsigned char> line(job().line);
  job().stored =
      in_bursts(stored_line(uncodable_ ? e2mc::uncompressed_line(line) : packer_->stored(line, granularity_)),
                line, granularity_);
  return true;
}

void LineEncoder::take(const CompressedBits& b) {
  const unsigned most = config_.max_code_bits, chunk = std::min<unsigned>(b.count.value, most),
                 rest = b.count.value - chunk;
  if (rest > most)
    throw Error({.place = block_->name(), .what = "the block gives more bits than it has pins for"});
  packer_->put(b.chunk.value >> (most - chunk), chunk);
  packer_->put(b.rest.value >> (most - rest), rest);
  if (!b.last) return;
  uncodable_ |= b.uncodable;
  if (++packed_ < ways_) packer_->begin_way();
}

/// The next symbol, if the compressor takes one.
void LineEncoder::answer() {
  if (given_ == symbols() || !ready_.shown().payload.symbol) return symbol_.idle();
  CompressorSymbol& s = symbol_.start();
  s.value = e2mc::symbol_at(job().line, config_.symbol_bits, given_);
  s.last = (given_ + 1) % (symbols() / ways_) == 0;
}

}  // namespace heddle

#include "hw/e2mc/line_encoder.hpp"

#include <algorithm>

#include "hw/e2mc/instant.hpp"
#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
LineEncoder::LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor,
                         unsigned ways, unsigned granularity, ClockDomain& clock, const EdgeParts& parts)
    : sc_module(name),
      config_(compressor),
      ways_(ways),
      granularity_(granularity),
      owner_(parts.owner),
      rst_n_(*parts.rst_n),
      block_(make_block<HuffmanCompressor>("compressor", compressor, parts.blocks)) {
  block_->io.clk(clock);
  block_->io.rst_n(*parts.rst_n);
  block_->io.load.port(load_wire_);
  block_->io.symbol.port(symbol_);
  block_->io.ready.port(ready_);
  block_->io.bits.port(bits_);
  SC_HAS_PROCESS(LineEncoder);
  SC_METHOD(give_symbol);
  sensitive << ticked_;
  dont_initialize();
  parts.rst_n->add_reader(*this);
  clock.attach(*this);
}

void LineEncoder::load(const e2mc::CodeTable& code) {
  load_.begin(code_writes(code, config_.shape()));
  wake();
}

bool LineEncoder::loaded() const { return load_.loaded() && loaded_fs_ < now_fs(); }

bool LineEncoder::free() const { return loaded() && job_ == nullptr && free_fs_ < now_fs(); }

void LineEncoder::start(LineJob& job) {
  job_ = &job;
  job.end_fs = 0;
  packer_.emplace(line_bytes, ways_);
  given_ = 0;
  packed_ = 0;
  uncodable_ = false;
  packer_->begin_way();
  wake();
}

Cycle LineEncoder::tick(Cycle now) {
  if (!rst_n_.shown()) return never;
  if (load_.under_way()) {
    if (const e2mc::CodeWrite* w = load_.take(); w != nullptr) {
      load_wire_.write(
          {{{static_cast<std::uint8_t>(w->kind)}, {w->tree}, w->symbol, {w->code}, {w->length}}, true});
      return now + 1;
    }
    load_wire_.idle();
    load_.finish();
    loaded_fs_ = now_fs();
    owner_.wake();
  }
  if (job_ == nullptr) return never;
  collect();
  if (packed_ == ways_) {
    finish();
    return never;
  }
  ticked_.notify(sc_core::SC_ZERO_TIME);
  return now + 1;
}

/// The edge has taken the symbol on the wire, and the compressor shows bits of earlier ones.
void LineEncoder::collect() {
  if (symbol_.shown().valid) ++given_;
  if (!bits_.shown().valid) return;
  const CompressedBits& b = bits_.shown().payload;
  const unsigned chunk = std::min<unsigned>(b.count.value, config_.max_code_bits);
  packer_->put(b.chunk.value >> (config_.max_code_bits - chunk), chunk);
  if (const unsigned rest = b.count.value - chunk; rest != 0) {
    if (rest > config_.max_code_bits)
      throw Error({.place = block_->name(), .what = "the block gives more bits than it has pins for"});
    packer_->put(b.rest.value >> (config_.max_code_bits - rest), rest);
  }
  if (!b.last) return;
  uncodable_ |= b.uncodable;
  if (++packed_ < ways_) packer_->begin_way();
}

void LineEncoder::finish() {
  symbol_.idle();
  const std::span<const unsigned char> line(job_->line);
  job_->stored =
      in_bursts(stored_line(uncodable_ ? e2mc::uncompressed_line(line) : packer_->stored(line, granularity_)),
                line, granularity_);
  job_->end_fs = free_fs_ = now_fs();
  job_ = nullptr;
  owner_.wake();
}

/// Behind an edge: the next symbol, if the compressor takes one.
void LineEncoder::give_symbol() {
  if (given_ == symbols() || !ready_.shown().payload.symbol) return symbol_.idle();
  CompressorSymbol& s = symbol_.start();
  s.value = e2mc::symbol_at(job_->line, config_.symbol_bits, given_);
  s.last = (given_ + 1) % (symbols() / ways_) == 0;
}

}  // namespace heddle

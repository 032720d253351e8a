// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/e2mc/code_stimulus.hpp"
#include "tb/e2mc/huffman_decoder/huffman_decoder_coverage.hpp"

namespace heddle {
namespace {

constexpr unsigned most_stream_bits = 2047, most_symbols = 511;

/// Loads codes and decodes streams of them: whole ones, ones that end early or late, with flipped bits, or of
/// random bits. Chunks and starts come as early as they are taken, or with gaps. Between codes pins may also
/// be driven without any rule.
class HuffmanDecoderBench final : public BlockBench {
 public:
  using Block = HuffmanDecoder;
  HuffmanDecoderBench(const HuffmanDecoderConfig& config, std::uint64_t seed)
      : random_(seed), shape_(config.shape()) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  struct Planned {
    unsigned symbols = 0, bits = 0;
    e2mc::BitString content;
    bool eager = false;  ///< its start is held until it is taken
    unsigned gap = 0;    ///< else it comes so long after the decoder is free
  };
  void begin_session();
  void begin_stream();
  Planned draw_stream();
  e2mc::TableWrite draw_write();
  void put_load(DecoderLoad& load, const e2mc::TableWrite& w);
  void put_start(Beat<DecoderStart>& start, bool free);

  Random random_;
  e2mc::DecoderShape shape_;
  std::vector<e2mc::TreeCode> trees_;
  std::deque<e2mc::TableWrite> loads_;
  std::optional<Planned> next_;
  Planned now_;
  std::size_t position_ = 0;  // of the next chunk
  bool first_ = true;
  unsigned streams_left_ = 0, lawless_left_ = 0;
  unsigned chunk_in_8_ = 8, load_in_64_ = 0;
};

void HuffmanDecoderBench::begin_session() {
  if (random_.one_in(8)) lawless_left_ = 1 + random_.below(100);
  trees_.clear();
  loads_.clear();
  for (unsigned t = 0; t < shape_.trees(); ++t) {
    trees_.push_back(e2mc::random_tree(shape_, random_));
    auto writes = e2mc::tree_writes(trees_.back(), t, shape_);
    if (random_.one_in(8)) writes.resize(writes.size() - random_.below(3));  // symbols are missing
    loads_.insert(loads_.end(), writes.begin(), writes.end());
  }
  if (random_.one_in(4)) loads_.push_back(draw_write());
  streams_left_ = random_.below(12);
}

/// A write without any rule.
e2mc::TableWrite HuffmanDecoderBench::draw_write() {
  const unsigned length = random_.one_in(4) ? random_.below(32) : random_.below(shape_.max_code_bits + 2);
  return {static_cast<e2mc::TableWrite::Kind>(random_.below(4)),
          static_cast<std::uint8_t>(random_.one_in(4) ? random_.below(8) : random_.below(shape_.trees())),
          static_cast<std::uint8_t>(length),
          static_cast<std::uint32_t>(random_()),
          static_cast<std::uint32_t>(random_() & random_()),
          e2mc::random_symbol(32, random_)};
}

HuffmanDecoderBench::Planned HuffmanDecoderBench::draw_stream() {
  Planned p;
  p.eager = random_.one_in(2);
  p.gap = random_.one_in(4) ? random_.below(12) : 0;
  const unsigned wanted = random_.one_in(32) ? most_symbols : random_.below(random_.one_in(8) ? 100 : 16);
  const unsigned escapes_in_8 = random_.below(4);
  while (p.symbols < wanted && p.content.size() + 60 < most_stream_bits) {
    const e2mc::TreeCode& tree = trees_[p.symbols % trees_.size()];
    const bool escapes = shape_.escapes() && wanted != most_symbols && random_.below(8) < escapes_in_8;
    const auto& values = tree.ordered_values();
    // Only with short codewords do that many symbols fit into the bits of a stream.
    const std::size_t most = wanted == most_symbols ? std::min<std::size_t>(2, values.size()) : values.size();
    const auto place = random_.one_in(16) ? most - 1 : random_.below(static_cast<unsigned>(most));
    e2mc::append_symbol(p.content, tree,
                        escapes ? e2mc::random_symbol(shape_.symbol_bits, random_) : values[place],
                        shape_.symbol_bits);
    ++p.symbols;
  }
  switch (random_.below(8)) {
    case 0:  // ends early
      p.content.resize(p.content.size() - std::min<std::size_t>(p.content.size(), random_.below(40)));
      break;
    case 1:  // there is more
      p.content.resize(std::min<std::size_t>(most_stream_bits, p.content.size() + random_.below(50)));
      break;
    case 2:  // a bit is wrong
      if (!p.content.empty()) p.content[random_.below(static_cast<unsigned>(p.content.size()))].flip();
      break;
    case 3:  // anything
      p.content.resize(random_.one_in(4) ? random_.below(most_stream_bits + 1) : random_.below(100));
      for (std::size_t i = 0; i < p.content.size(); ++i) p.content[i] = random_.one_in(2);
      break;
    default:
      break;
  }
  p.bits = static_cast<unsigned>(p.content.size());
  return p;
}

void HuffmanDecoderBench::begin_stream() {
  --streams_left_;
  next_ = draw_stream();
  const unsigned supply = random_.below(4);
  chunk_in_8_ = supply < 2 ? 8 : supply == 2 ? 1 + random_.below(8) : 1;
  load_in_64_ = random_.one_in(8) ? random_.below(32) : 0;
}

void HuffmanDecoderBench::put_load(DecoderLoad& load, const e2mc::TableWrite& w) {
  const unsigned most = shape_.max_code_bits;
  // Bits beyond what counts are any.
  const auto beyond = [&](unsigned n) { return static_cast<std::uint32_t>(random_()) << n; };
  load.kind.value = static_cast<std::uint8_t>(w.kind);
  load.tree.value = w.tree;
  load.length.value = w.length;
  load.code.value = (w.code | (most < 20 ? beyond(most) : 0)) & 0xfffff;
  load.offset.value = (w.offset | (w.length < 20 ? beyond(w.length) : 0)) & 0xfffff;
  load.symbol = w.symbol | (shape_.symbol_bits < 32 ? beyond(shape_.symbol_bits) : 0);
}

void HuffmanDecoderBench::put_start(Beat<DecoderStart>& start, bool free) {
  if (!next_) return;
  if (!next_->eager) {
    if (!free) return;
    if (next_->gap > 0) {
      --next_->gap;
      return;
    }
  }
  start.payload.symbols.value = static_cast<std::uint16_t>(next_->symbols);
  start.payload.bits.value = static_cast<std::uint16_t>(next_->bits);
  start.payload.chunk.value = (start.payload.chunk.value & ~((1u << shape_.max_code_bits) - 1)) |
                              e2mc::bits_at(next_->content, 0, shape_.max_code_bits, random_);
  start.valid = true;
}

bool HuffmanDecoderBench::stimulate(DrivenPins in, PinValues out) {
  // Ahead of the first edge `ready` says nothing yet.
  if (std::exchange(first_, false)) return false;
  auto& load = *reinterpret_cast<Beat<DecoderLoad>*>(in[0]);
  auto& start = *reinterpret_cast<Beat<DecoderStart>*>(in[1]);
  auto& chunk = *reinterpret_cast<Beat<DecoderChunk>*>(in[2]);
  const DecoderReady ready = reinterpret_cast<const Level<DecoderReady>*>(out[0])->payload;
  if (next_ && start.valid && ready.start) {
    now_ = std::move(*next_);
    next_.reset();
    position_ = shape_.max_code_bits;
  }
  if (chunk.valid && ready.chunk) position_ += shape_.max_code_bits;

  // What stands on the pins without a valid means nothing.
  put_load(load.payload, draw_write());
  start.payload.symbols.value = static_cast<std::uint16_t>(random_.below(most_symbols + 1));
  start.payload.bits.value = static_cast<std::uint16_t>(random_.below(most_stream_bits + 1));
  start.payload.chunk.value = static_cast<std::uint32_t>(random_()) & 0xfffff;
  chunk.payload.bits.value = static_cast<std::uint32_t>(random_()) & 0xfffff;
  load.valid = start.valid = chunk.valid = false;
  if (lawless_left_ > 0) {
    --lawless_left_;
    load.valid = random_.one_in(2);
    start.valid = random_.one_in(4);
    chunk.valid = random_.one_in(2);
    return load.valid || start.valid || chunk.valid;
  }
  if (!loads_.empty()) {
    // The last symbols of a stream may still be on their way.
    put_load(load.payload, loads_.front());
    load.valid = true;
    loads_.pop_front();
    return true;
  }
  if (!next_ && streams_left_ > 0) begin_stream();
  if (!next_ && ready.start) {
    begin_session();
    return false;
  }
  put_start(start, ready.start);
  load.valid = random_.below(64) < load_in_64_;
  chunk.valid = random_.below(8) < chunk_in_8_;
  const unsigned most = shape_.max_code_bits;
  chunk.payload.bits.value = (chunk.payload.bits.value & ~((1u << most) - 1)) |
                             e2mc::bits_at(now_.content, position_, most, random_);
  return load.valid || start.valid || chunk.valid;
}

const Registration<CosimEntry> registration{cosim_entry<HuffmanDecoderBench, HuffmanDecoderCoverage>()};

}  // namespace
}  // namespace heddle

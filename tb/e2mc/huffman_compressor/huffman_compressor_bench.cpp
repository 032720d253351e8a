// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/e2mc/code_stimulus.hpp"
#include "tb/e2mc/huffman_compressor/huffman_compressor_coverage.hpp"

namespace heddle {
namespace {

/// Loads tables and encodes streams: of symbols that the tables hold, that differ from those in one bit, or
/// any. Codewords have any bits, which the compressor does not mind. Symbols come as early as they are taken,
/// or with gaps; between tables pins may also be driven without any rule.
class HuffmanCompressorBench final : public BlockBench {
 public:
  using Block = HuffmanCompressor;
  HuffmanCompressorBench(const HuffmanCompressorConfig& config, std::uint64_t seed)
      : random_(seed), shape_(config.shape()), values_(shape_.trees()) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  void begin_session();
  void begin_stream();
  void load_tree(unsigned t);
  unsigned draw_length();
  e2mc::CodeWrite draw_entry(unsigned t, unsigned n);
  e2mc::CodeWrite draw_write();
  e2mc::Symbol draw_symbol();
  void next_symbol();
  void put_load(CompressorLoad& load, const e2mc::CodeWrite& w);
  std::uint32_t beyond(unsigned bits) {
    return bits < 32 ? static_cast<std::uint32_t>(random_()) << bits : 0;
  }

  Random random_;
  e2mc::CompressorShape shape_;
  std::vector<std::vector<e2mc::Symbol>> values_;  // that the trees hold
  std::deque<e2mc::CodeWrite> loads_;
  bool first_ = true;
  unsigned lengths_ = 0;  // which ones codewords have
  unsigned streams_left_ = 0, lawless_left_ = 0, symbols_left_ = 0, place_ = 0, gap_ = 0;
  unsigned enough_bits_ = 0;  // of a long stream
  unsigned misses_in_8_ = 0, symbol_in_8_ = 8, load_in_64_ = 0;
  bool eager_ = true;  // a symbol is shown whether the compressor is ready or not
  e2mc::Symbol symbol_ = 0;
};

unsigned HuffmanCompressorBench::draw_length() {
  const unsigned most = shape_.max_code_bits;
  if (random_.one_in(24)) return random_.one_in(2) ? 0 : most + 1 + random_.below(31 - most);
  switch (lengths_) {
    case 0:
      return 1 + random_.below(3);
    case 1:
      return most - random_.below(3);
    default:
      return 1 + random_.below(most);
  }
}

/// Entry n of a tree. Of a set two ways may hold the same symbol.
e2mc::CodeWrite HuffmanCompressorBench::draw_entry(unsigned t, unsigned n) {
  e2mc::Symbol s = e2mc::random_symbol(shape_.symbol_bits, random_);
  auto& values = values_[t];
  if (!shape_.escapes())
    s = n;
  else
    s = s - s % shape_.sets() + n / shape_.ways();
  if (shape_.escapes() && n % shape_.ways() != 0 && random_.one_in(16))
    s = values[values.size() - 1 - random_.below(n % shape_.ways())];
  values.push_back(s);
  return {e2mc::CodeWrite::Kind::entry, static_cast<std::uint8_t>(t), s,
          static_cast<std::uint32_t>(random_()), static_cast<std::uint8_t>(draw_length())};
}

void HuffmanCompressorBench::load_tree(unsigned t) {
  using Kind = e2mc::CodeWrite::Kind;
  const auto tree = static_cast<std::uint8_t>(t);
  if (!random_.one_in(16)) loads_.push_back({.kind = Kind::clear, .tree = tree});
  lengths_ = random_.below(4);
  if (!random_.one_in(8))
    loads_.push_back({Kind::escape, tree, 0, static_cast<std::uint32_t>(random_()),
                      static_cast<std::uint8_t>(draw_length())});
  values_[t].clear();
  const unsigned entries = shape_.entries_of_tree();
  const unsigned missing = random_.one_in(8) ? 1 + random_.below(2) : 0;
  for (unsigned n = 0; n + missing < entries; ++n) loads_.push_back(draw_entry(t, n));
  if (missing == 0 && random_.one_in(8)) loads_.push_back(draw_write());
}

void HuffmanCompressorBench::begin_session() {
  if (random_.one_in(8)) lawless_left_ = 1 + random_.below(100);
  loads_.clear();
  const bool all = random_.one_in(2);
  const unsigned one = random_.below(shape_.trees());
  for (unsigned t = 0; t < shape_.trees(); ++t)
    if (all || t == one) load_tree(t);
  streams_left_ = 1 + random_.below(24);
}

/// A write without any rule.
e2mc::CodeWrite HuffmanCompressorBench::draw_write() {
  const auto kind = random_.one_in(8) ? 0 : 1 + random_.below(3);
  return {static_cast<e2mc::CodeWrite::Kind>(kind),
          static_cast<std::uint8_t>(random_.one_in(4) ? random_.below(8) : random_.below(shape_.trees())),
          e2mc::random_symbol(32, random_), static_cast<std::uint32_t>(random_()),
          static_cast<std::uint8_t>(random_.one_in(4) ? random_.below(32) : draw_length())};
}

void HuffmanCompressorBench::begin_stream() {
  --streams_left_;
  symbols_left_ = 1 + random_.below(random_.one_in(8) ? 100 : 16);
  // One that ends when it has about as many bits as can be told.
  enough_bits_ = 0;
  if (random_.one_in(64))
    symbols_left_ = 3000, enough_bits_ = e2mc::BitPacker::most_total - random_.below(64);
  misses_in_8_ = shape_.escapes() ? random_.below(6) : 0;
  const unsigned supply = random_.below(4);
  symbol_in_8_ = supply < 2 ? 8 : supply == 2 ? 1 + random_.below(8) : 2;
  eager_ = random_.one_in(2);
  load_in_64_ = random_.one_in(8) ? random_.below(32) : 0;
  gap_ = random_.one_in(4) ? random_.below(12) : 0;
  place_ = 0;
  symbol_ = draw_symbol();
}

e2mc::Symbol HuffmanCompressorBench::draw_symbol() {
  const auto& values = values_[place_ % shape_.trees()];
  const bool misses = random_.below(8) < misses_in_8_;
  if (values.empty() || (misses && random_.one_in(2)))
    return e2mc::random_symbol(shape_.symbol_bits, random_);
  const auto n = static_cast<std::uint32_t>(values.size());
  const e2mc::Symbol known = values[random_.one_in(16) ? n - 1 : random_.below(n)];
  return misses ? known ^ 1u << random_.below(shape_.symbol_bits) : known;
}

void HuffmanCompressorBench::next_symbol() {
  --symbols_left_;
  ++place_;
  if (symbols_left_ != 0) symbol_ = draw_symbol();
}

void HuffmanCompressorBench::put_load(CompressorLoad& load, const e2mc::CodeWrite& w) {
  load.kind.value = static_cast<std::uint8_t>(w.kind);
  load.tree.value = w.tree;
  load.symbol = w.symbol | beyond(shape_.symbol_bits);
  load.code.value = w.code & 0xfffff;
  load.length.value = w.length;
}

bool HuffmanCompressorBench::stimulate(DrivenPins in, PinValues out) {
  // Ahead of the first edge `ready` says nothing yet.
  if (std::exchange(first_, false)) return false;
  auto& load = *reinterpret_cast<Beat<CompressorLoad>*>(in[0]);
  auto& symbol = *reinterpret_cast<Beat<CompressorSymbol>*>(in[1]);
  const bool ready = reinterpret_cast<const Level<CompressorReady>*>(out[0])->payload.symbol;
  if (symbol.valid && ready && symbols_left_ != 0) next_symbol();
  const auto& bits = *reinterpret_cast<const Beat<CompressedBits>*>(out[1]);
  if (enough_bits_ != 0 && bits.valid && bits.payload.total.value >= enough_bits_) {
    symbols_left_ = std::min(symbols_left_, 1 + random_.below(16));
    enough_bits_ = 0;
  }

  // What stands on the pins without a valid means nothing.
  put_load(load.payload, draw_write());
  symbol.payload.value = static_cast<std::uint32_t>(random_());
  symbol.payload.last = random_.one_in(2);
  load.valid = symbol.valid = false;
  if (lawless_left_ > 0) {
    --lawless_left_;
    load.valid = random_.one_in(2);
    symbol.valid = random_.one_in(2);
    if (symbols_left_ != 0 && symbol.valid) symbol.payload.value = symbol_;
    return load.valid || symbol.valid;
  }
  if (!loads_.empty()) {
    // The last symbols of a stream may still be on their way.
    put_load(load.payload, loads_.front());
    load.valid = true;
    loads_.pop_front();
    // A symbol may come too early, or just with the last entry.
    symbol.valid = random_.one_in(loads_.size() < 4 ? 2 : 32);
    return true;
  }
  if (symbols_left_ == 0 && streams_left_ > 0) begin_stream();
  if (symbols_left_ == 0) {
    begin_session();
    return false;
  }
  load.valid = random_.below(64) < load_in_64_;
  if (gap_ > 0) {
    --gap_;
  } else if ((ready || eager_) && random_.below(8) < symbol_in_8_) {
    symbol.payload.value = symbol_ | beyond(shape_.symbol_bits);
    symbol.payload.last = symbols_left_ == 1;
    symbol.valid = true;
  }
  return load.valid || symbol.valid;
}

const Registration<CosimEntry> registration{cosim_entry<HuffmanCompressorBench, HuffmanCompressorCoverage>()};

}  // namespace
}  // namespace heddle

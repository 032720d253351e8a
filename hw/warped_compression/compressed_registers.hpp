// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/sim/block_entry.hpp"
#include "hw/sim/feed_forward_unit.hpp"
#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"
#include "hw/warped_compression/warped_compression.hpp"
#include "models/base/error.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Warped-Compression (Lee2015): results pass a compressor on their way to the banks, operands a decompressor
/// on their way to the collectors; the range indicator table says how many banks hold a register. The codec
/// says which blocks these are, and what their beats mean.
template <class Codec>
class CompressedRegisters final : public sc_core::sc_module,
                                  public SmTechnique,
                                  public RegisterEncoding,
                                  public ResultStage {
 public:
  CompressedRegisters(sc_core::sc_module_name name, const WarpedCompressionConfig& config,
                      const SmTechniqueParts& parts);

  void attach(SmHooks& hooks, const SmStations& stations) override;
  void begin_cycle() override;
  bool busy() const override { return writes_ != 0 || reads_ != 0 || driven_ || codec_.busy(); }

  // ResultStage: the compressors. Without an encoding of lanes, partial results stay uncompressed
  // (section 5.2).
  bool takes(const RegisterWrite& w) const override {
    return !w.partial || partial_writes_ == PartialWrites::encoded;
  }
  bool done(RegisterWrite& out) override;
  bool start(const RegisterWrite& w) override;

  // RegisterEncoding: the decompressors and the range indicators.
  const WarpRegister* read_done(unsigned cluster) override;
  void start_read(unsigned cluster, const InFlight& f, unsigned k, const WarpRegister& bytes) override;
  BankSet banks(RegisterId r) const override { return first_banks(Codec::banks(form(r))); }
  bool needs_move(const InFlight& f, unsigned k) const override { return !uncompressed(f.destinations[k]); }
  bool by_lane(RegisterId r) const override { return Codec::uncompressed_is_by_lane && uncompressed(r); }
  PartialWrites partial_writes() const override { return partial_writes_; }
  std::uint8_t uncompressed_encoding() const override { return Codec::uncompressed; }
  void writing(unsigned requester, const RegisterWrite& w) override;
  void store(RegisterBanks& banks, const RegisterWrite& w) override { codec_.store(banks, w); }
  WarpRegister peek(const RegisterBanks& file, RegisterId r) const override {
    return codec_.decode(r, file.read(r, banks(r)), form(r));
  }
  void clear(RegisterRange range) override;

 private:
  struct Compressor : FeedForwardUnit<typename Codec::Compressor> {
    using FeedForwardUnit<typename Codec::Compressor>::FeedForwardUnit;
    Ring<RegisterWrite> inside;
  };
  using Decompressor = FeedForwardUnit<typename Codec::Decompressor>;
  using Counters = std::array<Counter*, Codec::forms>;

  void count(const SmTechniqueParts& parts);
  bool uncompressed(RegisterId r) const { return form(r) == Codec::uncompressed; }
  unsigned form(RegisterId r) const {
    return static_cast<unsigned>(indicator(indicators_.shown().payload, r));
  }

  const PartialWrites partial_writes_;
  Codec codec_;
  std::deque<Compressor> compressors_;
  std::deque<Decompressor> decompressors_;  ///< by cluster
  Wire<Level<IndicatorUpdates>> update_pins_{"update"};
  Wire<Beat<RegisterRange>> clear_{"clear"};
  Wire<Level<Indicators>> indicators_{"indicators"};
  std::unique_ptr<BlockWith<RangeIndicatorTablePins>> table_;
  Level<IndicatorUpdates> updates_;  ///< of this cycle
  std::size_t next_response_ = 0;
  unsigned writes_ = 0, reads_ = 0;
  bool driven_ = false;
  Counters compressed_{}, decompressed_{}, merged_{}, lanes_{}, held_{};
};

template <class Codec>
CompressedRegisters<Codec>::CompressedRegisters(sc_core::sc_module_name name,
                                                const WarpedCompressionConfig& config,
                                                const SmTechniqueParts& parts)
    : sc_module(name), partial_writes_(config.partial_writes()), codec_(config, parts) {
  table_ = make_block<RangeIndicatorTable>("range_indicator_table", {codec_.indicator_bits()}, parts.blocks);
  table_->io.clk(parts.clock);
  table_->io.rst_n(parts.rst_n);
  table_->io.update.port(update_pins_);
  table_->io.clear.port(clear_);
  table_->io.indicators.port(indicators_);
  for (unsigned k = 0; k < config.compressors; ++k)
    compressors_.emplace_back(fmt::format("{}_{}", Codec::Compressor::block_name, k), codec_.compressor(),
                              parts.clock, parts.rst_n, parts.blocks);
  for (unsigned c = 0; c < clusters; ++c)
    decompressors_.emplace_back(fmt::format("{}_{}", Codec::Decompressor::block_name, c),
                                codec_.decompressor(), parts.clock, parts.rst_n, parts.blocks);
  count(parts);
}

/// What happens is counted by what the blocks get and give, so that it is the same when they are RTL.
template <class Codec>
void CompressedRegisters<Codec>::count(const SmTechniqueParts& parts) {
  StatGroup& stats = parts.stats.group("register_file").group("warped_compression");
  const auto count = [&](Counters& counters, const char* prefix, const char* description) {
    for (unsigned f = 0; f < Codec::forms; ++f)
      counters[f] = &stats.counter(prefix + Codec::word(f), "warp registers",
                                   fmt::format(fmt::runtime(description), Codec::word(f)));
  };
  count(compressed_, "compressor_", "left a compressor as {}");
  count(decompressed_, "decompressor_", "entered a decompressor as {}");
  if (partial_writes_ == PartialWrites::merged)
    count(merged_, "merged_", "of these, after a divergent write had been merged");
  if (partial_writes_ == PartialWrites::encoded) {
    count(lanes_, "lanes_", "of those that left a compressor, some lanes only, the widest of them {}");
    count(held_, "held_", "held as {} after a write of some lanes");
  }
  stats.counter("compressors", "blocks", "compressors of the SM") += compressors_.size();
  stats.counter("decompressors", "blocks", "decompressors of the SM") += decompressors_.size();
}

template <class Codec>
void CompressedRegisters<Codec>::attach(SmHooks& hooks, const SmStations& stations) {
  hooks.hold(static_cast<RegisterEncoding&>(*this));
  hooks.add(static_cast<ResultStage&>(*this));
  codec_.attach(stations);
  if (partial_writes_ == PartialWrites::after_move) hooks.inject_moves();
}

template <class Codec>
void CompressedRegisters<Codec>::begin_cycle() {
  codec_.begin_cycle();
  next_response_ = 0;
  if (!driven_) return;
  driven_ = false;
  for (Compressor& c : compressors_) c.idle();
  for (Decompressor& d : decompressors_) {
    if (d.driven()) ++*decompressed_[Codec::form_of(d.staged())];
    d.idle();
  }
  clear_.write({});
  if (updates_.payload.valid.value == 0) return;
  updates_.payload.valid.value = 0;
  update_pins_.write(updates_);
}

template <class Codec>
const WarpRegister* CompressedRegisters<Codec>::read_done(unsigned cluster) {
  const auto* const decoded = decompressors_[cluster].response();
  if (decoded == nullptr) return nullptr;
  --reads_;
  return &decoded->data;
}

template <class Codec>
void CompressedRegisters<Codec>::start_read(unsigned cluster, const InFlight& f, unsigned k,
                                            const WarpRegister& bytes) {
  codec_.start_read(cluster, bytes, form(f.sources[k]), decompressors_[cluster]);
  driven_ = true;
  ++reads_;
}

template <class Codec>
bool CompressedRegisters<Codec>::done(RegisterWrite& out) {
  while (next_response_ < compressors_.size()) {
    Compressor& c = compressors_[next_response_++];
    const auto* const encoded = c.response();
    if (encoded == nullptr) continue;
    if (c.inside.empty())
      throw Error({.place = c.name(), .what = "a compressor answers more often than it is asked"});
    out = c.inside.front();
    c.inside.pop();
    --writes_;
    out.form = static_cast<std::uint8_t>(Codec::form_of(*encoded));
    ++*compressed_[out.form];
    Codec::take(*encoded, out);
    if (out.merged) ++*merged_[out.form];
    if (out.partial) ++*lanes_[out.form];
    return true;
  }
  return false;
}

template <class Codec>
bool CompressedRegisters<Codec>::start(const RegisterWrite& w) {
  for (Compressor& c : compressors_) {
    if (c.driven()) continue;
    c.start(Codec::request(w));
    driven_ = true;
    c.inside.push(w);
    ++writes_;
    return true;
  }
  return false;
}

template <class Codec>
void CompressedRegisters<Codec>::writing(unsigned requester, const RegisterWrite& w) {
  IndicatorUpdates& u = updates_.payload;
  u.valid.value = static_cast<std::uint8_t>(u.valid.value | 1u << requester);
  u.registers[requester] = w.reg;
  u.encodings[requester] = w.form;
  if (w.partial && partial_writes_ == PartialWrites::encoded) {
    // The other lanes stay as they are.
    u.encodings[requester] = std::max(w.form, static_cast<std::uint8_t>(form(w.reg)));
    ++*held_[u.encodings[requester]];
  }
  update_pins_.write(updates_);
  driven_ = true;
}

template <class Codec>
void CompressedRegisters<Codec>::clear(RegisterRange range) {
  clear_.write({range, true});
  driven_ = true;
}

}  // namespace heddle

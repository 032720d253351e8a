#include "hw/warped_compression/compressed_form.hpp"

#include <fmt/format.h>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

std::size_t index(BdiEncoding e) { return static_cast<std::size_t>(e); }

}  // namespace

PartialWrites WarpedCompressionConfig::partial_writes() const {
  if (divergence == "move") return PartialWrites::after_move;
  if (divergence == "merge") return PartialWrites::merged;
  throw Error({.what = "unknown policy in divergence", .value = divergence, .legal = "move or merge"});
}

template <class Block, class In, class Out>
CompressedForm::Unit<Block, In, Out>::Unit(const std::string& name, const typename Block::Config& config,
                                           const FormParts& parts)
    : block(make_block<Block>(name.c_str(), config, parts.blocks)),
      request((name + "_req").c_str()),
      response((name + "_rsp").c_str()) {
  block->io.clk(parts.clock);
  block->io.rst_n(parts.rst_n);
  block->io.req.port(request);
  block->io.rsp.port(response);
}

CompressedForm::CompressedForm(sc_core::sc_module_name name, const WarpedCompressionConfig& config,
                               const FormParts& parts)
    : sc_module(name), partial_writes_(config.partial_writes()) {
  if (parts.registers > indicator_registers)
    throw Error({.what = "sm.registers: the range indicator table of warped_compression has fewer",
                 .value = std::to_string(parts.registers),
                 .legal = fmt::format("at most {}", indicator_registers)});
  const bool wide = config.choices > 7;
  table_ = make_block<RangeIndicatorTable>("range_indicator_table", {wide ? 3u : 2u}, parts.blocks);
  table_->io.clk(parts.clock);
  table_->io.rst_n(parts.rst_n);
  table_->io.update.port(update_pins_);
  table_->io.clear.port(clear_);
  table_->io.indicators.port(indicators_);
  for (unsigned k = 0; k < config.compressors; ++k)
    compressors_.emplace_back("bdi_compressor_" + std::to_string(k),
                              BdiCompressorConfig{config.compression_latency, config.choices}, parts);
  for (unsigned c = 0; c < clusters; ++c)
    decompressors_.emplace_back("bdi_decompressor_" + std::to_string(c),
                                BdiDecompressorConfig{config.decompression_latency, config.choices}, parts);
  observe(parts);
}

/// What happens is counted on the blocks' pins, so that it is the same when RTL is behind them.
void CompressedForm::observe(const FormParts& parts) {
  StatGroup& stats = parts.stats.group("warped_compression");
  for (std::size_t e = 0; e < bdi_encodings; ++e) {
    const std::string word = heddle::word(static_cast<BdiEncoding>(e));
    compressed_[e] = &stats.counter("compressed_" + word, "warp registers", "left a compressor as " + word);
    decompressed_[e] =
        &stats.counter("decompressed_" + word, "warp registers", "entered a decompressor as " + word);
    if (partial_writes_ == PartialWrites::merged)
      merged_[e] = &stats.counter("merged_" + word, "warp registers",
                                  "of these, after a divergent write had been merged");
  }
  stats.counter("compressors", "blocks", "compressors of the SM") += compressors_.size();
  stats.counter("decompressors", "blocks", "decompressors of the SM") += decompressors_.size();
  for (Compressor& c : compressors_)
    observers_.push_back(std::make_unique<BeatObserver<EncodedRegister>>(
        parts.clock, c.response, [this](const EncodedRegister& r) { ++*compressed_[index(r.encoding)]; }));
  for (Decompressor& d : decompressors_)
    observers_.push_back(std::make_unique<BeatObserver<EncodedRegister>>(
        parts.clock, d.request, [this](const EncodedRegister& r) { ++*decompressed_[index(r.encoding)]; }));
}

void CompressedForm::attach(Clocked& pipeline) {
  for (Compressor& c : compressors_) c.response.add_reader(pipeline);
  for (Decompressor& d : decompressors_) d.response.add_reader(pipeline);
}

void CompressedForm::begin_cycle() {
  next_response_ = 0;
  if (!driven_) return;
  driven_ = false;
  const auto idle = [](auto& unit) {
    if (unit.driven) unit.request.write({});
    unit.driven = false;
  };
  for (Compressor& c : compressors_) idle(c);
  for (Decompressor& d : decompressors_) idle(d);
  clear_.write({});
  if (updates_.payload.valid.value == 0) return;
  updates_.payload.valid.value = 0;
  update_pins_.write(updates_);
}

const WarpRegister* CompressedForm::read_done(unsigned cluster) {
  const Beat<PlainRegister>& beat = decompressors_[cluster].response.read();
  if (!beat.valid) return nullptr;
  --reads_;
  return &beat.payload.data;
}

void CompressedForm::start_read(unsigned cluster, RegisterId r, const WarpRegister& bytes) {
  Decompressor& d = decompressors_[cluster];
  d.request.write({{bytes, encoding(r)}, true});
  d.driven = driven_ = true;
  ++reads_;
}

bool CompressedForm::write_done(RegisterWrite& out) {
  while (next_response_ < compressors_.size()) {
    Compressor& c = compressors_[next_response_++];
    const Beat<EncodedRegister>& beat = c.response.read();
    if (!beat.valid) continue;
    if (c.inside.empty())
      throw Error({.place = c.block->name(), .what = "a compressor answers more often than it is asked"});
    out = c.inside.front();
    c.inside.pop();
    --writes_;
    out.data = beat.payload.data;
    out.form = static_cast<std::uint8_t>(beat.payload.encoding);
    out.banks = first_banks(heddle::banks(beat.payload.encoding));
    if (out.merged) ++*merged_[index(beat.payload.encoding)];
    return true;
  }
  return false;
}

bool CompressedForm::start_write(const RegisterWrite& w) {
  for (Compressor& c : compressors_) {
    if (c.driven) continue;
    c.request.write({{w.data}, true});
    c.driven = driven_ = true;
    c.inside.push(w);
    ++writes_;
    return true;
  }
  return false;
}

void CompressedForm::writing(unsigned requester, const RegisterWrite& w) {
  IndicatorUpdates& u = updates_.payload;
  u.valid.value = static_cast<std::uint8_t>(u.valid.value | 1u << requester);
  u.registers[requester] = w.reg;
  u.encodings[requester] = w.form;
  update_pins_.write(updates_);
  driven_ = true;
}

void CompressedForm::clear(RegisterRange range) {
  clear_.write({range, true});
  driven_ = true;
}

static const Registration<TechniqueEntry> registration{TechniqueEntry{
    "warped_compression", "BDI-compressed registers (Lee2015)",
    describe<WarpedCompressionConfig>("warped_compression"), [](const ConfigTree& tree) -> FormMaker {
      const auto config = resolve<WarpedCompressionConfig>(tree, "warped_compression");
      return [config](const FormParts& parts) {
        return std::make_unique<CompressedForm>(sc_core::sc_gen_unique_name("warped_compression"), config,
                                                parts);
      };
    }}};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/code_units.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle {
namespace {

template <class Units>
void connect(UnitPool& pool, Units& units) {
  for (unsigned u = 0; u < units.size(); ++u) units[u].when_free([&pool, u] { pool.free(u); });
}

template <class Units>
void load_all(Units& units, const e2mc::CodeTable& table) {
  if (units.empty()) return;
  const auto writes = std::make_shared<const typename Units::value_type::Writes>(units.front().writes(table));
  for (auto& unit : units) unit.load(writes);
}

/// False: there is no unit for it.
template <class Units>
bool start_in(Units& units, UnitPool& pool, LineJob& job) {
  const auto unit = pool.take();
  if (!unit) return false;
  if (*unit >= units.size() || !units[*unit].free())
    throw Error({.place = pool.name(),
                 .what = "codec_pool offers a unit that is not free",
                 .value = fmt::format("unit {}", *unit),
                 .legal = fmt::format("free ones of {} units", units.size())});
  units[*unit].start(job);
  return true;
}

/// The names of the first code's modules are those of an edge with one code.
std::string module_name(unsigned code, const std::string& name) {
  return code == 0 ? name : fmt::format("code{}_{}", code, name);
}

}  // namespace

CodeUnits::CodeUnits(const E2mcConfig& config, unsigned number, unsigned granularity,
                     const UnitClocks& clocks, const EdgeParts& parts)
    : encoder_pool_(module_name(number, "encoder_pool").c_str(), {config.compressors, config.unit_policy},
                    parts) {
  const unsigned code_bits = config.shape().most_code_bits, entries = config.table_entries();
  for (unsigned k = 0; k < config.compressors; ++k)
    encoders_.emplace_back(module_name(number, fmt::format("encoder{}", k)).c_str(),
                           HuffmanCompressorConfig{config.symbol_bits, code_bits, entries}, config.ways,
                           number, granularity, clocks.compressing, clocks.compressor_writes,
                           clocks.compressor, parts);
  connect(encoder_pool_, encoders_);
  if (clocks.decoding == nullptr) return;
  for (unsigned k = 0; k < config.line_decoders(); ++k)
    decoders_.emplace_back(module_name(number, fmt::format("decoder{}", k)).c_str(),
                           HuffmanDecoderConfig{config.symbol_bits, code_bits, entries}, config.ways,
                           *clocks.decoding, *clocks.decoder_writes, clocks.decoder, parts);
  decoder_pool_.emplace(module_name(number, "decoder_pool").c_str(),
                        CodecPoolConfig{config.line_decoders(), config.unit_policy}, parts);
  connect(*decoder_pool_, decoders_);
}

void CodeUnits::load(const e2mc::CodeTable& code) {
  load_all(encoders_, code);
  load_all(decoders_, code);
}

bool CodeUnits::start(LineJob& job) {
  if (!job.encodes) return start_in(decoders_, *decoder_pool_, job);
  if (!encoders_.front().loaded()) {
    job.stored = stored_line(e2mc::uncompressed_line(job.line));
    job.end_fs = 1;
    return true;
  }
  return start_in(encoders_, encoder_pool_, job);
}

void CodeUnits::count_until(std::uint64_t fs) {
  for (LineEncoder& e : encoders_) e.count_until(fs);
  for (LineDecoder& d : decoders_) d.count_until(fs);
}

}  // namespace heddle

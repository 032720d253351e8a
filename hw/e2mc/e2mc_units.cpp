#include "hw/e2mc/e2mc_units.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {
namespace {

std::uint64_t period_fs(std::uint64_t mhz) { return (1'000'000'000 + mhz / 2) / mhz; }

template <class Units>
void connect(UnitPool& pool, Units& units) {
  for (unsigned u = 0; u < units.size(); ++u) units[u].when_free([&pool, u] { pool.free(u); });
}

template <class Units>
void load(Units& units, const e2mc::CodeTable& table) {
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

}  // namespace

E2mcUnits::E2mcUnits(sc_core::sc_module_name name, const E2mcConfig& config, RunCode& code, LineWork work,
                     unsigned granularity, const EdgeParts& parts)
    : sc_module(name),
      compressor_clock_("compressor_clock", period_fs(config.compressor_mhz), parts.clocking),
      decoder_clock_("decoder_clock", period_fs(config.decoder_mhz), parts.clocking),
      encoder_pool_("encoder_pool", {config.compressors, config.unit_policy}, parts) {
  const auto cycles = [&](const char* counter, const char* what) -> Counter& {
    return parts.stats.group("units").counter(counter, "cycles", what);
  };
  Counter& compressing = cycles("compressor_cycles", "of compressors, in which they work on a line");
  const unsigned code_bits = config.shape().most_code_bits, entries = config.table_entries();
  for (unsigned k = 0; k < config.compressors; ++k)
    encoders_.emplace_back(fmt::format("encoder{}", k).c_str(),
                           HuffmanCompressorConfig{config.symbol_bits, code_bits, entries}, config.ways,
                           granularity, compressing, compressor_clock_, parts);
  connect(encoder_pool_, encoders_);
  if (work == LineWork::both) {
    Counter& decoding = cycles("decoder_cycles", "of decoders, in which they work on a line or a way of it");
    for (unsigned k = 0; k < config.line_decoders(); ++k)
      decoders_.emplace_back(fmt::format("decoder{}", k).c_str(),
                             HuffmanDecoderConfig{config.symbol_bits, code_bits, entries}, config.ways,
                             decoding, decoder_clock_, parts);
    decoder_pool_.emplace("decoder_pool", CodecPoolConfig{config.line_decoders(), config.unit_policy}, parts);
    connect(*decoder_pool_, decoders_);
  }
  parts.clock.attach(*this);
  code.when_made([this](const e2mc::CodeTable& table) {
    load(encoders_, table);
    load(decoders_, table);
  });
}

bool E2mcUnits::start(LineJob& job) {
  if (!job.encodes) return start_in(decoders_, *decoder_pool_, job);
  if (!encoders_.front().loaded()) {
    job.stored = stored_line(e2mc::uncompressed_line(job.line));
    job.end_fs = 1;
    return true;
  }
  return start_in(encoders_, encoder_pool_, job);
}

void E2mcUnits::credit(Cycle) {
  const std::uint64_t edge_fs = domain()->now() * domain()->period_fs();
  for (LineEncoder& e : encoders_) e.count_until(edge_fs);
  for (LineDecoder& d : decoders_) d.count_until(edge_fs);
}

/// What a unit has done in this very instant counts from the owner's next edge on.
bool E2mcUnits::done(LineJob& job) {
  return job.end_fs != 0 && job.end_fs < sc_core::sc_time_stamp().value();
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/e2mc_units.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/e2mc/code_number.hpp"

namespace heddle {
namespace {

std::uint64_t period_fs(std::uint64_t mhz) { return (1'000'000'000 + mhz / 2) / mhz; }

}  // namespace

E2mcUnits::E2mcUnits(sc_core::sc_module_name name, const E2mcConfig& config, RunCode& code, LineWork work,
                     unsigned granularity, const EdgeParts& parts)
    : sc_module(name),
      compressor_clock_("compressor_clock", period_fs(config.compressor_mhz), parts.clocking),
      decoder_clock_("decoder_clock", period_fs(config.decoder_mhz), parts.clocking),
      owners_(code.owners()),
      ways_(config.ways) {
  StatGroup& group = parts.stats.group("units");
  const auto cycles = [&](const char* counter, const char* what) -> Counter& {
    return group.counter(counter, "cycles", what);
  };
  const auto writes = [&](const char* counter, const char* what) -> Counter& {
    return group.counter(counter, "writes", what);
  };
  UnitClocks clocks{compressor_clock_, decoder_clock_,
                    cycles("compressor_cycles", "of compressors, in which they work on a line"),
                    writes("compressor_table_writes", "of the codes to the compressors' tables")};
  if (work == LineWork::both) {
    clocks.decoding = &cycles("decoder_cycles", "of decoders, in which they work on a line or a way of it");
    clocks.decoder_writes = &writes("decoder_table_writes", "of the codes to the decoders' tables");
  }
  for (unsigned n = 0; n < config.codes_at_most(); ++n)
    units_.emplace_back(config, n, granularity, clocks, parts);
  if (config.codes != CodesFor::run)
    for (unsigned n = 0; n < units_.size(); ++n)
      by_code_.push_back(&group.counter(fmt::format("code{}_lines", n), "lines",
                                        "that compressors have taken, to encode them with this code"));
  parts.clock.attach(*this);
  code.when_made([this](const std::vector<OwnedCode>& codes) {
    codes_ = codes.size();
    for (unsigned n = 0; n < codes_; ++n) units_.at(n).load(codes[n].table);
  });
}

/// Its number: of its owner, or as the line's bits name it, where they have to.
unsigned E2mcUnits::code_of(const LineJob& job) {
  if (job.encodes) return owners_.code_of(job.address);
  if (codes_ <= 1) return 0;
  const unsigned number = e2mc::code_number(job.stored.bits, line_bytes, ways_);
  if (number >= codes_)
    throw Error({.place = name(),
                 .what = "a stored line is corrupt: there is no such code",
                 .value = fmt::format("line {:#x}, code {}", job.address, number),
                 .legal = fmt::format("0 .. {}", codes_ - 1)});
  return number;
}

bool E2mcUnits::start(LineJob& job) {
  const unsigned number = code_of(job);
  if (!units_.at(number).start(job)) return false;
  if (job.encodes && !by_code_.empty() && job.end_fs == 0) ++*by_code_[number];
  return true;
}

Cycle E2mcUnits::start_at(bool encodes) const {
  const bool any = std::any_of(units_.begin(), units_.end(),
                               [encodes](const CodeUnits& units) { return units.has_unit(encodes); });
  return any ? 0 : never;
}

void E2mcUnits::credit(Cycle) {
  const std::uint64_t edge_fs = domain()->now() * domain()->period_fs();
  for (CodeUnits& units : units_) units.count_until(edge_fs);
}

/// What a unit has done in this very instant counts from the owner's next edge on.
bool E2mcUnits::done(LineJob& job) {
  return job.end_fs != 0 && job.end_fs < sc_core::sc_time_stamp().value();
}

}  // namespace heddle

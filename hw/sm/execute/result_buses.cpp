// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/execute/result_buses.hpp"

#include <bit>

namespace heddle {

void ResultBuses::tick(Cycle now) {
  std::uint32_t offers = 0;
  unsigned sources = 0;
  for (unsigned k = 0; k < execute_.kinds(); ++k) {
    const ExecutionPipelines& p = execute_.pipelines(k);
    offers |= p.finished(now) << sources;
    sources += p.count();
  }
  offers |= std::uint32_t{load_store_.finished(now)} << sources;
  if (offers == 0) return;
  const std::uint32_t late = (1u << first_) - 1;
  for (std::uint32_t turn : {offers & ~late, offers & late})
    for (; turn != 0; turn &= turn - 1) {
      const auto source = static_cast<unsigned>(std::countr_zero(turn));
      if (!take(source))
        ++stalls_;
      else
        first_ = source + 1;
    }
}

/// Gives the results of a source to the buses; false when no bus is free for one of them.
bool ResultBuses::take(unsigned source) {
  for (unsigned k = 0; k < execute_.kinds(); ++k) {
    ExecutionPipelines& p = execute_.pipelines(k);
    if (source < p.count()) return take(p, source);
    source -= p.count();
  }
  if (!write_back_.bus_free()) return false;
  InFlight& f = load_store_.front();
  if (f.delivered < f.instruction->destination_count) write_back_.put(f);
  if (f.delivered < f.instruction->destination_count) return true;
  load_store_.pop();
  warps_.finished(f);
  return true;
}

bool ResultBuses::take(ExecutionPipelines& pipelines, unsigned pipeline) {
  InFlight& f = pipelines.front(pipeline);
  if (f.delivered < f.instruction->destination_count) {
    if (!write_back_.bus_free()) return false;
    write_back_.put(f);
  }
  if (f.delivered < f.instruction->destination_count) return true;
  pipelines.pop(pipeline);
  warps_.finished(f);
  return true;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/machine/hazard_watch.hpp"

#include <fmt/format.h>

#include "hw/sm/types/in_flight.hpp"

namespace heddle::fuzz {

void CloseHazards::add(const CloseHazards& other) {
  for (unsigned o = 0; o < orders; ++o)
    for (unsigned f = 0; f < files; ++f)
      for (unsigned h = 0; h < places; ++h) counts[o][f][h] += other.counts[o][f][h];
}

std::string text_of(const CloseHazards& c) {
  static constexpr const char* names[] = {"read after write", "write after read", "write after write"};
  static constexpr const char* held[] = {"all", "collector", "unit", "execution", "write-back"};
  std::string text = fmt::format(
      "dependencies within {} cycles on watched machines, by where the earlier instruction had spent as "
      "many:\n",
      CloseHazards::window);
  for (unsigned o = 0; o < CloseHazards::orders; ++o)
    for (unsigned f = 0; f < CloseHazards::files; ++f) {
      text += fmt::format("  {:<18} {:<10}", names[o], f == 0 ? "registers" : "predicates");
      for (unsigned h = 0; h < CloseHazards::places; ++h) {
        // A read ends when the operands have been collected.
        if (o == CloseHazards::write_after_read && h > CloseHazards::collector) continue;
        text += fmt::format("  {} {}", held[h], c.counts[o][f][h]);
      }
      text += "\n";
    }
  return text;
}

void HazardWatch::leave(Progress& p, CloseHazards::Held stage, Cycle now) {
  if (now - p.since >= CloseHazards::window) p.held = static_cast<Places>(p.held | 1u << stage);
  p.since = now;
}

void HazardWatch::meet(CloseHazards::Order order, CloseHazards::File file, const Use& earlier, Cycle now) {
  if (earlier.at == 0 || now - earlier.at > CloseHazards::window) return;
  auto& counts = to_.counts[order][file];
  ++counts[CloseHazards::anywhere];
  for (unsigned h = CloseHazards::collector; h < CloseHazards::places; ++h)
    counts[h] += earlier.held >> h & 1;
}

void HazardWatch::warp_begins(unsigned sm, unsigned number, unsigned, unsigned, Cycle) {
  warp(sm, number) = {};
}

void HazardWatch::issued(unsigned sm, const IssuedInstruction& issue, Cycle now) {
  if (issue.in_flight == nullptr || issue.in_flight->injected()) return;
  using H = CloseHazards;
  const ptx::Instruction& i = *issue.in_flight->instruction;
  Warp& w = warp(sm, issue.warp);
  for (unsigned k = 0; k < i.source_count; ++k)
    meet(H::read_after_write, H::registers, w.written[H::registers][i.sources[k]], now);
  for (unsigned p = 0; p < ptx::max_predicates; ++p)
    if ((i.predicate_reads >> p & 1) != 0)
      meet(H::read_after_write, H::predicates, w.written[H::predicates][p], now);
  const auto writes = [&](H::File file, unsigned number) {
    meet(H::write_after_read, file, w.read[file][number], now);
    meet(H::write_after_write, file, w.written[file][number], now);
  };
  for (unsigned k = 0; k < i.destination_count; ++k) writes(H::registers, i.destinations[k]);
  for (unsigned k = 0; k < i.predicate_count; ++k) writes(H::predicates, i.predicate_destinations[k]);
  w.under_way[issue.in_flight->sequence] = {.since = now, .results = i.destination_count};
}

void HazardWatch::collected(unsigned sm, const InFlight& f, Cycle now) {
  if (f.injected()) return;
  Warp& w = warp(sm, f.warp);
  Progress& p = w.under_way[f.sequence];
  leave(p, CloseHazards::collector, now);
  const ptx::Instruction& i = *f.instruction;
  for (unsigned k = 0; k < i.source_count; ++k) w.read[CloseHazards::registers][i.sources[k]] = {now, p.held};
  for (unsigned r = 0; r < ptx::max_predicates; ++r)
    if ((i.predicate_reads >> r & 1) != 0) w.read[CloseHazards::predicates][r] = {now, p.held};
}

void HazardWatch::dispatched(unsigned sm, const char*, unsigned, const InFlight& f, Cycle now, Cycle) {
  if (!f.injected()) leave(warp(sm, f.warp).under_way[f.sequence], CloseHazards::unit, now);
}

void HazardWatch::memory_queued(unsigned sm, const InFlight& f, Cycle now) {
  if (!f.injected()) leave(warp(sm, f.warp).under_way[f.sequence], CloseHazards::unit, now);
}

void HazardWatch::finished(unsigned sm, const InFlight& f, Cycle now) {
  if (f.injected()) return;
  Warp& w = warp(sm, f.warp);
  Progress& p = w.under_way[f.sequence];
  leave(p, CloseHazards::execution, now);
  const ptx::Instruction& i = *f.instruction;
  for (unsigned k = 0; k < i.predicate_count; ++k)
    w.written[CloseHazards::predicates][i.predicate_destinations[k]] = {now, p.held};
  p.finished = true;
  if (p.results == 0) w.under_way.erase(f.sequence);
}

void HazardWatch::committed(unsigned sm, const RegisterWrite& write, const Peek&, Cycle now) {
  if (write.injected()) return;
  Warp& w = warp(sm, write.warp);
  Progress& p = w.under_way[write.sequence];
  Progress last = p;  // other results may still be under way
  leave(last, CloseHazards::write_back, now);
  w.written[CloseHazards::registers][write.architected] = {now, last.held};
  if (--p.results == 0 && p.finished) w.under_way.erase(write.sequence);
}

}  // namespace heddle::fuzz

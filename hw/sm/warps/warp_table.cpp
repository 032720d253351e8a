// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/warps/warp_table.hpp"

#include <fmt/format.h>

#include "models/ptx/program/async_copy.hpp"

namespace heddle {
namespace {

/// Can the result of the instruction come from the L2 or DRAM?
bool far(const ptx::Instruction& i) {
  switch (i.memory.space) {
    case ptx::Space::global:
    case ptx::Space::local:
    case ptx::Space::generic:
    case ptx::Space::texture:
      return true;
    default:
      return false;
  }
}

}  // namespace

Warp& WarpTable::begin(unsigned w) {
  warps_[w] = Warp{};
  warps_[w].live = true;
  age_[w] = ++next_sequence_;
  live_ |= WarpMask{1} << w;
  changed_ |= WarpMask{1} << w;
  return warps_[w];
}

InFlight& WarpTable::issue(unsigned w, ExecutionContext& context, ExecutionContext& reads_from,
                           const ptx::Instruction& i, const Hazards& h, LaneMask active) {
  Warp& warp = warps_[w];
  InFlight& f = pool_.acquire();
  f.instruction = &i;
  f.hazards = &h;
  f.sequence = ++next_sequence_;
  f.issued = events_.now();
  f.lanes = lanes_of(active);
  f.context = &context;
  f.reads_from = &reads_from;
  f.warp = static_cast<std::uint8_t>(w);
  f.whole = (context.lanes & ~active) == 0;
  f.operands.barrier_result = warp.context.barrier_result;
  f.source = nullptr;
  f.in_place = false;
  f.merges = false;
  for (unsigned k = 0; k < i.source_count; ++k)
    f.sources[k] = static_cast<RegisterId>(reads_from.base + i.sources[k]);
  for (unsigned k = 0; k < i.destination_count; ++k)
    f.destinations[k] = static_cast<RegisterId>(context.base + i.destinations[k]);
  f.reads = i.source_count;
  context.writing |= h.writes;
  if (far(i)) context.loading |= h.writes.registers;
  reads_from.reading.add(h.reads);
  if (&context != &warp.program) warp.unwritten += i.destination_count;
  ++warp.in_flight;
  if (ptx::is_copy(i)) f.copy_group = warp.copies.add();
  if (i.unit == ptx::Unit::ldst) ++warp.unsent;
  return f;
}

void WarpTable::operands_read(InFlight& f) {
  collect_predicates(*f.instruction, f.reads_from->predicates, f.operands);
  events_.notify(&SmObserver::collected, f);
  f.reads_from->reading.remove(f.hazards->reads);
  changed_ |= WarpMask{1} << f.warp;
}

void WarpTable::sent(const InFlight& f) {
  --warps_[f.warp].unsent;
  events_.notify(&SmObserver::memory_left, f);
  changed_ |= WarpMask{1} << f.warp;
}

void WarpTable::written(const RegisterWrite& w) {
  if (!w.in_place) {
    w.context->writing.registers.remove(w.architected);
    w.context->loading.remove(w.architected);
  }
  if (!w.of_program) --warps_[w.warp].unwritten;
  changed(w.warp);
}

void WarpTable::finished(InFlight& f) {
  commit_predicates(*f.instruction, f.operands, f.lanes.active, f.context->predicates);
  events_.notify(&SmObserver::finished, f);
  f.context->writing.predicates &= ~f.hazards->writes.predicates;
  --warps_[f.warp].in_flight;
  if (ptx::is_copy(*f.instruction)) warps_[f.warp].copies.complete(f.copy_group);
  if (f.source != nullptr) f.source->finished(f);
  pool_.release(f);
  changed(f.warp);
}

void WarpTable::exited(unsigned w) {
  live_ &= ~(WarpMask{1} << w);
  changed(w);
}

unsigned WarpTable::take_drained() {
  while (!drained_.empty()) {
    const unsigned w = drained_.front();
    drained_.pop();
    if (warps_[w].live) return w;
  }
  return no_warp;
}

std::string WarpTable::state(const ptx::Kernel& kernel, const char* sm) const {
  std::string text;
  for (unsigned w = 0; w < warps_.size(); ++w) {
    const Warp& warp = warps_[w];
    if (!warp.live) continue;
    if (!text.empty()) text += "; ";
    if (warp.program.stack.done()) {
      text += fmt::format("warp {}: finished, {} instructions in flight", w, warp.in_flight);
      continue;
    }
    text += fmt::format("{} warp {} (CTA {},{},{}) ", sm, w, warp.context.ctaid[0], warp.context.ctaid[1],
                        warp.context.ctaid[2]);
    text += warp.at_barrier ? fmt::format("waits at barrier {} in line {}", warp.barrier, warp.barrier_line)
                            : fmt::format("is at line {}", kernel.code[warp.program.stack.pc()].line);
  }
  return text;
}

void WarpTable::check_balance(const Balance& balance) const {
  for (const Warp& w : warps_) {
    balance.none("live warps", w.live);
    balance.none("instructions in flight", w.in_flight);
    balance.none("memory instructions that are not sent", w.unsent);
    balance.none("asynchronous copies of warps", !w.copies.empty());
    const bool scored = w.program.writing.any() || w.program.reading.operands().any();
    balance.none("registers and predicates in the scoreboard", scored);
    balance.none("results of other contexts", w.unwritten);
    balance.none("contexts that live in warps", w.held);
    balance.none("registers on their way back", w.withdrawn.count());
  }
  balance.none("instructions lent", pool_.lent());
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/warps/event_triggers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string_view>

#include "hw/caba/warps/assist_warps.hpp"
#include "hw/sm/launch/launch.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

AssistEventKind event_kind_of(const ptx::MemoryAccess& access) {
  if (access.update != nullptr) return AssistEventKind::atomic;
  return access.store ? AssistEventKind::store : AssistEventKind::load;
}

}  // namespace

EventTriggers::EventTriggers(AssistWarps& warps, std::vector<UserTrigger> triggers, unsigned records,
                             StatGroup& stats)
    : assist_(warps), records_(records) {
  for (UserTrigger& t : triggers) {
    StatGroup& group = stats.group(t.config.name);
    Counter& lost = group.counter("lost", "events", "for which no record was free, or that found no warp");
    triggers_.push_back({std::move(t), AssistStatistics(group), lost});
  }
}

void EventTriggers::begin(const Launch& launch) {
  kernel_ = launch.kernel;
  for (Trigger& t : triggers_) {
    t.here = t.of.config.kernel.empty() || t.of.config.kernel == kernel_->name;
    t.line = t.of.config.line == 0 ? 0 : kernel_->joined_line(t.of.config.line);
    t.due =
        t.here && t.of.config.event == AssistEventKind::cycles ? assist_.now() + t.of.config.every : never;
  }
  next_ = never;
  for (const Trigger& t : triggers_) next_ = std::min(next_, t.due);
  handles_faults_ = std::any_of(triggers_.begin(), triggers_.end(), [](const Trigger& t) {
    return t.here && t.of.config.event == AssistEventKind::fault;
  });
}

/// Time passes for as long as warps have instructions left: otherwise the SM might sleep.
void EventTriggers::begin_cycle(Cycle now) {
  if (now < next_) return;
  next_ = never;
  for (Trigger& t : triggers_) {
    if (t.due == never) continue;
    if (t.due <= now) {
      t.due += (now - t.due) / t.of.config.every * t.of.config.every + t.of.config.every;
      if (warps_->live() != 0) trigger(t, {.kind = AssistEventKind::cycles, .warp = any_warp(), .now = now});
    }
    next_ = std::min(next_, t.due);
  }
}

EventTriggers::Event EventTriggers::access(AssistEventKind kind, const InFlight& f, LaneMask lanes,
                                           Cycle now) {
  const ptx::MemoryAccess& memory = f.instruction->memory;
  return {.kind = kind,
          .warp = f.warp,
          .line = f.instruction->line,
          .lanes = lanes,
          .addresses = &f.addresses,
          .width = unsigned{memory.width} * memory.elements,
          .now = now};
}

void EventTriggers::memory_left(unsigned, const InFlight& f, Cycle now) {
  const ptx::MemoryAccess& memory = f.instruction->memory;
  if (f.injected() || memory.space != ptx::Space::global) return;
  happened(access(event_kind_of(memory), f, f.lanes.active, now));
}

void EventTriggers::faulted(unsigned, const InFlight& f, LaneMask lanes, Cycle now) {
  if (!f.injected()) happened(access(AssistEventKind::fault, f, lanes, now));
}

void EventTriggers::missed(unsigned, const char* cache, const InFlight& f, LaneMask lanes,
                           std::uint64_t address, Cycle now) {
  if (f.injected() || cache != std::string_view("L1D")) return;
  happened({.kind = AssistEventKind::miss,
            .warp = f.warp,
            .line = f.instruction->line,
            .lanes = lanes,
            .address = address,
            .now = now});
}

void EventTriggers::filled(unsigned, const char* cache, std::uint64_t address, Cycle now) {
  if (cache != std::string_view("L1D")) return;
  happened({.kind = AssistEventKind::fill, .warp = any_warp(), .address = address, .now = now});
}

void EventTriggers::split(unsigned, unsigned warp, LaneMask taken, LaneMask stay, Cycle now) {
  happened({.kind = AssistEventKind::split,
            .warp = warp,
            .line = issued_line_,
            .lanes = taken,
            .others = stay,
            .now = now});
}

/// Do the lanes only wait for others of their warp, and issue the instruction, or the one behind, later?
bool EventTriggers::gathers(const IssuedInstruction& i) const {
  const ptx::Control control = kernel_->code[i.pc].control;
  const ptx::SimtStack& stack = (*warps_)[i.warp].program.stack;
  return control == ptx::Control::gather ||
         (control == ptx::Control::barrier && stack.independent_threads() && stack.alive() != i.active);
}

void EventTriggers::issued(unsigned, const IssuedInstruction& i, Cycle now) {
  const ptx::Instruction& instruction = kernel_->code[i.pc];
  issued_line_ = instruction.line;
  if (instruction.made || gathers(i)) return;
  Event e{.kind = AssistEventKind::pc,
          .warp = i.warp,
          .line = instruction.line,
          .lanes = i.mask,
          .others = i.active & ~i.mask,
          .now = now};
  happened(e);
  if (instruction.control == ptx::Control::barrier) {
    e.kind = AssistEventKind::barrier;
    happened(e);
  }
  if (instruction.control == ptx::Control::trap && i.mask != 0) {
    e.kind = AssistEventKind::fault;
    happened(e);
  }
}

void EventTriggers::warp_begins(unsigned, unsigned warp, unsigned, unsigned, Cycle now) {
  (*warps_)[warp].program.drops_faults = handles_faults_;
  happened({.kind = AssistEventKind::warp, .warp = warp, .lanes = (*warps_)[warp].program.lanes, .now = now});
}

unsigned EventTriggers::any_warp() const {
  return warps_->live() == 0 ? no_warp : static_cast<unsigned>(std::countr_zero(warps_->live()));
}

void EventTriggers::happened(const Event& e) {
  for (Trigger& t : triggers_)
    if (t.here && t.of.config.event == e.kind && (t.line == 0 || t.line == e.line)) trigger(t, e);
}

void EventTriggers::trigger(Trigger& t, const Event& e) {
  const auto free = std::find_if(records_.begin(), records_.end(),
                                 [](const Record& r) { return r.task.state == AssistTask::State::over; });
  const bool crowds = t.of.config.lossy && 2 * (used_ + 1) > records_.size();
  if (free == records_.end() || crowds || e.warp == no_warp) {
    if (t.of.config.shares_registers())
      throw Error({.place = "caba.records",
                   .what = fmt::format("an event of subroutine '{}', which shares registers, found no record",
                                       t.of.config.name),
                   .value = fmt::format("{}", records_.size()),
                   .legal = "more, so that none is lost"});
    ++t.lost;
    return;
  }
  ++used_;
  Record& r = *free;
  r.event = {};
  if (e.addresses != nullptr)
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((e.lanes >> lane & 1) != 0) r.event.set_long(8 * lane, (*e.addresses)[lane]);
  r.event.set_long(EventRecord::line_address_at, e.address);
  r.event.set_long(EventRecord::memory_at, Launch::own_memory + t.of.memory_at);
  r.event.set(EventRecord::lanes_at, e.lanes);
  r.event.set(EventRecord::others_at, e.others);
  r.event.set(EventRecord::ptx_line_at, e.line);
  r.event.set(EventRecord::width_at, e.width);
  r.event.set(EventRecord::sm_at, sm_);
  r.event.set(EventRecord::warp_at, e.warp);
  r.event.set_long(EventRecord::cycle_at, e.now);
  r.task = {.event = t.of.event,
            .low = t.of.config.priority == AssistPriority::low,
            .warp = e.warp,
            .line = r.event.bytes,
            .bound = true,
            .lanes = e.lanes,
            .drops_faults = t.of.config.drop_faults,
            .statistics = &t.statistics};
  assist_.submit(r.task);
}

}  // namespace heddle

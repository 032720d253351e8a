// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/issue/issue_station.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "models/host/fault.hpp"

namespace heddle {

IssueStation::IssueStation(const SmConfig& config, const Neighbours& n, const SmHooks& hooks,
                           const SmEvents& events, StatGroup& stats)
    : warps_(n.warps),
      fetch_(n.fetch),
      control_(n.control),
      collectors_(n.collectors),
      merge_buffers_(n.merge_buffers),
      values_(n.values),
      events_(events),
      metadata_(hooks.fetch()),
      mapper_(hooks.mapper()),
      gates_(hooks.gates()),
      collector_gates_(hooks.collector_gates()),
      readiness_(n.warps, n.load_store, hooks.encoding()->partial_writes() == PartialWrites::merged),
      scheduled_(config.schedulers),
      turns_(config.starvation_limit),
      slots_(config.schedulers, stats.group("issue_slots")),
      warp_instructions_(
          stats.counter("warp_instructions", "warp instructions", "issued, injected MOVs not counted")),
      thread_instructions_(
          stats.counter("thread_instructions", "thread instructions", "executed by active lanes")),
      divergent_instructions_(stats.counter("divergent_instructions", "warp instructions",
                                            "issued for fewer lanes than the launch filled")),
      moves_(stats.counter("injected_moves", "warp instructions", "MOVs injected by the register file")),
      offered_(stats.counter("offered_instructions", "warp instructions",
                             "neither the program's nor injected MOVs: what techniques offer")),
      merge_stalls_(stats.counter("merge_buffer_stalls", "cycles",
                                  "in which a warp that could issue lacked merge buffers")),
      fair_turns_(stats.counter("fair_turns", "warp instructions",
                                "issued ahead of the policy's choice, of warps that it had passed over for "
                                "starvation_limit cycles")) {
  for (InstructionSource* source : hooks.sources())
    sources_[static_cast<std::size_t>(source->turn())].push_back(source);
  const auto& scheduler = Registry<WarpSchedulerEntry>::instance().find(config.scheduler);
  for (unsigned s = 0; s < config.schedulers; ++s)
    schedulers_.push_back(scheduler.make({config.active_warps}));
  for (unsigned w = 0; w < config.warps; ++w) scheduled_[w % config.schedulers] |= WarpMask{1} << w;
}

void IssueStation::begin(const Launch& launch) {
  launch_ = &launch;
  starved_ = 0;
  turns_.begin();
  readiness_.begin(launch);
}

void IssueStation::take_mapped() {
  // At most this many instructions are issued in a cycle.
  for (std::size_t k = 0; k < schedulers_.size(); ++k)
    if (InFlight* f = mapper_->mapped()) {
      ++entered_;
      collectors_.start(*f);
    }
}

WarpMask IssueStation::open() const {
  WarpMask warps = ~WarpMask{0};
  for (const IssueGate* gate : gates_) warps &= gate->open();
  return warps;
}

/// Warps that merge and for which there are no merge buffers. An instruction waits for as many as any could
/// need.
WarpMask IssueStation::lack_merge_buffers() const {
  if (!merge_buffers_.room(false)) return readiness_.merging();
  return merge_buffers_.room(true) ? 0 : readiness_.merging() & readiness_.needs(CollectorKind::memory);
}

/// Warps whose collectors, or merge buffers, are all taken.
WarpMask IssueStation::no_room() const {
  WarpMask without = lack_merge_buffers();
  const bool full = mapper_ != nullptr && !mapper_->room();
  for (unsigned k = 0; k < collector_kinds; ++k)
    if (const auto kind = static_cast<CollectorKind>(k); full || !collectors_.room(kind))
      without |= readiness_.needs(kind);
  return without;
}

bool IssueStation::finds_registers(unsigned w) const {
  return mapper_ == nullptr ||
         mapper_->finds_registers(w, launch_->kernel->code[warps_[w].program.buffer.front().index]);
}

/// Why nothing is issued in the slot of a scheduler.
SlotUse IssueStation::slot_use(std::size_t scheduler) const {
  const WarpMask all = scheduled_[scheduler] & schedulers_[scheduler]->considered();
  if (const WarpMask ready = readiness_.ready() & all; ready != 0)
    return (ready & readiness_.needs(CollectorKind::memory)) != 0 ? SlotUse::memory_stall
                                                                  : SlotUse::compute_stall;
  return (readiness_.dependent() & all) != 0 ? SlotUse::data_dependence : SlotUse::idle;
}

void IssueStation::end_cycle() {
  readiness_.look();
  if (!turns_.on()) return;
  turns_.end_cycle(readiness_.ready(), waiting(open()));
}

void IssueStation::issue(unsigned held) {
  readiness_.look();
  lacks_merge_buffers_ = (readiness_.ready() & lack_merge_buffers()) != 0;
  const WarpMask open_warps = open(),
                 offered = asks(InstructionSource::Turn::as_a_warp) ? offered_as_warps() : 0;
  if (turns_.on()) turns_.begin_cycle(events_.now(), waiting(open_warps));
  // A scheduler that found all collectors taken comes first in the next cycle, so that it does not
  // starve behind the others.
  const auto n = static_cast<unsigned>(schedulers_.size());
  unsigned s = std::exchange(first_scheduler_, n);
  for (unsigned k = 0; k < n; ++k, s = s + 1 == n ? 0 : s + 1) {
    if ((taken_slots_ >> s & 1) != 0) {
      slots_.set(s, SlotUse::active);
      continue;
    }
    const WarpMask mine = scheduled_[s];
    const WarpMask could = (issuable(open_warps) & ~starved_) | offered;
    // A warp that waits for a register may wait for another one, which the policy does not consider at
    // present.
    const bool may = (held >> s & 1) == 0;
    unsigned w = may ? turns_.turn(events_.now(), could & mine & ~offered) : no_warp;
    const bool ahead = w != no_warp;
    if (may && !ahead)
      w = schedulers_[s]->pick(
          {warps_.live() & mine, could & mine, waiting(open_warps) & mine, warps_.ages()});
    if (w != no_warp && (offered >> w & 1) == 0 && !finds_registers(w)) {
      starved_ |= WarpMask{1} << w;
      w = no_warp;
    }
    if (w == no_warp) {
      const SlotUse use = slot_use(s);
      slots_.set(s, use);
      if ((use == SlotUse::memory_stall || use == SlotUse::compute_stall) && first_scheduler_ == n)
        first_scheduler_ = s;
      continue;
    }
    slots_.set(s, SlotUse::active);
    taken_slots_ |= 1u << s;
    fair_turns_ += ahead ? 1 : 0;
    if ((offered >> w & 1) != 0)
      issue_offered_of(w);
    else
      issue_from(w);
    readiness_.look();
  }
  if (first_scheduler_ == n) first_scheduler_ = 0;
  offers_.clear();  // who was not picked does not enter the collectors in this cycle
}

/// With a mapper, an instruction's registers are known when it has its unit.
bool IssueStation::kept_out(unsigned w, const ptx::Instruction& i, LaneMask mask) const {
  return mapper_ == nullptr && std::ranges::any_of(collector_gates_, [&](CollectorGate* gate) {
           return gate->keeps_out(w, i, mask);
         });
}

void IssueStation::issue_from(unsigned w) {
  Warp& warp = warps_[w];
  const std::uint32_t pc = warp.program.stack.pc();
  const DecodedWord word = warp.program.buffer.front();
  const ptx::Instruction& i = launch_->kernel->code[word.index];
  const LaneMask active = warp.program.stack.active();
  const LaneMask mask = ptx::guarded(i, warp.program.predicates, active);
  // Lanes that wait for the others of their warp at a barrier need no operands for that.
  const bool waits = i.control == ptx::Control::barrier && mask != 0 &&
                     warp.program.stack.independent_threads() && warp.program.stack.alive() != active;
  const bool collected = !waits && collects(i, mask);
  if (collected && kept_out(w, i, mask)) return;

  const std::uint64_t constant = i.constant.any() ? readiness_.take_constant(w) : 0;
  if (i.control == ptx::Control::barrier)
    warp.absent = lanes_that_never_come(*launch_->kernel, warp.program.stack, mask);
  if (!collected) {
    events_.notify(&SmObserver::issued, IssuedInstruction{w, word.index, active, mask});
  } else {
    InFlight& f = warps_.issue(w, warp.program, warp.program, i, launch_->hazards[word.index], mask);
    f.operands.constant = constant;
    if (readiness_.merges(warp.program, i, mask)) merge(f);
    events_.notify(&SmObserver::issued, IssuedInstruction{w, word.index, active, mask, &f});
    collect(f);
    if (i.control != ptx::Control::gather) warp.program.stack.advance();
    if (i.control != ptx::Control::none) warp.collecting = true;
  }
  if (word.flags != 0) {
    if (!collected) warps_.passed(w, i);
    metadata_->issued(w, i, word.flags, collected);
  }
  ++warp_instructions_;
  turns_.issued(w);
  thread_instructions_ += static_cast<unsigned>(std::popcount(mask));
  // The guard of a control instruction says where lanes go, not which take part.
  const bool divergent = (i.control == ptx::Control::none ? mask : active) != warp.program.lanes;
  if (divergent) ++divergent_instructions_;
  if (values_ != nullptr) values_->issued(warp.program.base, launch_->kernel->registers, divergent);
  if (mask == 0 && i.control == ptx::Control::none)
    warp.program.stack.advance();
  else if (!collected)
    control_.execute(w, i, mask);
  if (events_.any()) tell_of_lanes(w, i, active, mask);
  leave(w, pc);
  warps_.look_again(w);
}

/// The warp has executed `i` in its SIMT stack.
void IssueStation::tell_of_lanes(unsigned w, const ptx::Instruction& i, LaneMask before,
                                 LaneMask mask) const {
  const bool parts = i.control == ptx::Control::branch || i.control == ptx::Control::call;
  if (parts && mask != 0 && mask != before) events_.notify(&SmObserver::split, w, mask, before & ~mask);
  const bool ends = i.control == ptx::Control::exit || i.control == ptx::Control::trap;
  if (ends && mask != 0 && !warps_[w].program.stack.done()) events_.notify(&SmObserver::exited, w, mask);
  const LaneMask after = warps_[w].program.stack.active();
  if (after != before && (before & ~after) == 0) events_.notify(&SmObserver::joined, w, after);
}

/// The warp leaves the instruction at `pc`. What is in its buffer may not be what it goes on with.
void IssueStation::leave(unsigned w, std::uint32_t pc) {
  Warp& warp = warps_[w];
  warp.program.buffer.pop();
  const bool done = warp.program.stack.done();
  if (done || warp.program.stack.pc() != pc + 1) warp.program.buffer.clear();
  if (done || !warp.program.buffer.empty()) return;
  if (warp.program.stack.pc() != pc + 1)
    fetch_.want(w, warp.program.stack.pc());
  else
    fetch_.want_next(w);
}

void IssueStation::jump(unsigned w, std::uint32_t target) {
  Warp& warp = warps_[w];
  const LaneMask lanes = warp.program.stack.active();
  warp.program.stack.branch(lanes, target, target);
  events_.notify(&SmObserver::jumped, w, target, lanes);
  warp.program.buffer.clear();
  fetch_.redirect(w, warp.program.stack.pc());
  warps_.look_again(w);
}

/// The instruction also reads its destination registers.
void IssueStation::merge(InFlight& f) {
  f.merges = true;
  const unsigned count = f.instruction->destination_count;
  for (unsigned k = 0; k < count; ++k) f.sources[f.reads++] = f.destinations[k];
  merge_buffers_.take(count, collector_kind(f.instruction->unit) == CollectorKind::memory);
}

/// A mapper has the program's registers; other contexts have their own.
void IssueStation::collect(InFlight& f) {
  collectors_.take(f);
  if (mapper_ != nullptr && !f.in_place && f.context == &warps_[f.warp].program) return mapper_->enter(f);
  if (!f.in_place) ++entered_;
  collectors_.start(f);
}

}  // namespace heddle

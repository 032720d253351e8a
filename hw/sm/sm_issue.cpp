#include <fmt/format.h>

#include <bit>
#include <utility>

#include "hw/sm/streaming_multiprocessor.hpp"
#include "models/host/fault.hpp"

namespace heddle {
namespace {

/// Does the instruction go through an operand collector? Registers are read in one way only, so a barrier
/// with register operands does.
bool collects(const ptx::Instruction& i, LaneMask mask) {
  return mask != 0 && (i.control == ptx::Control::none || i.source_count != 0);
}

/// May its result come from beyond the SM?
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

/// A barrier orders memory within the CTA: everything that the warp sent before it must have left the SM's
/// queues. One that reduces overwrites the outcome of the last one, which must have been read. A fence waits
/// until memory has done it all.
bool StreamingMultiprocessor::must_drain(unsigned w, const ptx::Instruction& i) {
  const Warp& warp = warps_[w];
  if (i.control == ptx::Control::barrier)
    return warp.unsent != 0 || (i.barrier.reduction != ptx::Barrier::Reduction::none && warp.in_flight != 0);
  if (i.control != ptx::Control::fence) return false;
  const WarpMask bit = WarpMask{1} << w;
  fencing_ |= bit;
  if (warp.unsent != 0 || load_store_.outstanding(w) != 0) return true;
  fencing_ &= ~bit;
  return false;
}

void StreamingMultiprocessor::refresh(unsigned w) {
  const Warp& warp = warps_[w];
  const WarpMask bit = WarpMask{1} << w;
  ready_ &= ~bit;
  dependent_ &= ~bit;
  waiting_ &= ~bit;
  branching_ &= ~bit;
  if (warp.at_barrier) waiting_ |= bit;
  if (!warp.live || warp.at_barrier || (collecting_ & bit) != 0 || warp.buffer.empty() || warp.decoding)
    return;
  if (warp.buffer.front().branch) {
    branching_ |= bit;
    return;
  }
  const std::uint32_t index = warp.buffer.front().index;
  const ptx::Instruction& i = launch_->kernel->code[index];
  if (i.control != ptx::Control::none && must_drain(w, i)) {
    waiting_ |= bit;
    return;
  }
  const Hazards& h = launch_->hazards[index];
  if (!warp.clear(h)) {
    dependent_ |= bit;
    if ((warp.loading & (h.reads.registers | h.writes.registers)) != 0) waiting_ |= bit;
    return;
  }
  ready_ |= bit;
  const LaneMask mask = ptx::guarded(i, warp.predicates, warp.stack.active());
  for (WarpMask& needs : needs_) needs &= ~bit;
  merging_ &= ~bit;
  if (!collects(i, mask)) return;
  needs_[static_cast<unsigned>(collector_kind(i.unit))] |= bit;
  if (merges(warp, i, mask)) merging_ |= bit;
}

/// Warps whose collectors, or merge buffers, are all taken. An instruction that merges waits for as many
/// buffers as any could need.
WarpMask StreamingMultiprocessor::no_room() const {
  WarpMask without = merge_buffers_ < ptx::max_destinations ? merging_ : 0;
  const bool full = place_ != nullptr && !place_->room();
  for (unsigned k = 0; k < collector_kinds; ++k)
    if (full || !collectors_.room(static_cast<CollectorKind>(k))) without |= needs_[k];
  return without;
}

/// Of these warps, those whose instruction would find no register for its results.
WarpMask StreamingMultiprocessor::without_registers(WarpMask warps) const {
  WarpMask without = 0;
  for (; warps != 0; warps &= warps - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(warps));
    if (!place_->finds_registers(w, launch_->kernel->code[warps_[w].buffer.front().index]))
      without |= WarpMask{1} << w;
  }
  return without;
}

/// Warps of CTAs that may issue.
WarpMask StreamingMultiprocessor::allowed_warps() const {
  if (place_ == nullptr) return ~WarpMask{0};
  const std::uint32_t ctas = place_->allowed();
  const unsigned n = launch_->warps_per_cta;
  WarpMask warps = 0;
  for (unsigned slot = 0; slot < launch_->ctas_per_sm; ++slot)
    if (ctas >> slot & 1) warps |= (n == 64 ? ~WarpMask{0} : (WarpMask{1} << n) - 1) << slot * n;
  return warps & ~place_->held();
}

/// Where registers are spilled: tells who waits for what, and issues the stores and loads.
void StreamingMultiprocessor::spill_registers() {
  if (const RegisterPlace::Injected i = place_->injected(); i.instruction != nullptr) {
    InFlight& f = dispatch_to_collector(i.warp, *i.instruction, *i.hazards, warps_[i.warp].launched);
    f.injected = true;
    place_->enter(f);
  }
  RegisterPlace::WarpsNow now;
  WarpMask present = 0;
  const WarpMask could = issuable(allowed_warps()), without = without_registers(could);
  for (unsigned w = 0; w < warps_.size(); ++w) {
    const Warp& warp = warps_[w];
    if (!warp.live) continue;
    const WarpMask bit = WarpMask{1} << w;
    present |= bit;
    if (warp.at_barrier) now.waiting |= bit;
    if (warp.settled() && warp.releasing == 0 && !warp.decoding && warp.unsent == 0) now.settled |= bit;
  }
  now.starved = without;
  now.quiet = present != 0 && could == without && now.settled == present &&
              (present & ~(now.starved | now.waiting | place_->held())) == 0;
  place_->see(now);
}

/// Of a slot in which nothing is issued.
SlotUse StreamingMultiprocessor::slot_use(std::size_t scheduler) const {
  const WarpMask all = scheduled_[scheduler] & schedulers_[scheduler]->considered();
  if (const WarpMask ready = ready_ & all; ready != 0)
    return (ready & needs_[static_cast<unsigned>(CollectorKind::memory)]) != 0 ? SlotUse::memory_stall
                                                                               : SlotUse::compute_stall;
  return (dependent_ & all) != 0 ? SlotUse::data_dependence : SlotUse::idle;
}

void StreamingMultiprocessor::issue() {
  issued_ = false;
  if (merge_buffers_ < ptx::max_destinations && (ready_ & merging_) != 0) ++merge_stalls_;
  // Who found the collectors taken is asked first in the next cycle, so that the others do not always come
  // before it.
  const WarpMask allowed = allowed_warps();
  const auto n = static_cast<unsigned>(schedulers_.size());
  unsigned s = std::exchange(first_scheduler_, n);
  for (unsigned k = 0; k < n; ++k, s = s + 1 == n ? 0 : s + 1) {
    const WarpMask mine = scheduled_[s];
    WarpMask could = issuable(allowed) & mine, starved = 0;
    if (could != 0 && place_ != nullptr && place_->scarce()) starved = without_registers(could);
    could &= ~starved;
    // Who waits for a register may wait for a warp that the policy leaves out at present.
    const unsigned w =
        holds(static_cast<unsigned>(Latch::issue_slots) + s)
            ? no_warp
            : schedulers_[s]->pick({live_ & mine, could, (waiting_ | ~allowed | starved) & mine, age_});
    if (w == no_warp) {
      const SlotUse use = slot_use(s);
      slots_.set(s, use);
      if ((use == SlotUse::memory_stall || use == SlotUse::compute_stall) && first_scheduler_ == n)
        first_scheduler_ = s;
      continue;
    }
    slots_.set(s, SlotUse::active);
    issued_ = true;
    issue_from(w);
  }
  if (first_scheduler_ == n) first_scheduler_ = 0;
}

void StreamingMultiprocessor::issue_from(unsigned w) {
  Warp& warp = warps_[w];
  const std::uint32_t pc = warp.stack.pc();
  const DecodedWord word = warp.buffer.front();
  const ptx::Instruction& i = launch_->kernel->code[word.index];
  const LaneMask active = warp.stack.active();
  const LaneMask mask = ptx::guarded(i, warp.predicates, active);

  if (i.control == ptx::Control::barrier)
    warp.absent = lanes_that_never_come(*launch_->kernel, warp.stack, mask);
  if (!collects(i, mask)) {
    observers.tell(&SmObserver::issued, index_, IssuedInstruction{w, word.index, active, mask}, cycle_);
  } else {
    InFlight& f = dispatch_to_collector(w, i, launch_->hazards[word.index], mask);
    observers.tell(&SmObserver::issued, index_, IssuedInstruction{w, word.index, active, mask, &f}, cycle_);
    if (place_ != nullptr)
      place_->enter(f);
    else
      find_operands(f);
    warp.stack.advance();
    if (i.control != ptx::Control::none) collecting_ |= WarpMask{1} << w;
  }
  if (word.flags != 0) {
    warp.decoding = !collects(i, mask);
    place_->flagged(w, i, word.flags, !warp.decoding);
  }
  ++warp_instructions_;
  thread_instructions_ += static_cast<unsigned>(std::popcount(mask));
  // The guard of a control instruction says where lanes go, not which take part.
  const bool divergent = (i.control == ptx::Control::none ? mask : active) != warp.launched;
  if (divergent) ++divergent_instructions_;
  if (values_ && place_ == nullptr) values_->issued(warp.base, launch_->kernel->registers, divergent);
  if (mask == 0 && i.control == ptx::Control::none)
    warp.stack.advance();
  else if (!collects(i, mask))
    control(w, i, mask);
  issued_one(w, pc);
  refresh(w);
}

/// The warp leaves the instruction at `pc`. What is in its buffer may not be what it goes on with.
void StreamingMultiprocessor::issued_one(unsigned w, std::uint32_t pc) {
  Warp& warp = warps_[w];
  warp.buffer.pop();
  const bool done = warp.stack.done();
  if (done || warp.stack.pc() != pc + 1) warp.buffer.clear();
  if (done || !warp.buffer.empty()) return;
  if (warp.stack.pc() != pc + 1)
    fetch_.want(w, warp.stack.pc());
  else
    fetch_.want_next(w);
}

/// A pbr is no instruction: it takes no issue slot, but the way to the decoder of releases, one in a cycle.
void StreamingMultiprocessor::release_at_branch() {
  if (branching_ == 0) return;
  const auto w = static_cast<unsigned>(std::countr_zero(branching_));
  Warp& warp = warps_[w];
  warp.decoding = true;
  place_->branch(w, warp.buffer.front().bits);
  warp.buffer.pop();
  if (warp.buffer.empty()) fetch_.want_next(w);
  refresh(w);
}

/// The registers of an instruction are known: it enters a collector.
void StreamingMultiprocessor::find_operands(InFlight& f) {
  if (collectors_.allocate(f)) operands_read(f);
  if (inject_ && f.move < 0 && f.instruction->destination_count != 0) check_for_move(f);
}

/// Does the instruction read the registers that it writes, to write them whole?
bool StreamingMultiprocessor::merges(const Warp& warp, const ptx::Instruction& i, LaneMask mask) const {
  return mask != warp.launched && i.destination_count != 0 && form_.partial_writes() == PartialWrites::merged;
}

/// Shows an instruction that has entered a collector unit to the mov_injector. No write to its destinations
/// is under way, so their form stays what it is.
void StreamingMultiprocessor::check_for_move(const InFlight& f) {
  unsigned compressed = 0;
  for (unsigned k = 0; k < f.instruction->destination_count; ++k)
    if (!form_.plain(f.destinations[k])) compressed |= 1u << k;
  inject_->check(f.collector, !f.whole, compressed);
}

/// The MOV ahead of an instruction that writes some lanes of a compressed register (Lee2015 section 5.2). It
/// waits until the instruction has read its own operands, of which the register may be one: they were asked
/// for in the form that the MOV changes.
void StreamingMultiprocessor::inject_move() {
  const InjectedMove* const move = inject_->move();
  if (move == nullptr || !collectors_.room_for_move()) return;
  const InFlight* const waiting = collectors_.instruction(move->unit);
  if (waiting == nullptr || move->destination >= waiting->instruction->destination_count)
    throw Error({.place = name(),
                 .what = "mov_injector asks for a MOV of what no collector unit holds",
                 .value = fmt::format("unit {}, destination {}", move->unit, move->destination)});
  const InFlight& f = *waiting;
  if (f.arrived != f.reads) return;
  const unsigned r = f.instruction->destinations[move->destination];
  const RegisterId place = f.destinations[move->destination];
  InFlight& made =
      dispatch_to_collector(f.warp, moves_by_register_[r], move_hazards_[r], warps_[f.warp].launched);
  made.move = MoveInjection::number_of(*move);
  made.injected = true;
  made.sources[0] = made.destinations[0] = place;
  find_operands(made);
  inject_->issued();
  ++moves_;
}

InFlight& StreamingMultiprocessor::dispatch_to_collector(unsigned w, const ptx::Instruction& i,
                                                         const Hazards& h, LaneMask mask) {
  Warp& warp = warps_[w];
  InFlight& f = pool_.acquire();
  f.instruction = &i;
  f.hazards = &h;
  f.sequence = ++next_sequence_;
  f.issued = cycle_;
  f.mask = mask;
  f.warp = static_cast<std::uint8_t>(w);
  f.whole = mask == warp.launched;
  f.operands.barrier_result = warp.context.barrier_result;
  f.move = -1;
  f.injected = false;
  f.merges = merges(warp, i, mask);
  for (unsigned k = 0; k < i.source_count; ++k)
    f.sources[k] = static_cast<RegisterId>(warp.base + i.sources[k]);
  for (unsigned k = 0; k < i.destination_count; ++k)
    f.destinations[k] = static_cast<RegisterId>(warp.base + i.destinations[k]);
  f.reads = i.source_count;
  if (f.merges) {
    for (unsigned k = 0; k < i.destination_count; ++k) f.sources[f.reads++] = f.destinations[k];
    merge_buffers_ -= i.destination_count;
  }
  warp.writing |= h.writes;
  if (far(i)) warp.loading |= h.writes.registers;
  warp.reading.add(h.reads);
  ++warp.in_flight;
  if (i.unit == ptx::Unit::ldst) ++warp.unsent;
  return f;
}

void StreamingMultiprocessor::control(unsigned w, const ptx::Instruction& i, LaneMask mask) {
  Warp& warp = warps_[w];
  switch (i.control) {
    case ptx::Control::branch:
      warp.stack.branch(mask, i.target, i.reconvergence);
      break;
    case ptx::Control::exit:
      warp.stack.exit(mask);
      break;
    case ptx::Control::call:
      if (warp.stack.full()) throw call_depth_error(*launch_->kernel, i, warp.context.warp_id);
      warp.stack.call(mask, i.target);
      break;
    case ptx::Control::ret:
      warp.stack.ret();
      break;
    case ptx::Control::trap:
      if (mask != 0) throw trap_error(*launch_->kernel, i, warp.context.warp_id, mask);
      warp.stack.advance();
      break;
    case ptx::Control::barrier:
      warp.stack.advance();
      if (mask != 0) {
        ptx::Operands operands;  // no registers: with these it would have been collected
        collect_predicates(i, warp.predicates, operands);
        arrive(w, i, operands, mask);
      }
      break;
    case ptx::Control::fence:
      if (i.memory.cache == ptx::CacheOperator::global) load_store_.forget_global();
      warp.stack.advance();
      break;
    default:
      break;
  }
  if (warp.stack.done()) {
    live_ &= ~(WarpMask{1} << w);
    leave_barriers(w);
    settle(w);
  }
}

}  // namespace heddle

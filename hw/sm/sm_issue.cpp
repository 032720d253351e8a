#include <fmt/format.h>

#include <bit>

#include "hw/sm/streaming_multiprocessor.hpp"
#include "models/host/fault.hpp"

namespace heddle {

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
  if (!warp.live || warp.at_barrier || ((refetching_ | collecting_) & bit) != 0 || warp.stack.done()) return;
  const std::uint32_t pc = warp.stack.pc();
  const ptx::Instruction& i = launch_->kernel->code[pc];
  if (i.control != ptx::Control::none && must_drain(w, i)) return;
  if (warp.clear(launch_->hazards[pc])) ready_ |= bit;
}

void StreamingMultiprocessor::issue(Cycle now) {
  for (WarpMask back = refetched_[now % refetched_.size()]; back != 0; back &= back - 1) {
    const auto w = static_cast<unsigned>(std::countr_zero(back));
    refetching_ &= ~(WarpMask{1} << w);
    refresh(w);
  }
  refetched_[now % refetched_.size()] = 0;

  for (std::size_t s = 0; s < schedulers_.size(); ++s) {
    const WarpMask candidates = ready_ & scheduled_[s];
    if (candidates == 0) continue;
    if (!issue_from(schedulers_[s]->pick(candidates, age_), now)) ++issue_stalls_collector_;
  }
}

bool StreamingMultiprocessor::issue_from(unsigned w, Cycle now) {
  Warp& warp = warps_[w];
  const std::uint32_t pc = warp.stack.pc();
  const ptx::Instruction& i = launch_->kernel->code[pc];
  const LaneMask active = warp.stack.active();
  const LaneMask mask = ptx::guarded(i, warp.context, active);

  if (i.control == ptx::Control::barrier)
    warp.absent = lanes_that_never_come(*launch_->kernel, warp.stack, mask);
  // Registers are read in one way only, so a barrier with register operands goes that way too.
  const bool collects = mask != 0 && (i.control == ptx::Control::none || i.source_count != 0);
  if (collects) {
    if (!collectors_.free()) return false;
    if (mask != warp.launched && inject_move(w, i)) return true;
    dispatch_to_collector(w, i, launch_->hazards[pc], mask, false);
    warp.stack.advance();
    if (i.control != ptx::Control::none) collecting_ |= WarpMask{1} << w;
  }
  ++warp_instructions_;
  thread_instructions_ += static_cast<unsigned>(std::popcount(mask));
  // The guard of a control instruction says where lanes go, not which take part.
  if ((i.control == ptx::Control::none ? mask : active) != warp.launched) ++divergent_instructions_;
  if (mask == 0 && i.control == ptx::Control::none)
    warp.stack.advance();
  else if (!collects)
    control(w, i, mask, now);
  refresh(w);
  return true;
}

/// A write of single lanes into a register that is not held plain: rewrites the register first (Lee2015
/// section 5.2). The MOV writes the register that the instruction writes, so the scoreboard holds the
/// instruction back.
bool StreamingMultiprocessor::inject_move(unsigned w, const ptx::Instruction& i) {
  Warp& warp = warps_[w];
  for (unsigned k = 0; k < i.destination_count; ++k) {
    const unsigned r = i.destinations[k];
    if (!form_.needs_move(static_cast<RegisterId>(warp.base + r))) continue;
    dispatch_to_collector(w, moves_by_register_[r], move_hazards_[r], warp.launched, true);
    ++moves_;
    refresh(w);
    return true;
  }
  return false;
}

void StreamingMultiprocessor::dispatch_to_collector(unsigned w, const ptx::Instruction& i, const Hazards& h,
                                                    LaneMask mask, bool injected) {
  Warp& warp = warps_[w];
  InFlight& f = pool_.acquire();
  f.instruction = &i;
  f.hazards = &h;
  f.sequence = ++next_sequence_;
  f.mask = mask;
  f.warp = static_cast<std::uint8_t>(w);
  f.whole = mask == warp.launched;
  f.injected = injected;
  for (unsigned k = 0; k < i.source_count; ++k)
    f.sources[k] = static_cast<RegisterId>(warp.base + i.sources[k]);
  for (unsigned k = 0; k < i.destination_count; ++k)
    f.destinations[k] = static_cast<RegisterId>(warp.base + i.destinations[k]);
  warp.writing |= h.writes;
  warp.reading.add(h.reads);
  ++warp.in_flight;
  if (i.unit == ptx::Unit::ldst) ++warp.unsent;
  collectors_.allocate(f);
  if (i.source_count == 0) operands_read(f);
}

void StreamingMultiprocessor::control(unsigned w, const ptx::Instruction& i, LaneMask mask, Cycle now) {
  static const ptx::Operands no_operands{};
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
      if (mask != 0) arrive(w, i, no_operands, mask);
      break;
    case ptx::Control::fence:
      if (i.memory.cache == ptx::CacheOperator::global) load_store_.forget_global();
      warp.stack.advance();
      break;
    default:
      break;
  }
  if (warp.stack.done()) {
    leave_barriers(w);
    if (warp.settled()) finish_warp(w);
    return;
  }
  refetching_ |= WarpMask{1} << w;
  refetched_[(now + config_.branch_latency) % refetched_.size()] |= WarpMask{1} << w;
}

}  // namespace heddle

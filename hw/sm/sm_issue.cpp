#include <fmt/format.h>

#include <bit>

#include "hw/sm/streaming_multiprocessor.hpp"
#include "models/host/fault.hpp"

namespace heddle {

void StreamingMultiprocessor::refresh(unsigned w) {
  const Warp& warp = warps_[w];
  const WarpMask bit = WarpMask{1} << w;
  ready_ &= ~bit;
  if (!warp.live || warp.at_barrier || (refetching_ & bit) != 0 || warp.stack.done()) return;
  const std::uint32_t pc = warp.stack.pc();
  // A barrier also orders memory: everything that the warp sent before it must have left the SM's queues.
  if (launch_->kernel->code[pc].control == ptx::Control::barrier && warp.unsent != 0) return;
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

  if (i.control == ptx::Control::none && mask != 0) {
    if (!collectors_.free()) return false;
    if (mask != warp.launched && inject_move(w, i)) return true;
    dispatch_to_collector(w, i, launch_->hazards[pc], mask, false);
    warp.stack.advance();
  }
  ++warp_instructions_;
  thread_instructions_ += static_cast<unsigned>(std::popcount(mask));
  // The guard of a control instruction says where lanes go, not which take part.
  if ((i.control == ptx::Control::none ? mask : active) != warp.launched) ++divergent_instructions_;
  if (i.control != ptx::Control::none)
    control(w, i, mask, now);
  else if (mask == 0)
    warp.stack.advance();
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
      if (mask == 0) break;
      if (const LaneMask absent = warp.stack.alive() & ~mask; absent != 0)
        throw barrier_error(*launch_->kernel,
                            std::array{WaitingWarp{warp.context.warp_id, mask, absent, i.line}});
      warp.at_barrier = true;
      ++ctas_[warp.cta].at_barrier;
      release_barrier(warp.cta);
      break;
    default:
      break;
  }
  if (warp.stack.done()) {
    if (warp.settled()) finish_warp(w);
    return;
  }
  refetching_ |= WarpMask{1} << w;
  refetched_[(now + config_.branch_latency) % refetched_.size()] |= WarpMask{1} << w;
}

void StreamingMultiprocessor::release_barrier(unsigned cta) {
  CtaSlot& slot = ctas_[cta];
  unsigned running = 0;  // a warp that has left counts as arrived
  const unsigned first = cta * launch_->warps_per_cta;
  for (unsigned w = first; w < first + launch_->warps_per_cta; ++w)
    running += warps_[w].live && !warps_[w].stack.done();
  if (slot.at_barrier == 0 || slot.at_barrier < running) return;
  slot.at_barrier = 0;
  for (unsigned w = first; w < first + launch_->warps_per_cta; ++w) {
    warps_[w].at_barrier = false;
    refresh(w);
  }
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/tandem.hpp"

#include <bit>

/// Control instructions, which leave the pipeline at issue, and barriers.
namespace heddle {

using ptx::Instruction;

void Tandem::control(TandemWarp& w, const Instruction& i, LaneMask lanes) {
  switch (i.control) {
    case ptx::Control::branch:
      w.stack.branch(lanes, i.target, i.reconvergence);
      break;
    case ptx::Control::exit:
      w.stack.exit(lanes);
      break;
    case ptx::Control::call:
      w.stack.call(lanes, i.target);
      break;
    case ptx::Control::ret:
      w.stack.ret();
      break;
    case ptx::Control::barrier:
      if (lanes != 0) {
        if (w.stack.gather(all_lanes) == ptx::SimtStack::Gathering::waits) break;
        arrive(w, i, lanes);
      }
      w.stack.advance();
      break;
    case ptx::Control::gather:
      if (lanes == 0 || w.stack.gather(gathered_lanes(i, w.context, operands_, lanes)) ==
                            ptx::SimtStack::Gathering::together)
        w.stack.advance();
      break;
    case ptx::Control::fence:
      if (lanes != 0) cta_of(w).unfollowed = true;
      w.stack.advance();
      break;
    default:
      w.stack.advance();
  }
  if (!w.stack.done()) return;
  Cta& cta = cta_of(w);
  cta.clocks.leave(w.context.warp_id);
  release(cta, w, cta.barriers.leave(w.context.warp_id), true);
}

void Tandem::arrive(TandemWarp& w, const Instruction& i, LaneMask lanes) {
  const BarrierArrival arrival = barrier_arrival(*kernel_, i, w.context, operands_, lanes, warps_per_cta_);
  Cta& cta = cta_of(w);
  w.waiting = i.barrier.waits;
  cta.clocks.arrive(w.context.warp_id, arrival);
  show(cta, w);
  release(cta, w, cta.barriers.arrive(*kernel_, i, w.context.warp_id, arrival), arrival.warps == 0);
}

/// Copies what the warp has seen of its CTA into the agent of its next memory accesses.
void Tandem::show(const Cta& cta, TandemWarp& w) {
  const unsigned index = w.context.warp_id;
  w.agent.time = cta.clocks.time(index);
  w.agent.seen = cta.clocks.seen(index);
  w.agent.seen_of_all = cta.clocks.seen_of_all(index);
}

/// Opens a barrier; `whole` says that it was a barrier of all warps of the CTA.
void Tandem::release(Cta& cta, TandemWarp& by, CtaBarriers::WarpSet released, bool whole) {
  if (released == 0) return;
  if (whole)
    replay_atomics(cta);
  else
    cta.unfollowed |= !cta.atomics.empty();
  cta.clocks.open(released, whole);
  for (auto rest = released; rest != 0; rest &= rest - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(rest));
    TandemWarp& w = warp(by.sm, cta.first + index);
    w.waiting = false;
    show(cta, w);
    w.context.barrier_result = cta.barriers.result(index);
  }
  for (auto rest = released; rest != 0; rest &= rest - 1) {
    const unsigned slot = cta.first + static_cast<unsigned>(std::countr_zero(rest));
    if (slot != by.slot) advance(by.sm, slot);
  }
}

}  // namespace heddle

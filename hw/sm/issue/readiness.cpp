// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/issue/readiness.hpp"

namespace heddle {

/// A barrier orders memory within the CTA: everything that the warp sent before it must have left the SM's
/// queues. One that reduces overwrites the outcome of the last one, which must have been read. A fence waits
/// until memory has done it all. A wait for copies lasts until these are in shared memory.
bool Readiness::must_drain(unsigned w, const ptx::Instruction& i) {
  Warp& warp = warps_[w];
  if (i.control == ptx::Control::barrier)
    return warp.unsent != 0 || (i.barrier.reduction != ptx::Barrier::Reduction::none && warp.in_flight != 0);
  if (i.control == ptx::Control::await) return warp.copies.exceed(i.operand[0].immediate);
  if (i.control != ptx::Control::fence) return false;
  return warp.fencing = warp.unsent != 0 || load_store_.outstanding(w) != 0;
}

void Readiness::look_at(unsigned w) {
  const Warp& warp = warps_[w];
  const WarpMask bit = WarpMask{1} << w;
  ready_ &= ~bit;
  dependent_ &= ~bit;
  waiting_ &= ~bit;
  if (warp.at_barrier) waiting_ |= bit;
  if (!warp.live || warp.at_barrier || warp.collecting || warp.program.buffer.empty()) return;
  const std::uint32_t index = warp.program.buffer.front().index;
  const ptx::Instruction& i = launch_->kernel->code[index];
  if (i.control != ptx::Control::none && must_drain(w, i)) {
    waiting_ |= bit;
    return;
  }
  if (i.constant.any() && !load_store_.constant_operands().ready(w, index)) {
    waiting_ |= bit;
    return;
  }
  const Hazards& h = launch_->hazards[index];
  if (!warp.clear(h)) {
    dependent_ |= bit;
    const ThreadRegisters& loading = warp.program.loading;
    if (loading.meets(h.reads.registers) || loading.meets(h.writes.registers)) waiting_ |= bit;
    return;
  }
  ready_ |= bit;
  const LaneMask mask = ptx::guarded(i, warp.program.predicates, warp.program.stack.active());
  for (WarpMask& needs : needs_) needs &= ~bit;
  merging_ &= ~bit;
  if (!collects(i, mask)) return;
  needs_[static_cast<unsigned>(collector_kind(i.unit))] |= bit;
  if (merges(warp.program, i, mask)) merging_ |= bit;
}

}  // namespace heddle

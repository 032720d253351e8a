// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/warps/barriers.hpp"

#include <array>
#include <bit>

#include "models/host/fault.hpp"

namespace heddle {

void Barriers::begin(const ptx::Kernel& kernel, unsigned ctas, unsigned warps_per_cta) {
  kernel_ = &kernel;
  warps_per_cta_ = warps_per_cta;
  ctas_.assign(ctas, CtaBarriers{});
}

void Barriers::begin_cta(unsigned slot) { ctas_[slot] = CtaBarriers(warps_per_cta_); }

void Barriers::arrive(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands, LaneMask mask) {
  Warp& warp = warps_[w];
  const BarrierArrival arrival = barrier_arrival(*kernel_, i, warp.context, operands, mask, warps_per_cta_);
  warp.barrier = arrival.number;
  warp.barrier_line = i.line;
  warp.at_barrier = i.barrier.waits;
  if (warp.at_barrier && warp.absent != 0)
    throw barrier_error(*kernel_,
                        std::array{WaitingWarp{warp.context.warp_id, warp.absent, i.line, arrival.number}});
  open(warp.cta, ctas_[warp.cta].arrive(*kernel_, i, warp.context.warp_id, arrival));
  if (warp.at_barrier) check_deadlock(warp.cta);
}

void Barriers::leave(unsigned w) {
  const Warp& warp = warps_[w];
  open(warp.cta, ctas_[warp.cta].leave(warp.context.warp_id));
  check_deadlock(warp.cta);
}

void Barriers::open(unsigned cta, CtaBarriers::WarpSet released) {
  for (; released != 0; released &= released - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(released));
    const unsigned w = cta * warps_per_cta_ + index;
    warps_[w].at_barrier = false;
    warps_[w].context.barrier_result = ctas_[cta].result(index);
    warps_.changed(w);
  }
}

void Barriers::check_deadlock(unsigned cta) const {
  const unsigned first = cta * warps_per_cta_;
  const auto alive = [&](unsigned w) { return warps_[w].live && !warps_[w].program.stack.done(); };
  for (unsigned w = first; w < first + warps_per_cta_; ++w)
    if (alive(w) && !warps_[w].at_barrier) return;
  std::vector<WaitingWarp> waiting;
  for (unsigned w = first; w < first + warps_per_cta_; ++w)
    if (alive(w))
      waiting.push_back({warps_[w].context.warp_id, 0, warps_[w].barrier_line, warps_[w].barrier});
  if (!waiting.empty()) throw barrier_error(*kernel_, waiting);
}

}  // namespace heddle

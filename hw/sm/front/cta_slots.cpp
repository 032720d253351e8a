// SPDX-License-Identifier: Apache-2.0
#include "hw/sm/front/cta_slots.hpp"

#include "models/base/random.hpp"
#include "models/host/launch.hpp"

namespace heddle {

CtaSlots::CtaSlots(unsigned sm, const SmTechniqueParts& parts, const Neighbours& neighbours,
                   const SmHooks& hooks, std::span<const std::unique_ptr<SmTechnique>> techniques,
                   const SmEvents& events)
    : sm_(sm),
      most_delay_(parts.config.cta_start_delay),
      seed_(parts.config.cta_start_seed),
      period_(static_cast<double>(parts.clock.period_fs()), sc_core::SC_FS),
      to_(neighbours),
      mapper_(hooks.mapper()),
      techniques_(techniques),
      events_(events),
      encoding_(*hooks.encoding()) {}

void CtaSlots::begin(const Launch& launch) {
  launch_ = &launch;
  warps_left_.assign(launch.resident_ctas(), 0);
  free_.clear();
  for (unsigned slot = launch.resident_ctas(); slot-- > 0;) free_.push_back(slot);
}

sc_core::sc_time CtaSlots::delay(const Dim3& id) const {
  if (most_delay_ == 0) return sc_core::SC_ZERO_TIME;
  const Dim3& grid = launch_->request.grid;
  const std::uint64_t number = id.x + grid.x * (id.y + std::uint64_t{grid.y} * id.z);
  return Random(seed_ * grid.count() + number).below(most_delay_ + 1) * period_;
}

void CtaSlots::accept() {
  while (!arriving_.empty() && to_.clearing.empty() && arriving_.front().first < sc_core::sc_time_stamp()) {
    const Dim3 id = arriving_.front().second;
    arriving_.erase(arriving_.begin());
    const unsigned slot = free_.back();
    free_.pop_back();
    ++live_;
    warps_left_[slot] = launch_->warps_per_cta;
    to_.barriers.begin_cta(slot);
    to_.load_store.begin_cta(slot);
    for (const auto& t : techniques_) t->cta_begins(slot);
    events_.notify(&SmObserver::cta_begins, slot, id);
    for (unsigned k = 0; k < launch_->warps_per_cta; ++k) start_warp(slot, k, id);
  }
}

void CtaSlots::start_warp(unsigned slot, unsigned index, Dim3 id) {
  const unsigned w = slot * launch_->warps_per_cta + index;
  Warp& warp = to_.warps.begin(w);
  warp.cta = slot;
  warp.program.base = static_cast<RegisterId>(w * launch_->registers());
  warp.program.lanes = launched_lanes(launch_->request.cta, index);
  warp.context = warp_context(launch_->request, id, index);
  warp.context.sm = sm_;
  warp.context.sm_count = launch_->sms;
  warp.context.slot = w;
  warp.program.stack =
      ptx::SimtStack(warp.program.lanes, launch_->kernel->divergence == ptx::Divergence::threads);
  ++live_warps_;
  drained_ &= ~(WarpMask{1} << w);
  events_.notify(&SmObserver::warp_begins, w, slot, index);
  to_.fetch.want(w, warp.program.stack.pc());
}

bool CtaSlots::end_warps() {
  bool cta_ended = false;
  for (unsigned w = to_.warps.take_drained(); w != no_warp; w = to_.warps.take_drained()) {
    if (const WarpMask bit = WarpMask{1} << w; events_.any() && (drained_ & bit) == 0) {
      drained_ |= bit;
      const SmObserver::Peek peek = [this](RegisterId r) { return encoding_.peek(to_.banks, r); };
      events_.notify(&SmObserver::drained, w, peek);
    }
    if (mapper_ == nullptr || mapper_->ended(w)) cta_ended |= end_warp(w);
  }
  return cta_ended;
}

/// True when its CTA has ended with it.
bool CtaSlots::end_warp(unsigned w) {
  const Warp& warp = to_.warps[w];
  to_.warps.end(w);
  --live_warps_;
  events_.notify(&SmObserver::warp_ends, w);
  if (mapper_ == nullptr)
    to_.clearing.clear({warp.program.base, static_cast<std::uint16_t>(launch_->registers())});
  else if (const RegisterRange fixed = mapper_->fixed(w); fixed.count != 0)
    to_.clearing.clear(fixed);
  if (--warps_left_[warp.cta] != 0) return false;
  events_.notify(&SmObserver::cta_ends, warp.cta);
  for (const auto& t : techniques_) t->cta_ends(warp.cta);
  free_.push_back(warp.cta);
  --live_;
  return true;
}

}  // namespace heddle

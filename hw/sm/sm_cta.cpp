#include <fmt/format.h>

#include "hw/sm/streaming_multiprocessor.hpp"
#include "models/host/launch.hpp"

namespace heddle {

void StreamingMultiprocessor::begin(const Launch& launch) {
  launch_ = &launch;
  load_store_.begin();
  fetch_.begin(launch.code, Launch::code_address);
  if (place_ != nullptr) {
    place_begins_ = true;
    begun_ = sc_core::sc_time_stamp();
    wake();
  }
  if (place_ != nullptr && observers.any())
    place_->on_lifetime = [this](unsigned w, unsigned r, bool live) {
      observers.tell(live ? &SmObserver::register_lives : &SmObserver::register_dies, index_, w, r, cycle_);
    };
  if (observers.any())
    write_back_.encoded = [this](const RegisterWrite& w) {
      observers.tell(&SmObserver::encoded, index_, w, cycle_);
    };
  observers.tell(&SmObserver::launch_begins, index_, launch);
  ctas_.assign(launch.ctas_per_sm, {});
  shared_.assign(launch.ctas_per_sm, {});
  free_ctas_.clear();
  for (unsigned slot = launch.ctas_per_sm; slot-- > 0;) free_ctas_.push_back(slot);
}

void StreamingMultiprocessor::start_cta(Dim3 id) {
  arriving_.emplace_back(sc_core::sc_time_stamp(), id);
  wake();
}

void StreamingMultiprocessor::clear_registers() {
  if (!cleared_.empty()) {
    form_.clear(cleared_.front());
    if (power_) power_->clear(cleared_.front());
    cleared_.pop();
  } else if (place_ != nullptr) {
    // A form that keeps something of a register hears of one in a cycle.
    for (unsigned k = form_.partial_writes() == PartialWrites::in_place ? clusters : 1; k > 0; --k) {
      const RegisterId r = place_->freed();
      if (r == RegisterPlace::nowhere) break;
      form_.clear({r, 1});
      if (power_ && !power_->forget(r)) {
        power_->clear({r, 1});
        break;
      }
    }
  }
}

/// No CTA begins before its fixed registers have been cleared.
void StreamingMultiprocessor::accept_ctas() {
  while (!arriving_.empty() && cleared_.empty() && arriving_.front().first < sc_core::sc_time_stamp()) {
    const unsigned slot = free_ctas_.back();
    free_ctas_.pop_back();
    ctas_[slot] = {launch_->warps_per_cta, CtaBarriers(launch_->warps_per_cta)};
    shared_[slot].assign(launch_->shared_bytes, std::byte{0});
    ++live_ctas_;
    if (place_ != nullptr) place_->start_cta(slot);
    observers.tell(&SmObserver::cta_begins, index_, slot, arriving_.front().second, cycle_);
    for (unsigned k = 0; k < launch_->warps_per_cta; ++k) start_warp(slot, k, arriving_.front().second);
    arriving_.erase(arriving_.begin());
  }
}

void StreamingMultiprocessor::start_warp(unsigned slot, unsigned index, Dim3 id) {
  const unsigned w = slot * launch_->warps_per_cta + index;
  const unsigned registers = launch_->kernel->registers;
  Warp& warp = warps_[w] = Warp{};
  warp.live = true;
  warp.cta = slot;
  warp.base = static_cast<RegisterId>(w * registers);
  warp.launched = launched_lanes(launch_->request.cta, index);
  warp.context = warp_context(launch_->request, id, index);
  warp.context.sm = index_;
  warp.context.sm_count = launch_->sms;
  warp.context.slot = w;
  warp.stack = ptx::SimtStack(warp.launched);
  age_[w] = ++next_sequence_;
  ++live_warps_;
  live_ |= WarpMask{1} << w;
  drained_ &= ~(WarpMask{1} << w);
  observers.tell(&SmObserver::warp_begins, index_, w, slot, index, cycle_);
  fetch_.want(w, warp.stack.pc());
  refresh(w);
}

void StreamingMultiprocessor::finish_warp(unsigned w) {
  Warp& warp = warps_[w];
  warp.live = false;
  --live_warps_;
  observers.tell(&SmObserver::warp_ends, index_, w, cycle_);
  if (place_ == nullptr)
    cleared_.push({warp.base, static_cast<std::uint16_t>(launch_->kernel->registers)});
  else if (const auto fixed = static_cast<std::uint16_t>(launch_->plan->exempt); fixed != 0)
    cleared_.push({static_cast<std::uint16_t>(w * fixed), fixed});
  CtaSlot& cta = ctas_[warp.cta];
  if (--cta.warps == 0) {
    observers.tell(&SmObserver::cta_ends, index_, warp.cta, cycle_);
    if (place_ != nullptr) place_->end_cta(warp.cta);
    free_ctas_.push_back(warp.cta);
    --live_ctas_;
    if (on_progress) on_progress();
  }
}

std::string StreamingMultiprocessor::state() const {
  std::string text;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    const Warp& warp = warps_[w];
    if (!warp.live) continue;
    if (!text.empty()) text += "; ";
    if (warp.stack.done()) {
      text += fmt::format("warp {}: finished, {} instructions in flight", w, warp.in_flight);
      continue;
    }
    const ptx::Instruction& i = launch_->kernel->code[warp.stack.pc()];
    text += fmt::format("{} warp {} (CTA {},{},{}) ", name(), w, warp.context.ctaid[0], warp.context.ctaid[1],
                        warp.context.ctaid[2]);
    text += warp.at_barrier ? fmt::format("waits at barrier {} in line {}", warp.barrier, warp.barrier_line)
                            : fmt::format("is at line {}", i.line);
  }
  return text;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/clock_domain.hpp"

#include <bit>
#include <string_view>

#include "hw/sim/failure.hpp"
#include "models/base/error.hpp"

namespace heddle {

// Before any time object exists: periods such as 1/1.4 GHz need femtoseconds, and from_value then counts
// them.
static const bool femtoseconds = (sc_core::sc_set_time_resolution(1, sc_core::SC_FS), true);

/// Each domain has a seed of its own, which its name decides: else modules of two domains that run at the
/// same frequency would be held in the same cycles.
static Clocking seeded(Clocking clocking, std::string_view domain) {
  for (const char c : domain)
    clocking.stalls.seed = (clocking.stalls.seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return clocking;
}

ClockDomain::ClockDomain(sc_core::sc_module_name name, std::uint64_t period_fs, const Clocking& clocking)
    : sc_module(name),
      period_fs_(period_fs),
      period_(sc_core::sc_time::from_value(period_fs)),
      clocking_(seeded(clocking, basename())) {
  if (period_fs == 0)
    throw Error({.place = this->name(), .what = "a clock period must be positive", .value = "0 fs"});
  static_cast<void>(femtoseconds);
  SC_HAS_PROCESS(ClockDomain);
  SC_METHOD(guarded_edge);
  sensitive << edge_;
  dont_initialize();
}

void ClockDomain::attach(Clocked& module) {
  module.domain_ = this;
  module.slot_ = all_.size();
  module.stalls_ = clocking_.stalls.percent != 0;
  all_.push_back(&module);
  wanted_.push_back(never);
  credited_.push_back(now_);
  due_.resize(all_.size() / 64 + 1);
  soon_.resize(due_.size());
  asleep_.resize(due_.size());
  wake(module);
}

bool Clocked::draw(unsigned latch) {
  if (!due_ || !domain_->clocking_.holds(slot_, latch, domain_->now_)) return false;
  return held_ = true;
}

void ClockDomain::wake_at_next(Clocked& module) {
  const Cycle next = time_.value() / period_fs_ + 1;
  if (posted_ < next) {
    // Another domain, or whoever drives the simulation, is ahead of the edge of this very instant: not that
    // one.
    woken_.push_back(&module);
    return;
  }
  soon_[module.slot_ / 64] |= std::uint64_t{1} << module.slot_ % 64;
  post(next);
}

void ClockDomain::settle() {
  // Asleep or not, this many edges have passed by now.
  now_ = time_.value() / period_fs_;
  for (std::size_t slot = 0; slot < all_.size(); ++slot) credit(slot);
}

void ClockDomain::credit(std::size_t slot) {
  if (all_[slot]->counts_ && now_ > credited_[slot]) {
    all_[slot]->credit(now_ - credited_[slot]);
    credited_[slot] = now_;
  }
}

void ClockDomain::guarded_edge() {
  try {
    edge();
  } catch (...) {
    fail(std::current_exception());
  }
}

void ClockDomain::edge() {
  now_ = posted_;
  posted_ = never;
  if (++activations_ % 256 == 0 && on_pulse) on_pulse();
  due_.swap(soon_);
  for (; !later_.empty() && later_.top().first <= now_; later_.pop()) {
    const auto [cycle, slot] = later_.top();
    if (wanted_[slot] == cycle) due_[slot / 64] |= std::uint64_t{1} << slot % 64;  // else it ran earlier
  }
  if (!clocking_.skipping) {
    for (std::size_t slot = 0; slot < all_.size(); ++slot) {
      const std::uint64_t bit = std::uint64_t{1} << slot % 64;
      asleep_[slot / 64] |= ~due_[slot / 64] & bit;
      due_[slot / 64] |= bit;
    }
  }

  bool alive = false;  // somebody wants the next cycle
  for (std::size_t word = 0; word < due_.size(); ++word) {
    for (std::uint64_t bits = std::exchange(due_[word], 0); bits != 0; bits &= bits - 1) {
      const std::size_t slot = 64 * word + static_cast<std::size_t>(std::countr_zero(bits));
      const std::uint64_t bit = bits & -bits;
      Clocked& module = *all_[slot];
      credit(slot);
      ++ticks_;
      if ((asleep_[word] & bit) != 0) {  // what it wants was said in the tick that it had asked for
        asleep_[word] &= ~bit;
        module.due_ = false;
        module.tick(now_);
        module.due_ = true;
        continue;
      }
      Cycle next = module.tick(now_);
      if (std::exchange(module.held_, false)) next = now_ + 1;
      wanted_[slot] = next;
      if (next == now_ + 1) {
        soon_[word] |= bit;
        alive = true;
      } else if (next != never) {
        later_.emplace(next, slot);
      }
    }
  }
  for (const Clocked* module : woken_) soon_[module->slot_ / 64] |= std::uint64_t{1} << module->slot_ % 64;
  alive |= !woken_.empty();
  woken_.clear();
  if (alive || (!clocking_.skipping && !later_.empty()))
    post(now_ + 1);
  else if (!later_.empty())
    post(later_.top().first);
}

void ClockDomain::post(Cycle cycle) {
  if (cycle >= posted_) return;
  posted_ = cycle;
  posted_fs_ = cycle * period_fs_;
  const std::uint64_t wait = posted_fs_ - time_.value();
  edge_.notify(wait == period_fs_ ? period_ : sc_core::sc_time::from_value(wait));
}

}  // namespace heddle

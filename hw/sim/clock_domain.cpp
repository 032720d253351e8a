// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/clock_domain.hpp"

#include <algorithm>

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

ClockDomain::ClockDomain(sc_core::sc_module_name name, std::uint64_t period_fs, const Clocking& clocking,
                         unsigned threads)
    : sc_module(name),
      period_fs_(period_fs),
      period_(sc_core::sc_time::from_value(period_fs)),
      clocking_(seeded(clocking, basename())),
      before_(clocking.skipping),
      after_(clocking.skipping),
      threads_(threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr) {
  if (period_fs == 0)
    throw Error({.place = this->name(), .what = "a clock period must be positive", .value = "0 fs"});
  static_cast<void>(femtoseconds);
  SC_HAS_PROCESS(ClockDomain);
  SC_METHOD(guarded_edge);
  sensitive << edge_;
  dont_initialize();
}

/// The IslandModule above an object, or null.
static const IslandModule* owner_of(const sc_core::sc_object* object) {
  for (; object != nullptr; object = object->get_parent_object())
    if (const auto* module = dynamic_cast<const IslandModule*>(object)) return module;
  return nullptr;
}

Island& ClockDomain::island_of(Clocked& module) {
  if (threads_ == nullptr) return before_;
  const auto* object = dynamic_cast<const sc_core::sc_object*>(&module);
  if (object == nullptr) object = simcontext()->hierarchy_curr();
  const IslandModule* owner = owner_of(object);
  if (owner == nullptr) return islands_.empty() ? before_ : after_;
  const auto found = std::find(owners_.begin(), owners_.end(), owner);
  if (found != owners_.end()) return islands_[static_cast<std::size_t>(found - owners_.begin())];
  owners_.push_back(owner);
  return islands_.emplace_back(clocking_.skipping);
}

void ClockDomain::attach(Clocked& module) {
  module.domain_ = this;
  module.slot_ = attached_++;
  module.stalls_ = clocking_.stalls.percent != 0;
  module.island_ = &island_of(module);
  module.place_ = module.island_->add(module, now_);
  wake(module);
}

std::string_view ClockDomain::why_serial() const {
  if (!serial_.empty()) return serial_.front();
  return listened_ ? "a process of SystemC waits for their clock" : "";
}

std::uint64_t ClockDomain::ticks() const {
  std::uint64_t sum = before_.ticks_ + after_.ticks_;
  for (const Island& island : islands_) sum += island.ticks_;
  return sum;
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
  module.island_->want_next(module.place_, next);
  post(next);
}

void ClockDomain::settle() {
  // Asleep or not, this many edges have passed by now.
  now_ = time_.value() / period_fs_;
  for_each_island([&](Island& island) { island.credit_all(now_); });
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
  Cycle next = before_.run(now_);
  if (!islands_.empty()) next = std::min(next, run_islands());
  next = std::min(next, after_.run(now_));
  if (next != never) post(clocking_.skipping ? next : now_ + 1);
  if (woken_.empty()) return;
  for (Clocked* module : woken_) module->island_->want_next(module->place_, now_ + 1);
  woken_.clear();
  post(now_ + 1);
}

/// Returns when one must run next.
Cycle ClockDomain::run_islands() {
  Cycle next = never;
  if (!why_serial().empty()) {
    for (Island& island : islands_) next = std::min(next, island.run(now_));
    return next;
  }
  due_.clear();
  for (Island& island : islands_)
    if (island.due(now_)) due_.push_back(&island);
  if (due_.size() > 1) ++parallel_edges_;
  threads_->work(due_.size(), [&](std::size_t k) { due_[k]->run_in_parallel(now_); });
  for (Island* island : due_) island->finish_edge();
  for (const Island& island : islands_) next = std::min(next, island.next_);
  return next;
}

void ClockDomain::post(Cycle cycle) {
  if (cycle >= posted_) return;
  posted_ = cycle;
  posted_fs_ = cycle * period_fs_;
  const std::uint64_t wait = posted_fs_ - time_.value();
  edge_.notify(wait == period_fs_ ? period_ : sc_core::sc_time::from_value(wait));
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/island.hpp"

#include <bit>
#include <utility>

#include "hw/sim/clock_domain.hpp"

namespace heddle {

std::size_t Island::add(Clocked& module, Cycle now) {
  modules_.push_back({&module, never, now});
  soon_.resize((modules_.size() + 63) / 64);
  return modules_.size() - 1;
}

inline void Island::credit(Module& m, Cycle now) {
  if (!m.module->counts_ || now <= m.credited) return;
  m.module->credit(now - m.credited);
  m.credited = now;
}

void Island::credit_all(Cycle now) {
  for (Module& m : modules_) credit(m, now);
}

/// `asked`: it has asked for this tick, or was woken; otherwise it is ticked because no cycle is skipped.
inline void Island::tick(std::size_t place, Cycle now, bool asked) {
  Module& m = modules_[place];
  Clocked& module = *m.module;
  credit(m, now);
  ++ticks_;
  if (!asked) {  // what it wants was said in the tick that it had asked for
    module.due_ = false;
    module.tick(now);
    module.due_ = true;
    return;
  }
  Cycle next = module.tick(now);
  if (std::exchange(module.held_, false)) next = now + 1;
  m.wanted = next;
  if (next == now + 1)
    soon_[place / 64][next & 1] |= std::uint64_t{1} << place % 64;
  else if (next != never)
    later_.emplace(next, place);
}

void Island::tick(Cycle now) {
  for (; !later_.empty() && later_.top().first <= now; later_.pop()) {
    const auto [cycle, place] = later_.top();
    if (modules_[place].wanted == cycle) want_next(place, now);  // else it ran earlier
  }
  for (std::size_t word = 0; word < soon_.size(); ++word) {
    const std::uint64_t asked = std::exchange(soon_[word][now & 1], 0);
    std::uint64_t due = asked;
    if (!skipping_) {
      const std::size_t left = modules_.size() - 64 * word;
      due = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    }
    for (; due != 0; due &= due - 1)
      tick(64 * word + static_cast<std::size_t>(std::countr_zero(due)), now, (asked & due & -due) != 0);
  }
  next_ = later_.empty() ? never : later_.top().first;
  for (const auto& word : soon_)
    if (word[(now + 1) & 1] != 0) next_ = now + 1;
}

void Island::run_in_parallel(Cycle now) {
  current_ = this;
  try {
    tick(now);
    for (IslandWire* wire : wires_)
      if (!wire->update_in_island()) wires_of_systemc_.push_back(wire);
  } catch (...) {
    failure_ = std::current_exception();
  }
  wires_.clear();
  deferred_ |= failure_ != nullptr || !wires_of_systemc_.empty();
  current_ = nullptr;
}

void Island::do_deferred() {
  deferred_ = false;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  for (IslandWire* wire : wires_of_systemc_) wire->update_by_systemc();
  wires_of_systemc_.clear();
  for (sc_core::sc_event* event : events_) event->notify(sc_core::SC_ZERO_TIME);
  events_.clear();
  for (Clocked* module : woken_) module->wake();
  woken_.clear();
}

}  // namespace heddle

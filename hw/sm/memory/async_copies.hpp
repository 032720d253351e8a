// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/sim/balance.hpp"
#include "hw/sm/memory/due_queue.hpp"
#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Asynchronous copies that the load/store unit has begun, and arrivals at mbarriers that wait for copies
/// (cp.async.mbarrier.arrive). A copy waits here for shared memory when its data has arrived; an arrival
/// waits until all older copies of its warp have been written.
class AsyncCopies {
 public:
  explicit AsyncCopies(unsigned loads) : done_(loads) {}

  /// The load/store unit begins with `f`.
  void begin(InFlight& f) { (f.instruction->copy.arrives ? arrivals_ : copies_).push_back(&f); }
  /// All its data has arrived, and may be written from cycle `due` on.
  void arrived(InFlight& f, Cycle due) {
    if (!f.instruction->copy.arrives) done_.push(due, f);
  }
  /// The next one that may be done, or null.
  InFlight* next(Cycle now) const {
    if (InFlight* f = arrival()) return f;
    return done_.next() <= now ? &done_.front() : nullptr;
  }
  /// It is done.
  void end(InFlight& f);
  /// The next cycle in which one may be done.
  Cycle due() const { return arrival() != nullptr ? 0 : done_.next(); }
  void check_balance(const Balance& balance) const {
    balance.none("asynchronous copies", copies_.size() + arrivals_.size());
  }

 private:
  InFlight* arrival() const;

  std::vector<InFlight*> copies_, arrivals_;  ///< in the order in which they began
  DueQueue<InFlight> done_;                   ///< copies whose data has arrived
};

}  // namespace heddle

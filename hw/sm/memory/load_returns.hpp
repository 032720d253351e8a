// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hw/sim/balance.hpp"
#include "hw/sm/hooks/encoded_loads.hpp"
#include "hw/sm/memory/async_copies.hpp"
#include "hw/sm/types/lane_fragments.hpp"
#include "hw/sm/types/line_waiter.hpp"
#include "hw/sm/warps/warp_table.hpp"

namespace heddle {

/// The way back of the load/store unit: data from shared memory, a cache or the L2 go into the operands of
/// their load; a complete load waits here for a result bus, an asynchronous copy among AsyncCopies.
class LoadReturns {
 public:
  LoadReturns(WarpTable& warps, FragmentPool& fragments, AsyncCopies& copies, unsigned loads,
              EncodedLoads* encoded)
      : warps_(warps),
        fragments_(fragments),
        copies_(copies),
        encoded_(encoded),
        outstanding_(64),
        done_(loads) {}

  /// Takes back loads whose bytes have been extracted.
  void begin_cycle(Cycle now) {
    if (encoded_ == nullptr) return;
    while (InFlight* f = encoded_->extracted()) complete(*f, now);
  }

  /// A load begins. It cannot complete before `arrived` has been called once for the load itself, when all
  /// its accesses have been taken.
  void begin(InFlight& f, Cycle now) {
    f.outstanding = 1;
    f.ready = now;
  }
  /// `f` waits for one more answer of memory.
  void wait_for(InFlight& f) {
    ++f.outstanding;
    ++outstanding_[f.warp];
  }
  /// The warp has a request under way for which no load waits.
  void expect(unsigned warp) { ++outstanding_[warp]; }
  /// One of these has been answered.
  void answered(unsigned warp) {
    if (--outstanding_[warp] == 0) warps_.answered(warp);
  }
  /// Copies bytes of a line into the registers, or the fragments, of the lanes that read them. What is
  /// encoded EncodedLoads takes.
  void deliver(const LineWaiter& w, const unsigned char* line, unsigned bytes,
               const LineFormat& format = {}) const;
  /// The same for an answer that `w` has waited for.
  void answered(const LineWaiter& w, const unsigned char* line, unsigned bytes, Cycle now,
                const LineFormat& format = {}) {
    deliver(w, line, bytes, format);
    answered(w.instruction->warp);
    arrived(*w.instruction, now);
  }
  /// One of the answers that a load waits for has come.
  void arrived(InFlight& f, Cycle now);

  /// Requests of a warp that have not been answered.
  unsigned outstanding(unsigned warp) const { return outstanding_[warp]; }
  /// Complete loads, by the cycle from which their registers may be written.
  DueQueue<InFlight>& done() { return done_; }
  const DueQueue<InFlight>& done() const { return done_; }
  void check_balance(const Balance& balance) const;

 private:
  void complete(InFlight& f, Cycle now) {
    const Cycle due = std::max(f.ready, now);
    if (f.instruction->copy.any())
      copies_.arrived(f, due);
    else
      done_.push(due, f);
  }
  void assemble(InFlight& f) const;

  WarpTable& warps_;
  FragmentPool& fragments_;
  AsyncCopies& copies_;
  EncodedLoads* const encoded_;        ///< null: lines come decoded
  std::vector<unsigned> outstanding_;  ///< by warp
  DueQueue<InFlight> done_;
};

}  // namespace heddle

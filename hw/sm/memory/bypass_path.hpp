// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/sim/balance.hpp"
#include "hw/sm/caches/l1_cache.hpp"
#include "hw/sm/memory/coalescer.hpp"
#include "hw/sm/memory/load_returns.hpp"
#include "hw/sm/memory/load_store_statistics.hpp"

namespace heddle {

/// The accesses that bypass the L1 data cache: stores and atomics to global memory, and loads that must see
/// the L2. One request for each run of neighbouring sectors that are touched, one a cycle; an atomic is one
/// request.
class BypassPath {
 public:
  BypassPath(L1Cache& data, RequestQueue& queue, TransactionPool& pool, LoadReturns& returns,
             LoadStoreStatistics& stats)
      : data_(data), queue_(queue), pool_(pool), returns_(returns), stats_(stats) {}

  bool room() const { return queue_.room(); }
  /// Sends a request of the access; there is room. True when that was the last one.
  bool request(InFlight& f, const LineAccess& access);
  /// Takes the answer to a request, also to a write-back of the cache, for which no instruction waits.
  void answer(Transaction& t, Cycle now);
  void check_balance(const Balance& balance) const {
    balance.none("waiters past the L1", waiting_.size() - free_.size());
  }

 private:
  struct Waiting {
    InFlight* f = nullptr;  ///< null: nobody waits for the answer
    LaneMask lanes = 0;
    std::uint8_t warp = 0;
  };
  void look_up(const InFlight& f, const LineAccess& access);
  std::size_t wait(const Waiting& w);

  L1Cache& data_;
  RequestQueue& queue_;
  TransactionPool& pool_;
  LoadReturns& returns_;
  LoadStoreStatistics& stats_;
  SectorLanes sectors_{};         ///< of the present access, not yet requested; none between two
  std::vector<Waiting> waiting_;  ///< by the transaction's tag
  std::vector<std::size_t> free_;
};

}  // namespace heddle

#pragma once

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/cache_statistics.hpp"
#include "hw/memory/cache/mshr_table.hpp"
#include "hw/sm/in_flight.hpp"
#include "hw/sm/request_queue.hpp"

namespace heddle {

/// Lanes of an instruction that wait for a line.
struct LineWaiter {
  InFlight* instruction = nullptr;
  LaneMask lanes = 0;
  std::uint8_t piece = 0;
};

/// A first-level cache of an SM: the L1 data cache, and the constant cache, which is only read.
///
/// As GPGPU-Sim's SM2_GTX480 has it (L:L:m:N): a line is reserved when it is missed; missed lines wait in
/// MSHRs, which merge later loads; a global store goes past and drops the line (write-evict, no allocate), so
/// global lines are never dirty. Local memory is written back, and a store allocates, as NVIDIA says of Fermi
/// (P. Micikevicius, "Local Memory and Register Spilling", 2011: a store writes a line of L1, which goes to
/// the L2 when it is evicted); it is not fetched for that: the line knows which of its bytes are valid.
///
/// A try that lacks a line, an MSHR or room in the queue fails; the caller repeats it and counts the cycles.
class L1Cache {
 public:
  using Mshr = MshrTable<LineWaiter>::Entry;
  L1Cache(const CacheConfig& config, RequestQueue& queue, TransactionPool& pool, StatGroup& stats);

  /// A load of `bytes` of the line at `address`. After a hit `line()` has them; after a (sector) miss or
  /// where the line is reserved, `waiter` gets them from `fill`. `streaming`: the line is the next to go.
  CacheOutcome load(std::uint64_t address, const ByteMask& bytes, bool streaming, const LineWaiter& waiter);
  /// The line of the last hit, or of the last local store that did not fail.
  CacheLine& line() { return *line_; }
  /// Global memory is written, or wanted as the L2 has it: the line must not be used any more. Loads that
  /// wait for it get what was asked for earlier. Says whether it was there.
  CacheOutcome drop(std::uint64_t address);
  /// A store of `bytes` to local memory; the caller puts them into `line()`.
  CacheOutcome store_local(std::uint64_t address, const ByteMask& bytes);

  /// A line has come. Calls `deliver(waiter, data)` for each load that waits, in order; `data` is the whole
  /// line.
  template <class Deliver>
  void fill(Transaction& t, Deliver&& deliver) {
    Mshr& entry = mshrs_[index_of(t.origin().tag)];
    const unsigned char* data = install(t, entry);
    for (const LineWaiter& w : entry.waiting) deliver(w, data);
    mshrs_.release(entry);
  }

  /// Forgets all lines; nothing may be on its way. Local memory is dead by then: its threads have ended.
  void invalidate() { array_.drop_all(); }
  /// Forgets the lines of global memory.
  void invalidate_global();
  CacheStatistics& statistics() { return statistics_; }
  CacheArray& array() { return array_; }
  unsigned latency() const { return config_.latency; }

 private:
  CacheOutcome miss(CacheLine* line, std::uint64_t address, bool streaming, const LineWaiter& waiter);
  bool evict(CacheLine& victim, unsigned further_requests);
  void write_back(CacheLine& line);
  const unsigned char* install(const Transaction& t, const Mshr& entry);

  const CacheConfig config_;
  const ByteMask all_;
  RequestQueue& queue_;
  TransactionPool& pool_;
  CacheArray array_;
  MshrTable<LineWaiter> mshrs_;
  CacheLine* line_ = nullptr;
  CacheStatistics statistics_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/cache_statistics.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sm/caches/l1_cache.hpp"

namespace heddle {

/// The texture cache of an SM, after H. Igehy et al., "Prefetching in a Texture Cache Architecture" (1998),
/// as GPGPU-Sim's SM2_GTX480 has it. Tags are looked up, and changed, when a fetch comes in; its data are
/// read when it has passed a queue in order (the fragment FIFO), after the lines that earlier fetches waited
/// for. So the tags run ahead of the data by the length of the queue, which hides the latency of memory.
class TextureCache {
 public:
  /// `fragments` accesses are in the queue at most.
  TextureCache(const CacheConfig& config, unsigned fragments, RequestQueue& queue, TransactionPool& pool,
               StatGroup& stats);

  /// Takes an access to the line at `address` in cycle `now`; reservation_fail when a queue is full:
  /// the caller tries again and counts the cycles.
  CacheOutcome access(std::uint64_t address, const LineWaiter& waiter, Cycle now);
  /// A line has come; the cache keeps `t` until its turn.
  void fill(Transaction& t) { fragments_[index_of(t.origin().tag)].arrived = &t; }

  /// Calls `deliver(waiter, data)` for the oldest access when its latency has passed and its line has come:
  /// one a cycle.
  template <class Deliver>
  void tick(Cycle now, Deliver&& deliver) {
    if (count_ == 0) return;
    Fragment& f = fragments_[first_];
    if (f.due > now || (f.missed && f.arrived == nullptr)) return;
    if (f.missed) install(f);
    deliver(f.waiter, f.line->data.data());
    first_ = (first_ + 1) % fragments_.size();
    --count_;
  }
  /// The next cycle in which tick does something, if no line comes before.
  Cycle next() const {
    if (count_ == 0) return never;
    const Fragment& f = fragments_[first_];
    return f.missed && f.arrived == nullptr ? never : f.due;
  }

  /// Calls `see(waiter, address)` for each access in the queue, the oldest first: the line on its way that it
  /// waits for, or 0 if it waits for its turn only.
  template <class See>
  void each(See&& see) const {
    for (std::size_t k = 0; k < count_; ++k) {
      const Fragment& f = fragments_[(first_ + k) % fragments_.size()];
      see(f.waiter, f.missed && f.arrived == nullptr ? f.address : 0);
    }
  }
  bool full() const { return count_ == fragments_.size(); }

  /// Invalidates all lines; nothing may be in the queue.
  void invalidate() { array_.drop_all(); }
  CacheStatistics& statistics() { return statistics_; }
  CacheArray& array() { return array_; }

 private:
  struct Fragment {
    LineWaiter waiter;
    CacheLine* line = nullptr;
    Cycle due = 0;
    bool missed = false;
    Transaction* arrived = nullptr;
    std::uint64_t address = 0;
  };
  void install(Fragment& f);

  const CacheConfig config_;
  RequestQueue& queue_;
  TransactionPool& pool_;
  CacheArray array_;
  std::vector<Fragment> fragments_;
  std::size_t first_ = 0, count_ = 0;
  CacheStatistics statistics_;
};

}  // namespace heddle

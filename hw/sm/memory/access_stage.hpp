// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/caches/texture_cache.hpp"
#include "hw/sm/memory/bypass_path.hpp"

namespace heddle {

/// Takes the accesses of the oldest memory instruction one by one, as the coalescer makes them, to the L1
/// data cache (global and local memory), the constant cache or the texture cache, or past the L1. An access
/// that finds no room is tried again in the next cycle.
class AccessStage {
 public:
  struct Neighbours {
    Coalescer& coalescer;
    L1Cache &data, &constants;
    TextureCache& textures;
    BypassPath& bypass;
    LoadReturns& returns;
    LoadStoreStatistics& stats;
  };
  AccessStage(unsigned constant_line_bytes, const Neighbours& n)
      : constant_line_bytes_(constant_line_bytes), n_(n) {}

  /// First call of each cycle.
  void begin_cycle() { lacking_ = nullptr; }
  /// Tries an access of `f`. True when all its accesses have been taken.
  bool work(InFlight& f, Cycle now);
  /// The instruction has left.
  void end() { taken_ = 0; }

  /// Are all its accesses taken?
  bool done() const { return !trying_ && n_.coalescer.done(); }
  /// Has the last try found no room?
  bool lacks() const { return lacking_ != nullptr; }
  /// The same in this cache.
  bool lacks(const L1Cache& cache) const { return lacking_ == &cache.statistics(); }
  /// That lasts for `elapsed` more cycles.
  void credit(Cycle elapsed) {
    if (lacking_ != nullptr) lacking_->see_fails(elapsed, lacking_write_);
  }

 private:
  void begin_access();
  bool access(InFlight& f, Cycle now);
  bool lacks(CacheStatistics& of, bool write);
  bool port_free(const L1Cache& cache, Cycle now);
  bool load(InFlight& f, L1Cache& cache, unsigned bytes, const ByteMask& wanted, Cycle now);
  ByteMask bytes_of_fragment(const InFlight& f) const;
  bool store_local(InFlight& f, Cycle now);

  const unsigned constant_line_bytes_;
  const Neighbours n_;
  LineAccess access_;
  bool trying_ = false;                 ///< `access_` has not been taken yet
  unsigned taken_ = 0;                  ///< accesses of the instruction so far
  CacheStatistics* lacking_ = nullptr;  ///< of the cache that could not take it in this cycle
  bool lacking_write_ = false;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "hw/memory/cache/cache_array.hpp"
#include "hw/memory/cache/cache_statistics.hpp"
#include "hw/memory/cache/mshr_table.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sm/caches/request_queue.hpp"
#include "hw/sm/types/line_waiter.hpp"
#include "hw/sm/warps/sm_events.hpp"

namespace heddle {

/// A first-level cache of an SM: the L1 data cache, and the constant cache, which is only read.
///
/// As GPGPU-Sim's SM2_GTX480 has it (L:L:m:N): a line is reserved when it is missed; missed lines wait in
/// MSHRs, which merge later loads; a global store bypasses the cache and evicts the line (write-evict, no
/// allocate), so global lines are never dirty. Local memory is written back, and a store allocates, as NVIDIA
/// says of Fermi (P. Micikevicius, "Local Memory and Register Spilling", 2011: a store writes a line of L1,
/// which goes to the L2 when it is evicted); it is not fetched for that: the line knows which of its bytes
/// are valid.
///
/// One port connects its lines with the registers: a hit, a load whose line has come, and a store to local
/// memory take it in turn, each for as long as a line needs, and so does a line that is written back. The
/// loads that wait for a line are served from the fill's own bytes, one after the other, and keep their MSHR
/// until the last of them has them.
///
/// Where lines are decoded in the SM, it can hold those of global memory as they come (EncodedLines;
/// Vijaykumar2015, section 7.5). A hit of an encoded line waits at an MSHR, as if the line were on its way,
/// until the SM's edge has decoded it; the line stays encoded.
/// With EncodedLoads it is a hit as any other. One on its way takes the room of a whole line.
///
/// A try that lacks a line, an MSHR or room in the queue fails; the caller repeats it and counts the cycles.
class L1Cache {
 public:
  /// How it deals with lines that come encoded: whether it holds them so, and how many tags a set then has
  /// for each way; `direct`: loads take their bytes out of such lines as they are (EncodedLoads).
  struct EncodedLines {
    bool held = false;
    TagSpace space{};
    bool direct = false;
  };
  using Mshr = MshrTable<LineWaiter>::Entry;
  /// `port_bytes` go through its port in a cycle. Observers know the cache as `name`.
  L1Cache(const CacheConfig& config, unsigned port_bytes, RequestQueue& queue, TransactionPool& pool,
          StatGroup& stats, const SmEvents& events, const char* name, const EncodedLines& encoded);

  /// Is the port free? To be asked before `load`, `store_local` and `serve`.
  bool port_free(Cycle now) const { return port_until_ <= now; }
  /// An answer of `bytes` to a bypassing request takes the port.
  void take_port(Cycle now, unsigned bytes) {
    port_until_ = std::max(port_until_, now) + (bytes + port_bytes_ - 1) / port_bytes_;
  }

  /// A load of `bytes` of the line at `address`. After a hit `line()` has them; after a (sector) miss or
  /// where the line is reserved or must be decoded, which is `reserved`, too, `waiter` gets them from
  /// `serve`. `streaming`: the line will be replaced next.
  CacheOutcome load(std::uint64_t address, const ByteMask& bytes, bool streaming, const LineWaiter& waiter,
                    Cycle now);
  /// The word of `bytes` at `address`, which an instruction's operand reads through a port of its own; null:
  /// it is not there.
  const unsigned char* word(std::uint64_t address, unsigned bytes) {
    CacheLine* line = array_.find(address);
    const auto at = static_cast<unsigned>(address % config_.line_bytes);
    if (line == nullptr || !line->valid.covers(ByteMask::range(at, bytes))) return nullptr;
    array_.use(*line);
    ++line_accesses_;
    return line->data.data() + at;
  }
  /// The line of the last hit, or of the last local store that did not fail.
  CacheLine& line() { return *line_; }
  /// Evicts the line of global memory that is written, or must be read from the L2. Loads that already wait
  /// for it still get the requested line. Returns whether it was there.
  CacheOutcome drop(std::uint64_t address);
  /// A store of `bytes` to local memory; the caller puts them into `line()`.
  CacheOutcome store_local(std::uint64_t address, const ByteMask& bytes, Cycle now);

  /// The next line that the SM's edge must decode, or null. It comes back by `fill`.
  Transaction* take_encoded() {
    if (to_decode_.empty()) return nullptr;
    Transaction* t = to_decode_.front();
    to_decode_.pop();
    return t;
  }
  /// A line has come, while none is being served. The cache keeps `t`, and releases it after the last load
  /// that waits for it.
  void fill(Transaction& t);
  /// Does a load wait for a line that has come?
  bool serving() const { return filled_ != nullptr; }
  /// Serves the oldest of them: `deliver(waiter, data, format)`. `data` is the whole line as it came, in this
  /// format, with the bytes stored since; it does not depend on what has become of the cache's own line.
  template <class Deliver>
  void serve(Cycle now, Deliver&& deliver) {
    const Mshr& entry = mshrs_[index_of(filled_->origin().tag)];
    access_line(now);
    deliver(entry.waiting[served_], filled_->data.data(), filled_->format());
    if (++served_ == entry.waiting.size()) end_fill();
  }

  /// Invalidates all lines; nothing may be on its way. Local memory is dead by then: its threads have ended.
  void invalidate() { array_.drop_all(); }
  /// Invalidates the lines of global memory.
  void invalidate_global();
  CacheStatistics& statistics() { return statistics_; }
  const CacheStatistics& statistics() const { return statistics_; }
  CacheArray& array() { return array_; }
  const CacheArray& array() const { return array_; }
  unsigned latency() const { return config_.latency; }
  std::size_t misses() const { return mshrs_.used(); }  ///< lines on their way
  const MshrTable<LineWaiter>& mshrs() const { return mshrs_; }

 private:
  CacheOutcome miss(CacheLine* line, std::uint64_t address, bool streaming, const LineWaiter& waiter,
                    Cycle now);
  CacheOutcome decode(CacheLine& line, bool streaming, const LineWaiter& waiter);
  bool holds_encoded(std::uint64_t address) const;
  bool make_room(std::uint64_t address, unsigned further_requests, Cycle now);
  bool evict(CacheLine& victim, unsigned further_requests, Cycle now);
  void write_back(CacheLine& line, Cycle now);
  void install(Transaction& t, const Mshr& entry);
  void install_bytes(Transaction& t, CacheLine& line) const;
  void hold(CacheLine& line, const LineFormat& format) const;
  void end_fill();
  void access_line(Cycle now) {
    take_port(now, config_.line_bytes);
    ++line_accesses_;
  }

  const CacheConfig config_;
  const unsigned port_bytes_;
  const ByteMask all_;
  const EncodedLines encoded_;
  const SmEvents& events_;
  const char* const name_;
  RequestQueue& queue_;
  TransactionPool& pool_;
  CacheArray array_;
  MshrTable<LineWaiter> mshrs_;
  CacheLine* line_ = nullptr;
  Transaction* filled_ = nullptr;  ///< a line that has come, for which loads wait
  std::size_t served_ = 0;         ///< of these
  Ring<Transaction*> to_decode_;   ///< lines for the SM's edge
  Cycle port_until_ = 0;           ///< the first cycle in which the port is free
  CacheStatistics statistics_;
  Counter &line_accesses_, &tag_lookups_;
  Counter *encoded_hits_ = nullptr, *encoded_fills_ = nullptr,
          *encoded_bytes_ = nullptr;  ///< where lines are held encoded
};

}  // namespace heddle

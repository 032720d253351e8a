#pragma once

#include <bit>
#include <memory>
#include <vector>

#include "hw/sm/issue/warp_table.hpp"
#include "hw/sm/launch.hpp"
#include "hw/sm/memory/coalescer.hpp"
#include "hw/sm/memory/due_queue.hpp"
#include "hw/sm/memory/l1_cache.hpp"
#include "hw/sm/memory/lane_fragments.hpp"
#include "hw/sm/memory/load_store_statistics.hpp"
#include "hw/sm/memory/memory_port.hpp"
#include "hw/sm/memory/shared_memory.hpp"
#include "hw/sm/memory/texture_cache.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Memory instructions in order: shared memory with bank conflicts; everything else as accesses to lines, one
/// a cycle, to the L1 data cache (global and local memory), the constant cache or the texture cache, or past
/// the L1. Atomics on shared memory are done here, those on global memory where the memory is. Loads wait for
/// their data beside the queue, so that younger instructions go on.
class LoadStoreUnit {
 public:
  /// `stats`: the group of the SM.
  LoadStoreUnit(const LoadStoreConfig& config, unsigned sm, MemoryPort& port, WarpTable& warps,
                OperandCollectors& collectors, const SmEvents& events, StatGroup& stats);

  /// Before a launch: the caches forget what they hold.
  void begin(const Launch& launch);
  /// A CTA begins: its shared memory is zero.
  void begin_cta(unsigned slot) { shared_.begin_cta(slot); }
  bool accepts() const { return queue_.size() < config_.queue; }
  /// Takes an instruction from the operand collectors. Only when it `accepts`.
  void dispatch();

  /// Takes answers, works on the oldest instruction.
  void tick(Cycle now);
  /// Sends one request to memory, when there is one and the way is free: the last step of a cycle.
  void send();

  /// Is there a finished load?
  bool finished(Cycle now) const { return done_.next() <= now; }
  /// The oldest finished load.
  InFlight& front() { return done_.front(); }
  /// All its registers have left.
  void pop() {
    done_.pop();
    --loads_;
  }

  /// Requests of a warp that have not been answered.
  unsigned outstanding(unsigned warp) const { return outstanding_[warp]; }
  /// A fence that looks beyond the CTA: the L1 forgets global memory.
  void forget_global() { data_.invalidate_global(); }
  /// The next cycle in which it has work, if nothing comes from memory before.
  Cycle next(Cycle now) const;
  /// `elapsed` cycles have passed as the last one did.
  void credit(Cycle elapsed) {
    if (lacking_ != nullptr) lacking_->see_fails(elapsed, lacking_write_);
  }
  /// A launch has ended.
  void check_balance(const Balance& balance) const;
  bool empty() const {
    return loads_ == 0 && queue_.empty() && !requests_waiting() && port_.outstanding() == 0;
  }

  /// For those who look into the caches.
  L1Cache& data_cache() { return data_; }
  L1Cache& constant_cache() { return constants_; }
  TextureCache& texture_cache() { return textures_; }

 private:
  struct Waiting {
    InFlight* f = nullptr;  ///< null: nobody waits for the answer
    LaneMask lanes = 0;
    std::uint8_t warp = 0;
  };

  bool may_start(const InFlight& f) const { return f.instruction->memory.store || loads_ < config_.loads; }
  void work_on_oldest(Cycle now);
  void start(InFlight& f, Cycle now);
  void start_data(InFlight& f, Cycle now);
  void start_constant(InFlight& f);
  bool work(InFlight& f, Cycle now);
  void receive(Cycle now);
  void serve(L1Cache& cache, unsigned bytes, Cycle now);
  void answer(Transaction& t, Cycle now);
  void answered(const LineWaiter& w, Cycle now);
  void arrived(InFlight& f, Cycle now);
  void deliver(const LineWaiter& w, const unsigned char* line, unsigned bytes) const;
  void wait_for(InFlight& f);
  bool answers_waiting() const { return port_.waiting() || data_.serving() || constants_.serving(); }
  bool requests_waiting() const {
    return !requests_[0].empty() || !requests_[1].empty() || !requests_[2].empty();
  }
  // load_store_accesses.cpp
  bool access(InFlight& f, Cycle now);
  bool lacks(CacheStatistics& of, bool write);
  bool port_free(const L1Cache& cache, Cycle now);
  bool load(InFlight& f, L1Cache& cache, unsigned bytes, const ByteMask& wanted, Cycle now);
  ByteMask bytes_of_fragment(const InFlight& f) const;
  bool store_local(InFlight& f, Cycle now);
  bool request(InFlight& f);
  void fill_store(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base,
                  unsigned length) const;
  void fill_atomic(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base,
                   unsigned length) const;
  // load_store_fragments.cpp
  LaneFragments& lend_fragments(InFlight& f, LaneMask lanes, unsigned count);
  void release_fragments(InFlight& f);
  void start_local(InFlight& f, LaneMask lanes);
  void start_texture(InFlight& f, Cycle now);
  void assemble(InFlight& f) const;

  const LoadStoreConfig config_;
  const unsigned sm_;
  MemoryPort& port_;
  WarpTable& warps_;
  OperandCollectors& collectors_;
  const SmEvents& events_;
  const Launch* launch_ = nullptr;
  SharedMemory shared_;
  LoadStoreStatistics stats_;
  TransactionPool pool_;
  std::array<RequestQueue, 3> requests_;  ///< of the data, constant and texture cache
  unsigned turn_ = 0;                     ///< whose request goes first
  L1Cache data_, constants_;
  TextureCache textures_;
  std::vector<Waiting> waiting_;  ///< for answers that no cache takes, by the transaction's tag
  std::vector<std::size_t> free_waiting_;
  std::vector<unsigned> outstanding_;  ///< by warp
  std::vector<std::unique_ptr<LaneFragments>> all_fragments_;
  std::vector<LaneFragments*> free_fragments_;
  Ring<InFlight*> queue_;
  DueQueue<InFlight> done_;
  unsigned loads_ = 0;  ///< started and not handed to the write-back

  // The oldest instruction, on which it works.
  bool started_ = false;
  Cycle busy_until_ = 0;  ///< its passes over shared memory
  Coalescer coalescer_;
  unsigned taken_ = 0;                  ///< accesses of it so far
  bool trying_ = false;                 ///< `access_` has not been taken yet
  CacheStatistics* lacking_ = nullptr;  ///< of the cache that could not take it in this cycle
  bool lacking_write_ = false;
  bool freed_ = false;  ///< in this cycle, behind that try: a place in a queue
  LineAccess access_;
  SectorLanes sectors_{};  ///< of an access past the L1: not yet requested
};

}  // namespace heddle

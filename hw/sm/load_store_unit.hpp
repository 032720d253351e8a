#pragma once

#include <bit>
#include <memory>
#include <vector>

#include "hw/sm/coalescer.hpp"
#include "hw/sm/due_queue.hpp"
#include "hw/sm/l1_cache.hpp"
#include "hw/sm/launch.hpp"
#include "hw/sm/load_store_statistics.hpp"
#include "hw/sm/memory_port.hpp"
#include "hw/sm/pieces.hpp"
#include "hw/sm/texture_cache.hpp"
#include "hw/sm/write_back.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Memory instructions in order: shared memory with bank conflicts; everything else as accesses to lines, one
/// a cycle, to the L1 data cache (global and local memory), the constant cache or the texture cache, or past
/// the L1. Atomics on shared memory are done here, those on global memory where the memory is. Loads wait for
/// their data beside the queue, so that younger instructions go on.
class LoadStoreUnit {
 public:
  /// `stats`: the group of the SM.
  LoadStoreUnit(const LoadStoreConfig& config, unsigned sm, MemoryPort& port, StatGroup& stats);

  /// Before a launch: the caches forget what they hold.
  void begin();
  bool accepts() const { return queue_.size() < config_.queue; }
  void dispatch(InFlight& f) { queue_.push(&f); }

  /// Takes answers, works on the oldest instruction. `context(f)` is its warp's. `sent(f)` when all its
  /// accesses have been taken (or its shared memory access is done), `finish(f)` for a store in the same
  /// cycle, `quiet(w)` when memory has answered all that warp w has sent.
  template <class Context, class Sent, class Finish, class Quiet>
  void tick(Cycle now, const Launch& launch, std::vector<std::vector<std::byte>>& shared, Context&& context,
            Sent&& sent, Finish&& finish, Quiet&& quiet) {
    lacking_ = nullptr;
    freed_ = false;
    if (answers_waiting()) receive(now);
    if (!queue_.empty()) {
      InFlight& f = *queue_.front();
      if (!started_ && may_start(f)) start(f, now, launch, context(f), shared);
      if (started_ && work(f, now)) {
        started_ = false;
        queue_.pop();
        sent(f);
        if (!f.instruction->memory.store) {
          arrived(f, now);
        } else {
          if (f.pieces != nullptr) release_pieces(f);
          finish(f);
        }
      }
    }
    textures_.tick(now, [&](const LineWaiter& w, const unsigned char* data) {
      freed_ = true;
      w.instruction->ready = now + 1;
      deliver(w, data, line_bytes);
      answered(w, now);
    });
    for (; quiet_ != 0; quiet_ &= quiet_ - 1) quiet(static_cast<unsigned>(std::countr_zero(quiet_)));
  }
  /// Sends one request to memory, when there is one and the way is free: the last step of a cycle.
  void send();

  /// Is there a finished load?
  bool finished(Cycle now) const { return done_.next() <= now; }
  /// Sends a register of the oldest finished load over a result bus that is free; `finish(f)` when the last
  /// register has left.
  template <class LaunchedLanes, class Finish>
  void complete(WriteBack& write_back, LaunchedLanes&& launched, Finish&& finish) {
    InFlight& f = done_.front();
    if (f.delivered < f.instruction->destination_count) write_back.put(f, launched(f));
    if (f.delivered < f.instruction->destination_count) return;
    done_.pop();
    --loads_;
    finish(f);
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
  void start(InFlight& f, Cycle now, const Launch& launch, const ptx::WarpContext& context,
             std::vector<std::vector<std::byte>>& shared);
  void start_data(InFlight& f, Cycle now, const Launch& launch, const ptx::WarpContext& context,
                  std::vector<std::vector<std::byte>>& shared);
  void start_constant(InFlight& f, const ptx::WarpContext& context);
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
  ByteMask bytes_of_piece(const InFlight& f) const;
  bool store_local(InFlight& f, Cycle now);
  bool request(InFlight& f);
  void fill_store(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base,
                  unsigned length) const;
  void fill_atomic(Transaction& t, const InFlight& f, LaneMask lanes, std::uint64_t base,
                   unsigned length) const;
  // load_store_shared.cpp
  void access_shared(InFlight& f, LaneMask lanes, std::vector<std::byte>& memory);
  bool one_pass(const InFlight& f, LaneMask lanes) const;
  unsigned shared_passes(const InFlight& f, LaneMask lanes) const;
  unsigned atomic_passes(const InFlight& f, LaneMask lanes) const;
  // load_store_pieces.cpp
  Pieces& lend_pieces(InFlight& f, LaneMask lanes, unsigned count);
  void release_pieces(InFlight& f);
  void start_local(InFlight& f, LaneMask lanes, const Launch& launch);
  void start_texture(InFlight& f, Cycle now, const Launch& launch, const ptx::WarpContext& context);
  void assemble(InFlight& f) const;

  const LoadStoreConfig config_;
  const unsigned sm_;
  MemoryPort& port_;
  LoadStoreStatistics stats_;
  TransactionPool pool_;
  std::array<RequestQueue, 3> requests_;  ///< of the data, constant and texture cache
  unsigned turn_ = 0;                     ///< whose request goes first
  L1Cache data_, constants_;
  TextureCache textures_;
  std::vector<Waiting> waiting_;  ///< for answers that no cache takes, by the transaction's tag
  std::vector<std::size_t> free_waiting_;
  std::vector<unsigned> outstanding_;  ///< by warp
  std::uint64_t quiet_ = 0;            ///< warps for which nothing is outstanding any more
  std::vector<std::unique_ptr<Pieces>> all_pieces_;
  std::vector<Pieces*> free_pieces_;
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

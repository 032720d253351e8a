#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "hw/sm/launch.hpp"
#include "hw/sm/memory_port.hpp"
#include "hw/sm/pieces.hpp"
#include "hw/sm/write_back.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Memory instructions in order: shared memory with bank conflicts, global memory coalesced to lines and sent
/// through the port; local memory and textures as pieces that are coalesced likewise. Atomics on shared
/// memory are done here, those on global memory where the memory is. Loads wait for their data beside the
/// queue, so that younger instructions go on.
class LoadStoreUnit {
 public:
  LoadStoreUnit(const LoadStoreConfig& config, unsigned source, unsigned sm, MemoryPort& port,
                StatGroup& stats);

  bool accepts() const { return queue_.size() < config_.queue; }
  void dispatch(InFlight& f) { queue_.push(&f); }

  /// Takes responses, works on the oldest instruction. `context(f)` is its warp's. `sent(f)` when all its
  /// requests have left (or its shared memory access is done), `finish(f)` for a store in the same cycle,
  /// `quiet(w)` when memory has answered all that warp w has sent.
  template <class Context, class Sent, class Finish, class Quiet>
  void tick(Cycle now, const Launch& launch, std::vector<std::vector<std::byte>>& shared, Context&& context,
            Sent&& sent, Finish&& finish, Quiet&& quiet) {
    while (Transaction* t = port_.receive(Client::data)) {
      const unsigned warp = take(*t);
      if (outstanding_[warp] == 0) quiet(warp);
    }
    if (queue_.empty()) return;
    InFlight& f = *queue_.front();
    if (!started_) {
      if (!f.instruction->memory.store && loads_ == config_.loads) return;
      start(f, now, launch, context(f), shared);
    }
    send(f);
    if (busy_until_ > now || next_line_ < lines_.size()) return;
    started_ = false;
    queue_.pop();
    sent(f);
    if (f.instruction->memory.store) {
      if (f.pieces != nullptr) release_pieces(f);
      finish(f);
    } else if (f.outstanding == 0) {
      loaded(f, now + config_.shared_latency);
    }
  }

  /// Hands finished loads to the write-back; `finish(f)` when the last register has left.
  template <class LaunchedLanes, class Finish>
  void complete(Cycle now, WriteBack& write_back, LaunchedLanes&& launched, Finish&& finish) {
    if (!write_back.slot_free(source_)) return;
    const auto it = std::find_if(done_.begin(), done_.end(), [&](const auto& d) { return d.first <= now; });
    if (it == done_.end()) return;
    InFlight& f = *it->second;
    if (f.delivered < f.instruction->destination_count) write_back.put(source_, f, launched(f));
    if (f.delivered < f.instruction->destination_count) return;
    done_.erase(it);
    --loads_;
    finish(f);
  }

  /// Requests of a warp that memory has not answered.
  unsigned outstanding(unsigned warp) const { return outstanding_[warp]; }
  /// True when only responses of the memory can give it work.
  bool waiting() const { return queue_.empty() && done_.empty(); }
  bool empty() const { return waiting() && loads_ == 0 && port_.outstanding() == 0; }

 private:
  static constexpr std::uint8_t whole = 0xff;
  /// A line that some lanes want: all of their access, or one of its pieces.
  struct Line {
    std::uint64_t address;
    LaneMask lanes;
    std::uint8_t piece;
  };
  struct Waiting {
    InFlight* f = nullptr;  ///< null: nobody waits for the answer
    LaneMask lanes = 0;
    std::uint8_t piece = whole, warp = 0;
  };

  void start(InFlight& f, Cycle now, const Launch& launch, const ptx::WarpContext& context,
             std::vector<std::vector<std::byte>>& shared);
  void coalesce(const ptx::LaneAddresses& addresses, LaneMask lanes, std::uint8_t piece);
  void send(InFlight& f);
  void fill(Transaction& t, const InFlight& f, const Line& line, std::uint64_t low,
            std::uint64_t length) const;
  void fill_atomic(Transaction& t, const InFlight& f, const Line& line, std::uint64_t low,
                   unsigned length) const;
  unsigned take(Transaction& t);
  void loaded(InFlight& f, Cycle when);
  // load_store_shared.cpp
  void access_shared(InFlight& f, LaneMask lanes, std::vector<std::byte>& memory);
  unsigned shared_passes(const InFlight& f, LaneMask lanes) const;
  unsigned atomic_passes(const InFlight& f, LaneMask lanes) const;
  // load_store_pieces.cpp
  Pieces& lend_pieces(InFlight& f, LaneMask lanes, unsigned count);
  void release_pieces(InFlight& f);
  void start_local(InFlight& f, LaneMask lanes, const Launch& launch);
  void start_texture(InFlight& f, const Launch& launch, const ptx::WarpContext& context);
  void assemble(InFlight& f) const;

  const LoadStoreConfig config_;
  const unsigned source_, sm_;
  MemoryPort& port_;
  TransactionPool pool_;
  std::vector<Waiting> waiting_;  ///< by the transaction's tag
  std::vector<std::uint64_t> free_tags_;
  std::vector<unsigned> outstanding_;  ///< by warp
  std::vector<std::unique_ptr<Pieces>> all_pieces_;
  std::vector<Pieces*> free_pieces_;
  Ring<InFlight*> queue_;
  std::vector<std::pair<Cycle, InFlight*>> done_;
  bool started_ = false;
  Cycle busy_until_ = 0;
  std::vector<Line> lines_;
  std::size_t next_line_ = 0;
  unsigned loads_ = 0;
  Counter &shared_accesses_, &shared_conflicts_, &shared_atomics_, &global_loads_, &global_stores_,
      &global_atomics_, &local_loads_, &local_stores_, &texture_fetches_, &transactions_;
};

}  // namespace heddle

#pragma once

#include <algorithm>
#include <vector>

#include "hw/sm/launch.hpp"
#include "hw/sm/memory_port.hpp"
#include "hw/sm/write_back.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Memory instructions in order: shared memory with bank conflicts, global memory coalesced to lines and sent
/// through the port. Loads wait for their data beside the queue, so that younger instructions go on.
class LoadStoreUnit {
 public:
  LoadStoreUnit(const LoadStoreConfig& config, unsigned source, unsigned sm, MemoryPort& port,
                StatGroup& stats);

  bool accepts() const { return queue_.size() < config_.queue; }
  void dispatch(InFlight& f) { queue_.push(&f); }

  /// Takes responses, works on the oldest instruction. `sent(f)` when all its requests have left (or its
  /// shared memory access is done), `finish(f)` for a store in the same cycle.
  template <class Sent, class Finish>
  void tick(Cycle now, const Launch& launch, std::vector<std::vector<std::byte>>& shared, Sent&& sent,
            Finish&& finish) {
    receive();
    if (queue_.empty()) return;
    InFlight& f = *queue_.front();
    if (!started_) {
      if (!f.instruction->memory.store && loads_ == config_.loads) return;
      start(f, now, launch, shared);
    }
    send(f);
    if (busy_until_ > now || next_line_ < lines_.size()) return;
    started_ = false;
    queue_.pop();
    sent(f);
    if (f.instruction->memory.store)
      finish(f);
    else if (f.outstanding == 0)
      done_.emplace_back(now + config_.shared_latency, &f);
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

  /// True when only responses of the memory can give it work.
  bool waiting() const { return queue_.empty() && done_.empty(); }
  bool empty() const { return waiting() && loads_ == 0 && port_.outstanding() == 0; }

 private:
  struct Line {
    std::uint64_t address;
    LaneMask lanes;
  };
  void start(InFlight& f, Cycle now, const Launch& launch, std::vector<std::vector<std::byte>>& shared);
  void access_shared(InFlight& f, LaneMask lanes, std::vector<std::byte>& memory);
  unsigned shared_passes(const InFlight& f, LaneMask lanes) const;
  void coalesce(const InFlight& f, LaneMask lanes);
  void send(InFlight& f);
  void receive();

  const LoadStoreConfig config_;
  const unsigned source_, sm_;
  MemoryPort& port_;
  TransactionPool pool_;
  struct Waiting {
    InFlight* f = nullptr;
    LaneMask lanes = 0;
  };
  std::vector<Waiting> waiting_;  ///< by the transaction's tag
  std::vector<std::uint64_t> free_tags_;
  Ring<InFlight*> queue_;
  std::vector<std::pair<Cycle, InFlight*>> done_;
  bool started_ = false;
  Cycle busy_until_ = 0;
  std::vector<Line> lines_;
  std::size_t next_line_ = 0;
  unsigned loads_ = 0;
  Counter &shared_accesses_, &shared_conflicts_, &global_loads_, &global_stores_, &transactions_;
};

}  // namespace heddle

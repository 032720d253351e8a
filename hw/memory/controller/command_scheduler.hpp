// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/memory/controller/bank_timing.hpp"
#include "hw/memory/controller/controller_config.hpp"
#include "hw/memory/controller/dram_queue.hpp"
#include "hw/memory/controller/queue_entries.hpp"

namespace heddle {

/// Decides which command a DRAM channel gets next, and when: FR-FCFS over a read queue and a write queue with
/// open pages. In each bank the oldest request to the open row goes first, then the oldest; among the banks,
/// the command that is allowed earliest; of several, reads and writes before activates before precharges, but
/// activates first where the data bus idles anyway; then the older request. A request that has begun in a
/// bank is finished before another of that bank.
///
/// Reads are served while there are some, until the write queue reaches its high mark or its oldest request
/// starves; then writes, down to the low mark. Requests to one line keep their order: a write waits for the
/// older reads, a read for the older writes, and a request that others wait for is served in either mode.
/// With ControllerConfig::one_queue there are no modes: reads and writes are chosen alike.
class CommandScheduler {
 public:
  CommandScheduler(const Gddr5Config& device, const ControllerConfig& config, ControllerEntries& entries);

  QueueEntries& entries(bool write) { return entries_.of(write); }
  std::size_t reads() const { return reads_.count(); }
  std::size_t writes() const { return writes_.count(); }
  /// Counts the switches from reads to writes.
  std::uint64_t drains() const { return drains_; }

  /// The queued write from which a new read can be served, or null: the youngest to the read's line, when it
  /// covers all bytes of the read.
  const DramRequest* source_of(const DramRequest& read) const;

  /// Queues a request, for which there is room.
  void enter(DramRequest& request, Cycle now);

  struct Command {
    DramOp op = DramOp::refresh;
    unsigned bank = 0;
    std::uint64_t row = 0;
    DramRequest* request = nullptr;  ///< that the command serves; null for those of a refresh
    bool last = false;               ///< its last burst: the request has left the queue
  };
  /// The cycle of the next command if nothing is entered before, not before `from`; `never` when there is
  /// none.
  Cycle due(Cycle from);
  /// The command of cycle `now`, which is due.
  Command issue(Cycle now);

 private:
  struct Plan {
    Cycle at = never;
    DramOp op = DramOp::refresh;
    unsigned bank = 0;
    bool for_refresh = false;
  };
  void update_mode(Cycle now);
  bool starving(const DramRequest* request, Cycle now) const {
    return request != nullptr && request->queued + config_.starvation_limit <= now;
  }
  bool is_hit(const DramRequest& r) const {
    return timing_.open(r.place.bank) && timing_.row(r.place.bank) == r.place.row;
  }
  DramRequest* best_of(DramRequest* oldest, bool all, Cycle now) const;
  void choose(unsigned bank, Cycle now);
  void plan(Cycle from);
  void plan_refresh(Cycle from);
  DramOp next_op(const DramRequest& request) const;
  void put_stale(unsigned bank) {
    stale_ |= std::uint64_t{1} << bank;
    planned_ = false;
  }
  /// True when that was the request's last burst.
  bool count_burst(DramRequest& request, Cycle now);
  void release_waiters(DramRequest& request);

  const Gddr5Config device_;
  const ControllerConfig config_;
  BankTiming timing_;
  ControllerEntries& entries_;
  DramQueue reads_, writes_;
  struct Bank {
    DramRequest* begun = nullptr;   // some of its bursts went out, not all
    DramRequest* chosen = nullptr;  // what its next command is for
  };
  std::vector<Bank> banks_;
  std::uint64_t stale_ = 0, wanted_ = 0;  // by bank: its choice is out of date; it has a chosen request
  bool planned_ = false;
  Plan plan_;
  bool writing_ = false, forced_ = false;
  std::uint64_t drains_ = 0;
  Cycle refresh_due_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hw/memory/controller/controller_config.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// The entries of a queue of a memory controller, which the schedulers of several channels may share.
/// Channels that find no room get the next entries in the order in which they came. What changes at T counts
/// strictly after T, so that nothing depends on the order of the channels' ticks.
class QueueEntries {
 public:
  explicit QueueEntries(unsigned entries) : entries_(entries) {}

  bool room(Cycle now, const Clocked& channel) const {
    if (used_ + (freed_at_ == now ? freed_ : 0) >= entries_) return false;
    const bool has_turn = waiting_.empty() || waiting_.front() == &channel;
    return has_turn && (turn_at_ != now || turn_of_ == &channel);
  }
  /// Takes one, for which there is room.
  void take(Cycle now) {
    ++used_;
    if (waiting_.empty()) return;
    turn_of_ = waiting_.front();
    turn_at_ = now;
    waiting_.erase(waiting_.begin());
    if (!waiting_.empty()) waiting_.front()->wake();
  }
  void give_back(Cycle now) {
    --used_;
    freed_ = freed_at_ == now ? freed_ + 1 : 1;
    freed_at_ = now;
    if (!waiting_.empty()) waiting_.front()->wake();
  }
  /// The channel's next request finds no room: it is woken when there may be some. It keeps its place until
  /// it takes an entry, which it must do in the end.
  void wait(Clocked& channel) {
    if (std::find(waiting_.begin(), waiting_.end(), &channel) == waiting_.end()) waiting_.push_back(&channel);
  }

 private:
  const unsigned entries_;
  unsigned used_ = 0, freed_ = 0;  ///< `freed_` were given back at freed_at_
  Cycle freed_at_ = never, turn_at_ = never;
  const Clocked* turn_of_ = nullptr;  ///< the last one that had waited: it took its entry at turn_at_
  std::vector<Clocked*> waiting_;
};

/// The entries of a controller's queues.
class ControllerEntries {
 public:
  explicit ControllerEntries(const ControllerConfig& config)
      : reads_(config.read_queue), writes_(config.write_queue), one_queue_(config.one_queue) {}
  QueueEntries& of(bool write) { return write && !one_queue_ ? writes_ : reads_; }

 private:
  QueueEntries reads_, writes_;
  const bool one_queue_;
};

}  // namespace heddle

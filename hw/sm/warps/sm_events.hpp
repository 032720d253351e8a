// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/sm/warps/sm_observer.hpp"

namespace heddle {

/// Notifies the observers of an SM of its events, in the order in which they were added.
class SmEvents {
 public:
  explicit SmEvents(unsigned sm) : sm_(sm) {}

  unsigned sm() const { return sm_; }
  void add(SmObserver& o) { all_.push_back(&o); }
  /// Not while one is notified.
  void remove(const SmObserver& o) { std::erase(all_, &o); }
  bool any() const { return !all_.empty(); }
  /// First call of each cycle of the SM.
  void begin_cycle(Cycle now) { now_ = now; }
  Cycle now() const { return now_; }

  /// notify(&SmObserver::warp_ends, warp): the event has happened in the present cycle.
  template <class... P, class... A>
  void notify(void (SmObserver::*event)(P...), const A&... arguments) const {
    for (SmObserver* o : all_) (o->*event)(sm_, arguments..., now_);
  }
  void launch_begins(const Launch& launch) const {
    for (SmObserver* o : all_) o->launch_begins(sm_, launch);
  }

 private:
  const unsigned sm_;
  Cycle now_ = 0;
  std::vector<SmObserver*> all_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <systemc>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/sim/clocking.hpp"
#include "hw/sim/island.hpp"
#include "hw/sim/thread_pool.hpp"

namespace heddle {

/// Anything with state that a clock edge advances.
class Clocked {
 public:
  virtual ~Clocked() = default;

  /// One rising edge; `now` counts the domain's edges from 1. Returns the next cycle at which it wants to
  /// run: now + 1, a later one, or `never` until something wakes it. It may return a later one only if
  /// ticking with unchanged inputs until then would change nothing that can be observed.
  virtual Cycle tick(Cycle now) = 0;

  /// `elapsed` cycles have passed in the present state: for occupancy statistics. Called before the next tick
  /// and by ClockDomain::settle, so that sleeping never shows in a statistic.
  virtual void credit(Cycle) { counts_ = false; }  // reached only where it is not overridden

  /// Runs at the next edge strictly after now. Does nothing before it is attached to a domain.
  void wake();
  ClockDomain* domain() const { return domain_; }
  const Island* island() const { return island_; }

 protected:
  /// In `tick`: a random stall holds the latch of this number (below 64) in this cycle (StallConfig). What it
  /// holds stays where it is, and the module runs again in the next cycle. Only for latches that their reader
  /// may hold for any number of cycles. Nothing is held in a cycle at which the module is not due, and is
  /// ticked only because none is skipped: such a tick changes nothing.
  bool holds(unsigned latch) { return stalls_ && draw(latch); }
  template <class Latch>
  requires std::is_enum_v<Latch>
  bool holds(Latch latch) { return holds(static_cast<unsigned>(latch)); }

 private:
  friend class ClockDomain;
  friend class Island;
  bool draw(unsigned latch);
  ClockDomain* domain_ = nullptr;
  Island* island_ = nullptr;
  std::size_t place_ = 0;  // in the island
  std::size_t slot_ = 0;   // in the domain, by the order in which they were attached
  bool stalls_ = false;    // there are random stalls
  bool due_ = true;        // it has asked for this tick, or was woken
  bool held_ = false;      // something was held in this tick
  bool counts_ = true;     // wants to be credited
};

/// One clock frequency. Ticks the modules that are due, from a single kernel activation a cycle; cycles at
/// which nobody is due cost nothing. Edge c is at time c x period. It is itself the clock signal that native
/// SystemC processes bind to: its posedge_event() is its own edge.
///
/// Modules are ticked in the order in which they were attached. With several threads there are islands, of
/// the modules that are inside of an IslandModule or are attached there; in an edge come the modules outside
/// that were attached before the first island; the islands, at the same time unless somebody could see a
/// difference (`why_serial`); the other modules outside.
class ClockDomain : public sc_core::sc_module, public sc_core::sc_signal_in_if<bool> {
 public:
  /// Without skipping, every attached module ticks at every edge: slower, and nothing observable may differ.
  /// `threads` tick islands, the calling one among them. Throws Error when the period is not a positive
  /// number of femtoseconds.
  ClockDomain(sc_core::sc_module_name name, std::uint64_t period_fs, const Clocking& clocking = {},
              unsigned threads = 1);

  void attach(Clocked& module);
  void wake(Clocked& module) {
    // Most wakes come from a wire that changes right after an edge, when the next one is already posted.
    if (posted_ == now_ + 1 && time_.value() < posted_fs_)
      module.island_->want_next(module.place_, posted_);
    else
      wake_at_next(module);
  }
  /// Ticks islands one after another from now on, until `parallelise` with the same reason. `why`: somebody
  /// sees several islands within a cycle. Not within an island's tick.
  void serialise(std::string_view why) { serial_.emplace_back(why); }
  void parallelise(std::string_view why) { serial_.erase(std::find(serial_.begin(), serial_.end(), why)); }
  /// Why islands are ticked one after another; empty: they are not, if there are several threads.
  std::string_view why_serial() const;
  /// Edges at which several islands were ticked at the same time.
  std::uint64_t parallel_edges() const { return parallel_edges_; }
  /// Credits every module up to the present cycle; call before statistics are read.
  void settle();
  /// Called every 256 activations, for those who watch a run; it must change nothing that is modelled.
  std::function<void()> on_pulse;
  Cycle now() const { return now_; }
  std::uint64_t period_fs() const { return period_fs_; }
  bool skipping() const { return clocking_.skipping; }
  /// Work of the simulator itself, reported apart from the statistics of the modelled machine.
  std::uint64_t activations() const { return activations_; }
  std::uint64_t ticks() const;

  const sc_core::sc_event& posedge_event() const override { return listen(); }
  const sc_core::sc_event& negedge_event() const override { return nothing_; }
  const sc_core::sc_event& value_changed_event() const override { return listen(); }
  const sc_core::sc_event& default_event() const override { return listen(); }
  const bool& read() const override { return high_; }
  const bool& get_data_ref() const override { return high_; }
  bool event() const override { return posedge(); }
  bool posedge() const override { return edge_.triggered(); }
  bool negedge() const override { return false; }

 private:
  friend class Clocked;
  /// Processes of SystemC that wait for the clock read wires at the edge.
  const sc_core::sc_event& listen() const {
    listened_ = true;
    return edge_;
  }
  void guarded_edge();
  void edge();
  Cycle run_islands();
  Island& island_of(Clocked& module);
  void wake_at_next(Clocked& module);
  void post(Cycle cycle);
  template <class Visit>
  void for_each_island(Visit&& visit) {
    visit(before_);
    for (Island& island : islands_) visit(island);
    visit(after_);
  }

  const std::uint64_t period_fs_;
  const sc_core::sc_time period_;
  const sc_core::sc_time& time_ = sc_core::sc_time_stamp();  // of the simulation, without a call
  const Clocking clocking_;
  const bool high_ = true;
  Cycle now_ = 0, posted_ = never;
  std::uint64_t posted_fs_ = 0;
  std::uint64_t activations_ = 0, parallel_edges_ = 0;
  std::size_t attached_ = 0;
  Island before_, after_;  // of modules outside of IslandModules
  std::deque<Island> islands_;
  std::vector<const IslandModule*> owners_;    // of islands_
  std::vector<Island*> due_;                   // of those that run in parallel
  const std::unique_ptr<ThreadPool> threads_;  // null: one thread
  std::vector<std::string> serial_;            // why islands are ticked one after another
  mutable bool listened_ = false;
  std::vector<Clocked*> woken_;  // while an edge of the present instant was still to come
  sc_core::sc_event edge_, nothing_;
};

inline void Clocked::wake() {
  if (domain_ == nullptr) return;
  Island* const here = Island::current();
  if (here == nullptr) [[likely]]
    domain_->wake(*this);
  else if (here == island_)
    here->want_next(place_, domain_->now() + 1);
  else
    here->wake_later(*this);
}

}  // namespace heddle

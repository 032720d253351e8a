// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <queue>
#include <systemc>
#include <vector>

namespace heddle {

using Cycle = std::uint64_t;
inline constexpr Cycle never = ~Cycle{0};
class ClockDomain;
class Clocked;
class IslandWire;

/// A module whose inside is an island of each clock domain that it has modules in: within a cycle these touch
/// each other's state, and of all others only what Island names.
class IslandModule : public sc_core::sc_module {
 protected:
  using sc_module::sc_module;
};

/// Modules of one clock domain that are ticked in a row, in the order in which they were attached. Several
/// islands may run at the same time, each in one thread. What an island does to modules outside of it, in its
/// ticks, is to wake them, to ring a Doorbell, to put a payload into the inbox of a connection that is its
/// own (TargetPort), and to notify an event (notify_after_edge); all of that counts after the edge, so that
/// no order of islands can be seen.
class alignas(64) Island {
 public:
  explicit Island(bool skipping) : skipping_(skipping) {
    // At once, so that no other island's lie in the same lines of the host's caches.
    modules_.reserve(64);
    soon_.reserve(8);
  }
  Island(const Island&) = delete;
  Island& operator=(const Island&) = delete;

  /// The one that the calling thread runs in parallel to others; null: none.
  static Island* current() { return current_; }
  /// Updates a wire that a module of this island has written, when its cycle is over.
  void update_later(IslandWire& wire) { wires_.push_back(&wire); }
  /// Notifies an event of SystemC, for the next delta cycle, when all islands have done this edge.
  void notify_later(sc_core::sc_event& event) {
    events_.push_back(&event);
    deferred_ = true;
  }
  /// Wakes a module outside when all islands have done this edge.
  void wake_later(Clocked& outside) {
    woken_.push_back(&outside);
    deferred_ = true;
  }

 private:
  friend class ClockDomain;
  friend class Clocked;
  struct Module {
    Clocked* module;
    Cycle wanted, credited;
  };
  using Appointment = std::pair<Cycle, std::size_t>;

  /// Adds a module; returns its place.
  std::size_t add(Clocked& module, Cycle now);
  /// The module at this place is to run in cycle `at`, which is the next one.
  void want_next(std::size_t place, Cycle at) {
    soon_[place / 64][at & 1] |= std::uint64_t{1} << place % 64;
    next_ = std::min(next_, at);
  }
  bool due(Cycle now) const { return next_ <= now || !skipping_; }
  /// One edge, if it is due: ticks the modules that are. Returns when it must run next.
  Cycle run(Cycle now) {
    if (due(now)) tick(now);
    return next_;
  }
  /// An edge at which it is due, in parallel to other islands.
  void run_in_parallel(Cycle now);
  /// In the first thread, after that: does what was deferred. Throws what a module has thrown.
  void finish_edge() {
    if (deferred_) do_deferred();
  }
  void do_deferred();
  void tick(Cycle now);
  void tick(std::size_t place, Cycle now, bool asked);
  void credit(Module& m, Cycle now);
  void credit_all(Cycle now);

  inline static thread_local constinit Island* current_ = nullptr;

  Cycle next_ = never;  ///< in which it must run
  const bool skipping_;
  bool deferred_ = false;  ///< there is something for finish_edge
  std::vector<Module> modules_;
  /// Those to be ticked in the next even, and in the next odd cycle: a bit each, in words of 64.
  std::vector<std::array<std::uint64_t, 2>> soon_;
  std::priority_queue<Appointment, std::vector<Appointment>, std::greater<>> later_;
  std::uint64_t ticks_ = 0;
  std::vector<IslandWire*> wires_, wires_of_systemc_;  ///< written in this edge; those that SystemC updates
  std::vector<Clocked*> woken_;
  std::vector<sc_core::sc_event*> events_;
  std::exception_ptr failure_;
};

/// Notifies an event for the next delta cycle, from a tick. An event must not be notified there by itself:
/// SystemC has one thread.
inline void notify_after_edge(sc_core::sc_event& event) {
  if (Island* here = Island::current())
    here->notify_later(event);
  else
    event.notify(sc_core::SC_ZERO_TIME);
}

/// A wire that an island can update.
class IslandWire {
 public:
  virtual ~IslandWire() = default;

 protected:
  friend class Island;
  /// Shows what was written last and wakes the readers, as SystemC's update phase would. Returns false, and
  /// does nothing, where a process of SystemC is sensitive to it, or a reader is in another island.
  virtual bool update_in_island() = 0;
  /// Leaves that to SystemC.
  virtual void update_by_systemc() = 0;
};

}  // namespace heddle

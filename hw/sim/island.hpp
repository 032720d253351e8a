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

/// Modules of one clock domain that are ticked in a row, in the order in which they were attached. Islands
/// may run at the same time, each on one thread at a time. What an island does to modules outside of it, in
/// its ticks, is to wake them, to ring a Doorbell, to put a payload into the inbox of a connection that is
/// its own (TargetPort), and to notify an event (notify_behind_edge); all of that counts after the edge, so
/// that no order of islands can be seen.
class alignas(64) Island {
 public:
  explicit Island(bool skipping) : skipping_(skipping) {
    modules_.reserve(64);  // at once, so that no other island's lie beside them
    first_module_ = modules_.data();
  }
  Island(const Island&) = delete;
  Island& operator=(const Island&) = delete;

  /// The one that the calling thread runs beside others; null: none.
  static Island* current() { return current_; }
  /// Has a wire that an own module has written show its value when the island's cycle is over.
  void show_later(IslandWire& wire) { wires_.push_back(&wire); }
  /// Notifies an event of SystemC, for the next delta cycle, when all have done this edge.
  void notify_later(sc_core::sc_event& event) {
    notified_.push_back(&event);
    news_ = true;
  }
  /// Wakes a module of another island when all have done this edge.
  void wake_later(Clocked& outside) {
    woken_outside_.push_back(&outside);
    news_ = true;
  }

 private:
  friend class ClockDomain;
  friend class Clocked;
  struct Module {
    Clocked* module;
    Cycle wanted, credited;
  };
  /// A bit for each of 64 modules.
  struct Word {
    std::array<std::uint64_t, 2> soon{};  ///< to be ticked in the next even and odd cycle
    std::uint64_t asleep = 0;             ///< ticked at this edge only because none is skipped
  };
  using Appointment = std::pair<Cycle, std::size_t>;

  /// Adds a module; returns its place.
  std::size_t add(Clocked& module, Cycle now);
  /// The module at this place is to run in cycle `at`, which is the next one.
  void want_next(std::size_t place, Cycle at) {
    word(place).soon[at & 1] |= std::uint64_t{1} << place % 64;
    next_ = std::min(next_, at);
  }
  bool due(Cycle now) const { return next_ <= now || !skipping_; }
  /// One edge, if it is due: ticks the modules that are. Returns when it must run next.
  Cycle run(Cycle now) {
    if (due(now)) tick(now);
    return next_;
  }
  /// The same beside other islands, on any thread.
  void run_beside(Cycle now);
  /// Serially, after that: shows what SystemC must know of, and wakes modules outside. Throws what a module
  /// has thrown.
  void settle_edge() {
    if (news_) tell_news();
  }
  void tell_news();
  void tick(Cycle now);
  void tick(Word& word, std::size_t first, Cycle now);
  void tick(Module& m, std::size_t place, Word& word, Cycle now);
  void credit(Module& m, Cycle now);
  void credit_all(Cycle now);
  Word& word(std::size_t place) { return place < 64 ? first_word_ : more_words_[place / 64 - 1]; }

  inline static thread_local constinit Island* current_ = nullptr;

  // What each edge reads lies together.
  Cycle next_ = never;        ///< in which it must run
  Cycle later_from_ = never;  ///< the first appointment in later_
  Word first_word_{};
  Module* first_module_;
  const bool skipping_;
  bool news_ = false;  ///< there is something for settle_edge

  std::vector<Module> modules_;
  std::vector<Word> more_words_;  ///< of the modules from the 64th on
  std::priority_queue<Appointment, std::vector<Appointment>, std::greater<>> later_;
  std::uint64_t ticks_ = 0;
  std::vector<IslandWire*> wires_, listened_;
  std::vector<Clocked*> woken_outside_;
  std::vector<sc_core::sc_event*> notified_;
  std::exception_ptr failure_;
};

/// Notifies an event for the next delta cycle, from a tick. Events must not be notified there by themselves:
/// SystemC has one thread.
inline void notify_behind_edge(sc_core::sc_event& event) {
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
  virtual bool show_now() = 0;
  /// Leaves that to SystemC.
  virtual void show_by_kernel() = 0;
};

}  // namespace heddle

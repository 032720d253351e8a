#pragma once

#include <functional>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"
#include "models/base/random.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// An initiator in the place of an SM's caches: makes requests for whole lines at random times, keeps those
/// that cannot go out yet in a queue without end, and counts the answers.
class TrafficSource : public sc_core::sc_module, public Clocked {
 public:
  struct Request {
    std::uint64_t address = 0;
    unsigned bytes = line_bytes;
    bool write = false;
  };
  InitiatorPort port;

  /// `window`: requests under way at once.
  TrafficSource(sc_core::sc_module_name name, unsigned window, std::uint64_t seed, ClockDomain& domain);

  /// From now on requests are drawn from `next`, so many a cycle on average, at most one in a cycle; 0: none.
  void offer(double requests_a_cycle, std::function<Request()> next);
  /// Forgets those that have not gone out.
  void stop();
  bool idle() const { return port.outstanding() == 0; }

  struct Counts {
    std::uint64_t answers = 0, bytes = 0, cycles_waited = 0;
  };
  /// Since the last call. `cycles_waited`: from the making of each request until its answer, summed.
  Counts take_counts() { return std::exchange(counts_, {}); }

  Cycle tick(Cycle now) override;

 private:
  void receive(Cycle now);
  void send();

  const unsigned window_;
  Random random_;
  TransactionPool pool_;
  std::function<Request()> next_{};
  std::uint64_t chance_ = 0;  ///< of a request in a cycle, of 2^32
  Ring<Cycle> made_;
  Counts counts_{};
};

}  // namespace heddle

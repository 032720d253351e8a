// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"
#include "models/base/random.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// A source of an open-loop load: reads of whole lines are made at random times, wait in a queue without end
/// until they can be sent, and their answers are counted.
class TrafficSource : public sc_core::sc_module, public Clocked {
 public:
  struct Config {
    unsigned window = 64;    ///< reads under way at once
    std::uint64_t seed = 1;  ///< of the first source
  };
  InitiatorPort port;

  TrafficSource(sc_core::sc_module_name name, unsigned number, const Config& config, ClockDomain& domain);

  /// From now on makes so many reads a cycle on average, at most one in a cycle. `next_line` tells where.
  void offer(double reads_a_cycle, std::function<std::uint64_t()> next_line);
  /// Makes no more, and forgets those that have not been sent.
  void stop();

  struct Counts {
    std::uint64_t answers = 0;
    std::uint64_t cycles = 0;  ///< from the making of each read until its answer, summed
  };
  /// Since the last call.
  Counts take_counts() { return std::exchange(counts_, {}); }

  Cycle tick(Cycle now) override;

 private:
  void receive(Cycle now);
  void send();

  const unsigned window_;
  Random random_;
  TransactionPool pool_;
  std::function<std::uint64_t()> next_line_{};
  std::uint64_t chance_ = 0;  ///< of a read in a cycle, of 2^32
  Ring<Cycle> made_;          ///< when those that wait were made
  Counts counts_{};
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

/// A source of a closed-loop load: warps with one read each under way. Each warp goes round its own lines,
/// and reads the next one when the answer has come and the instruction between two reads is done.
class WalkingSource : public sc_core::sc_module, public Clocked {
 public:
  struct Config {
    /// Cycles from an answer to the warp's next read: an instruction that depends on the one and that the
    /// other depends on takes 22 hot clocks, 11 cycles (CUDA C Programming Guide 4.2, section 5.2.3).
    unsigned pause = 11;
  };
  InitiatorPort port;

  WalkingSource(sc_core::sc_module_name name, unsigned number, const Config& config, ClockDomain& domain);

  /// `lines`: the addresses of each warp's lines, in its order.
  void walk(std::vector<std::vector<std::uint64_t>> lines);
  void stop() { walking_ = false; }
  /// Since the last call.
  std::uint64_t take_answers() { return std::exchange(answers_, 0); }

  Cycle tick(Cycle now) override;

 private:
  struct Warp {
    std::vector<std::uint64_t> lines{};
    std::size_t at = 0;
    Cycle ready = 0;
    bool waits = false;  ///< for its answer
  };

  const unsigned pause_;
  TransactionPool pool_;
  std::vector<Warp> warps_;
  std::size_t first_ = 0;  ///< the warp that goes first
  bool walking_ = false;
  std::uint64_t answers_ = 0;
};

}  // namespace heddle

#pragma once

#include <vector>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

/// An initiator in the place of an SM whose warps have one read each under way: each goes round its own
/// lines, and begins with the next one when the answer has come and the instruction between two loads is
/// done.
class WalkingSource : public sc_core::sc_module, public Clocked {
 public:
  InitiatorPort port;

  /// `lines`: the addresses of each warp's lines, in its order; `pause`: cycles between an answer and the
  /// next read of the warp.
  WalkingSource(sc_core::sc_module_name name, unsigned pause, ClockDomain& domain);

  void walk(std::vector<std::vector<std::uint64_t>> lines);
  void stop() { walking_ = false; }
  bool idle() const { return port.outstanding() == 0; }
  /// Answers since the last call.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/register_virtualization/freed_register_queue/freed_register_queue.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which registers came to a queue and left it, and how many waited in it then.
class FreedRegisterQueueCoverage final : public BlockCoverage {
 public:
  explicit FreedRegisterQueueCoverage(const FreedRegisterQueueConfig&);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_counts(unsigned waiting, unsigned taken, unsigned arriving);
  void see_registers(const UnmappedRegisters& unmapped, const WaitingRegisters& waiting);
  void see_holds(unsigned waiting, unsigned taken, unsigned arriving);

  bool in_reset_ = true;
  unsigned last_ = 0;                        ///< how many waited before this edge
  unsigned unchanged_ = 0;                   ///< edges in turn without an arrival and a departure
  bool arrived_ = false, departed_ = false;  ///< at the edge before
  std::vector<std::uint64_t*> lane_, arrive_, take_, taken_beyond_, wait_, place_, exchange_;
  std::uint64_t &idle_empty_, &idle_waiting_, &fills_, &fills_at_once_, &full_and_arrives_, &full_taken_,
      &full_held_, &held_, &dropped_, &all_dropped_;
  std::uint64_t &empties_, &replaced_, &into_empty_, &too_many_taken_, &none_to_take_, &comes_into_view_;
  std::uint64_t &apart_, &first_, &last_register_, &upper_bits_, &beside_, &waits_already_, &twice_;
  std::uint64_t &arrivals_in_turn_, &departures_in_turn_, &reset_, &reset_full_;
};

}  // namespace heddle

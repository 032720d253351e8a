// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Keeps instructions in their operand collectors, or out of them. Any number of holders: one of them is
/// enough to keep one.
class CollectorGate {
 public:
  virtual ~CollectorGate() = default;
  /// Instruction i of the program of warp w has been chosen to be issued for these lanes, and its registers
  /// are where the context has them. Must it not enter a unit yet? Then its issue slot is lost, and it is
  /// chosen again when the scoreboard lets it: who keeps it out holds a register of it there.
  virtual bool keeps_out(unsigned /*w*/, const ptx::Instruction& /*i*/, LaneMask) { return false; }
  /// An instruction of the program, or one that writes registers as its own, has entered f.collector.
  virtual void entered(const InFlight& f) = 0;
  /// The units whose instruction must stay in this cycle, a bit each.
  virtual std::uint32_t held() const { return 0; }
};

}  // namespace heddle

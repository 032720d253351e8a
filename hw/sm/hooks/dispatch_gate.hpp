// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Says whether the execution pipelines (SP, SFU, DP, scalar, line) may take instructions yet. Any number of
/// holders, who must all agree. An instruction that may not be dispatched waits in its operand collector, and
/// those of its unit that are younger wait behind it. A holder must not change instructions.
class DispatchGate {
 public:
  /// At the end of each cycle of the SM: `f` is complete, and could be dispatched into that pipeline in the
  /// next cycle, as no CollectorGate keeps it in this one. The oldest instructions of each unit, one for each
  /// pipeline that will be free, oldest first. Nothing is promised: in the next cycle the instruction may be
  /// kept, or take another pipeline.
  virtual void expect(ptx::Unit unit, unsigned pipeline, const InFlight& f) = 0;
  /// Of the pipelines of `unit` in `free`, a bit each, those that may take `f` in this cycle. Once for each
  /// instruction that is to be dispatched.
  virtual std::uint32_t open(ptx::Unit unit, const InFlight& f, std::uint32_t free) = 0;

 protected:
  ~DispatchGate() = default;
};

}  // namespace heddle

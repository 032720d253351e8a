#pragma once

#include "hw/sm/issue/in_flight.hpp"

namespace heddle {

/// Which lanes of an instruction are read, executed and written, and whether one lane's result stands for
/// all. One holder. It is asked once for each instruction, when that enters its operand collector: its
/// registers are known, and none has been read. It is asked only for instructions of the SP, SFU and DP
/// pipelines whose lanes do not depend on each other: not for memory accesses, barriers, branches, votes,
/// shuffles and activemask. It must not change the instruction.
class LaneSelector {
 public:
  /// Starts from `f.lanes`, and leaves `active` as it is. Lanes that are executed must be read, and lanes
  /// that are written active; each of these is executed, or gets the result of the lane that is broadcast.
  /// The SM throws Error for a choice that breaks this. What one lane executes for all goes to a scalar unit,
  /// if the SM has any and the instruction is one for the SP pipelines.
  virtual Lanes select(const InFlight& f) = 0;

 protected:
  ~LaneSelector() = default;
};

/// Is `i` such an instruction?
inline bool computes_by_lane(const ptx::Instruction& i) {
  return i.execute != nullptr && i.unit != ptx::Unit::ldst && i.unit != ptx::Unit::line &&
         i.control == ptx::Control::none && !i.exchanges_lanes;
}

}  // namespace heddle

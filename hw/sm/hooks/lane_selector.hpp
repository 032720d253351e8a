// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/types/in_flight.hpp"

namespace heddle {

/// Which lanes of an instruction are read and executed, and whether one lane's result stands for all. One
/// holder. It is asked when the instruction takes its collector unit, and answers in the second cycle from
/// then on, before all stations: as a block does whose inputs and answer are registers. That is no later
/// than the first read of a register; an instruction that reads none waits for it.
class LaneSelector {
 public:
  /// The instruction takes its collector unit. True: `select` is to be called for it. Lanes may be chosen for
  /// an instruction that `computes_by_lane`; for others a holder may want to be called all the same.
  virtual bool ask(const InFlight& f) = 0;
  /// The answer, in the order of the questions. Starts from `f.lanes`, and leaves `active` and `written` as
  /// they are. Lanes that are executed must be read; each lane that is written is executed, or gets the
  /// result of the lane that is broadcast. The SM throws Error for a choice that breaks this. What one lane
  /// executes for all goes to a scalar unit, if the SM has any and the instruction is one for the SP
  /// pipelines.
  virtual Lanes select(const InFlight& f) = 0;

 protected:
  ~LaneSelector() = default;
};

/// An instruction of the SP, SFU or DP pipelines whose lanes do not depend on each other: no memory access,
/// barrier, branch, vote, shuffle or activemask.
inline bool computes_by_lane(const ptx::Instruction& i) {
  return i.execute != nullptr && i.unit != ptx::Unit::ldst && i.unit != ptx::Unit::line &&
         i.control == ptx::Control::none && !i.exchanges_lanes;
}

}  // namespace heddle

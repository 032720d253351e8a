// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/front/instruction_fetch.hpp"
#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "hw/sm/warps/barriers.hpp"

namespace heddle {

/// Executes control instructions: branches, calls, exits, barriers, fences. All but barriers and gathers
/// with register operands are done when they are issued.
class ControlUnit {
 public:
  ControlUnit(WarpTable& warps, InstructionFetch& fetch, Barriers& barriers, OperandCollectors& collectors,
              LoadStoreUnit& load_store)
      : warps_(warps), fetch_(fetch), barriers_(barriers), collectors_(collectors), load_store_(load_store) {}

  void begin(const Launch& launch) { launch_ = &launch; }
  /// Warp w issues `i`, which reads no registers, for the lanes in `mask`.
  void execute(unsigned w, const ptx::Instruction& i, LaneMask mask);
  /// Barriers and gathers whose operands have come.
  void take_collected() {
    while (InFlight* f = collectors_.oldest(ptx::Unit::control)) take(*f);
  }

 private:
  void take(InFlight& f);
  void gather(unsigned w, const ptx::Instruction& i, const ptx::Operands& operands, LaneMask lanes);
  bool gathered(unsigned w, const ptx::Instruction& i, LaneMask lanes, LaneMask members);

  WarpTable& warps_;
  InstructionFetch& fetch_;
  Barriers& barriers_;
  OperandCollectors& collectors_;
  LoadStoreUnit& load_store_;
  const Launch* launch_ = nullptr;
};

}  // namespace heddle

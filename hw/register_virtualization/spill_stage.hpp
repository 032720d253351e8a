// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "hw/register_virtualization/release_stage.hpp"
#include "hw/sm/hooks/instruction_source.hpp"

namespace heddle {

/// Carries out what the register spill unit says (Jeon2015 section 8.1): a store to, or a load from, the
/// warp's local memory for each register, which is one coalesced line; a spilled register is given back.
class SpillStage {
 public:
  SpillStage(RenameStage& renaming, ReleaseStage& releases, const SmTechniqueParts& parts);

  /// `offset`: in a thread's local memory, where its registers go.
  void begin(const ReleasePlan& plan, std::uint32_t offset);
  bool active() const { return active_; }
  void begin_cycle();
  void end_cycle();

  /// What there is to be seen of the warps behind the issue of a cycle.
  struct WarpsNow {
    bool quiet = false;     ///< nothing is under way, and none can issue
    WarpMask resident = 0;  ///< have registers
    WarpMask starved = 0;   ///< could issue, but for a register
    WarpMask waiting = 0;   ///< at a barrier
    WarpMask settled = 0;   ///< nothing of them is under way
  };
  /// `room`: each cluster has as many free registers as a warp can claim.
  void see(const WarpsNow& now, bool room);
  /// Warps that must not issue.
  WarpMask held() const { return hold_pins_.shown().payload.warps; }
  /// A store or load that is to be issued now; null: none.
  const OfferedInstruction* offer();
  /// It has been issued.
  void taken();

 private:
  RenameStage& renaming_;
  ReleaseStage& releases_;
  Wire<Level<SpillState>> state_pins_{"spill_state"};
  Wire<Beat<SpillDone>> done_pins_{"spill_done"};
  Wire<Beat<SpillCommand>> command_pins_{"spill_command"};
  Wire<Level<HeldWarps>> hold_pins_{"spill_hold"};
  std::unique_ptr<BlockWith<RegisterSpillUnitPins>> block_;

  bool active_ = false;                           ///< in this launch
  std::vector<ptx::Instruction> stores_, loads_;  ///< by register
  std::vector<Hazards> store_hazards_, load_hazards_;
  OfferedInstruction offered_{.takes_slot = false, .checks_hazards = false};
  Level<SpillState> state_;
  Beat<SpillDone> done_;
  bool moving_ = false;    ///< a command is carried out
  bool starting_ = false;  ///< it waits for its warp
  SpillCommand command_{};
  RegisterSet to_issue_ = 0, moved_ = 0;
  Counter &spilled_, &filled_;
};

}  // namespace heddle

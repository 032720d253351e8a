#pragma once

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "hw/register_virtualization/release_stage.hpp"

namespace heddle {

/// Carries out what the register spill unit says (Jeon2015 section 8.1): a store to, or a load from, the
/// warp's local memory for each register, which is one coalesced line; a spilled register is given back.
class SpillStage {
 public:
  SpillStage(RenameStage& names, ReleaseStage& releases, const PlaceParts& parts);

  void begin(const ReleasePlan& plan);
  bool active() const { return active_; }
  void begin_cycle();
  void end_cycle();

  /// `room`: each cluster has as many free registers as a warp can claim. `owned`: by warp, how many it has.
  void see(const RegisterPlace::WarpsNow& now, bool room, const std::array<unsigned, 64>& owned);
  WarpMask held() const { return hold_pins_.shown().payload.warps; }
  RegisterPlace::Injected injected();

 private:
  RenameStage& names_;
  ReleaseStage& releases_;
  Wire<Level<SpillState>> state_pins_{"spill_state"};
  Wire<Beat<SpillDone>> done_pins_{"spill_done"};
  Wire<Beat<SpillCommand>> command_pins_{"spill_command"};
  Wire<Level<HeldWarps>> hold_pins_{"spill_hold"};
  std::unique_ptr<BlockWith<RegisterSpillUnitPins>> block_;

  bool active_ = false;                           ///< in this launch
  std::vector<ptx::Instruction> stores_, loads_;  ///< by register
  std::vector<Hazards> store_hazards_, load_hazards_;
  Level<SpillState> state_;
  Beat<SpillDone> done_;
  bool moving_ = false;    ///< a command is carried out
  bool starting_ = false;  ///< it waits for its warp
  SpillCommand command_{};
  RegisterSet to_issue_ = 0, moved_ = 0;
  Counter &spilled_, &filled_;
};

}  // namespace heddle

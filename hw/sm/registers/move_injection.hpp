// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "hw/register_file/mov_injector/mov_injector.hpp"
#include "hw/sim/observer.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/collector_gate.hpp"
#include "hw/sm/hooks/instruction_source.hpp"
#include "hw/sm/hooks/register_encoding.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The MOV ahead of an instruction that writes some lanes of a compressed register (Lee2015 section 5.2), or
/// of one that is held as a scalar (Wong2016 section 3.1.3), where a technique wants it: the mov_injector of
/// an SM and its inputs, which are instructions that enter collector units, MOVs that have been written, and
/// room in the collectors. Its outputs follow from the inputs up to the cycle before.
///
/// A memory instruction would hold one of a few collector units meanwhile. Where its registers are known when
/// it is issued, it waits without one: it loses its issue slot, and is issued once the MOV has written.
class MoveInjection final : public InstructionSource, public CollectorGate {
 public:
  /// `encoding` says which registers are compressed.
  MoveInjection(const SmStations& stations, const RegisterEncoding& encoding);

  Turn turn() const override { return Turn::ahead; }
  const OfferedInstruction* offer() override;
  void taken(const InFlight& f) override;
  void written(const RegisterWrite& w) override;

  /// Is it a memory instruction that writes some lanes of a compressed register?
  bool keeps_out(unsigned w, const ptx::Instruction& i, LaneMask mask) override;
  /// Shows the instruction to the mov_injector. No write to its destinations is under way, so their encoding
  /// stays what it is.
  void entered(const InFlight& f) override;
  /// An instruction that has just entered waits for the answer.
  std::uint32_t held() const override { return hold_.shown().payload.units.value | entered_before_; }

  /// As in SmTechnique.
  void begin_cycle();
  void end_cycle();
  bool busy() const {
    return waiting_ || entered_before_ != 0 || entered_ != 0 || told_ || !before_issue_.empty();
  }

 private:
  const OfferedInstruction* offer_to_held();
  const OfferedInstruction* offer_before_issue();
  OfferedInstruction& move(unsigned r, RegisterId physical);

  WarpTable& warps_;
  const OperandCollectors& collectors_;
  const RegisterEncoding& encoding_;
  std::vector<ptx::Instruction> moves_;  ///< by register
  std::vector<Hazards> hazards_;         ///< the same
  Wire<Level<EnteredInstructions>> check_{"mov_injector_check"};
  Wire<Level<WrittenMoves>> written_pins_{"mov_injector_written"};
  Wire<Level<CollectorRoom>> room_{"mov_injector_room"};
  Wire<Beat<InjectedMove>> move_pins_{"mov_injector_move"};
  Wire<Level<HeldUnits>> hold_{"mov_injector_hold"};
  std::unique_ptr<BlockWith<MovInjectorPins>> block_;
  Counter &held_for_moves_, &moves_to_held_;
  LevelObserver<HeldUnits> held_;

  Level<EnteredInstructions> checks_;
  Level<WrittenMoves> written_;
  unsigned slot_ = 0;                               ///< that the next instruction of this cycle takes
  std::uint32_t entered_ = 0, entered_before_ = 0;  ///< units: in this cycle, in the one before
  InjectedMove move_{};
  OfferedInstruction offered_{.takes_slot = false, .checks_hazards = false, .in_place = true};
  bool waiting_ = false;  ///< move_ has not been issued
  bool told_ = false;     ///< the pins are not idle
  /// A MOV that an instruction which is not issued waits for.
  struct BeforeIssue {
    unsigned warp;
    std::uint8_t reg;  ///< architected
    LaneMask lanes;
  };
  Ring<BeforeIssue> before_issue_;
  bool held_first_ = false;  ///< the last MOV was one of before_issue_
  InFlight candidate_;  ///< the instruction that is about to be issued, as far as an encoding looks at it
};

/// Throws Error when the mov_injector does not fit an SM of this configuration.
void check_move_injection(const SmConfig& config);

}  // namespace heddle

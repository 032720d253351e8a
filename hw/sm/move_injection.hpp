#pragma once

#include <memory>

#include "hw/register_file/mov_injector/mov_injector.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/observer.hpp"
#include "hw/sim/wire.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// The mov_injector of an SM and what it is told: instructions that enter collector units, MOVs that have
/// been written, room in the collectors. Who asks in a cycle sees what was told up to the cycle before.
class MoveInjection {
 public:
  MoveInjection(ClockDomain& clock, Wire<bool>& rst_n, const BlockMaker& blocks, Clocked& sm,
                StatGroup& stats);

  /// First call of each cycle of the SM.
  void begin_cycle();
  /// An instruction has entered `unit`; bit k of `compressed`: destination k is not plain.
  void check(unsigned unit, bool partial, unsigned compressed);
  /// Units whose instruction must stay. One that has just entered waits for the answer.
  std::uint32_t held() const { return hold_.shown().payload.units.value | entered_before_; }
  /// The MOV that is to be issued, or null.
  const InjectedMove* move() const { return waiting_ ? &move_ : nullptr; }
  /// It has taken a collector unit.
  void issued() { waiting_ = false; }
  /// That MOV has been written; `number` as heddle::number_of gives it.
  void written(int number) { written_.payload.moves.value |= std::uint64_t{1} << number; }
  static std::int8_t number_of(const InjectedMove& m) {
    return static_cast<std::int8_t>(heddle::number_of(m));
  }
  /// Last call of each cycle: a collector unit is free or not.
  void end_cycle(bool room);
  /// Must the SM be ticked in the next cycle?
  bool busy() const { return waiting_ || entered_before_ != 0 || entered_ != 0 || told_; }

 private:
  Wire<Level<EnteredInstructions>> check_{"mov_injector_check"};
  Wire<Level<WrittenMoves>> written_pins_{"mov_injector_written"};
  Wire<Level<CollectorRoom>> room_{"mov_injector_room"};
  Wire<Beat<InjectedMove>> move_pins_{"mov_injector_move"};
  Wire<Level<HeldUnits>> hold_{"mov_injector_hold"};
  std::unique_ptr<BlockWith<MovInjectorPins>> block_;
  Counter& held_for_moves_;
  LevelObserver<HeldUnits> held_;

  Level<EnteredInstructions> checks_;
  Level<WrittenMoves> written_;
  unsigned slot_ = 0;                               ///< that the next instruction of this cycle takes
  std::uint32_t entered_ = 0, entered_before_ = 0;  ///< units: in this cycle, in the one before
  InjectedMove move_{};
  bool waiting_ = false;  ///< move_ has not been issued
  bool told_ = false;     ///< the pins are not idle
};

}  // namespace heddle

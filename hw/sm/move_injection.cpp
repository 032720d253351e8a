#include "hw/sm/move_injection.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

MoveInjection::MoveInjection(ClockDomain& clock, Wire<bool>& rst_n, const BlockMaker& blocks, Clocked& sm,
                             StatGroup& stats)
    : block_(make_block<MovInjector>("mov_injector", {}, blocks)),
      held_for_moves_(stats.counter("held_for_moves", "instruction cycles",
                                    "instructions that waited for MOVs ahead of them")),
      held_(clock, hold_, [this](const HeldUnits& held) {
        held_for_moves_ += static_cast<unsigned>(std::popcount(held.units.value));
      }) {
  block_->io.clk(clock);
  block_->io.rst_n(rst_n);
  block_->io.check.port(check_);
  block_->io.written.port(written_pins_);
  block_->io.room.port(room_);
  block_->io.move.port(move_pins_);
  block_->io.hold.port(hold_);
  move_pins_.add_reader(sm);
  hold_.add_reader(sm);
}

void MoveInjection::begin_cycle() {
  slot_ = 0;
  entered_before_ = std::exchange(entered_, 0);
  if (const Beat<InjectedMove>& beat = move_pins_.shown(); beat.valid) {
    if (waiting_)
      throw Error({.place = block_->name(), .what = "a MOV came when there was no room for another"});
    move_ = beat.payload;
    waiting_ = true;
  }
  checks_ = {};
  written_ = {};
}

void MoveInjection::check(unsigned unit, bool partial, unsigned compressed) {
  EnteredInstructions& e = checks_.payload;
  const auto bit = static_cast<std::uint8_t>(1u << slot_);
  e.valid.value |= bit;
  if (partial) e.partial.value |= bit;
  e.unit[slot_] = static_cast<std::uint8_t>(unit);
  e.compressed[slot_++] = static_cast<std::uint8_t>(compressed);
  entered_ |= 1u << unit;
}

void MoveInjection::end_cycle(bool room) {
  check_.write(checks_);
  written_pins_.write(written_);
  room_.write({{room && !waiting_}});
  told_ = checks_.payload.valid.value != 0 || written_.payload.moves.value != 0;
}

}  // namespace heddle

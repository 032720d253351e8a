// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/mov_injector/mov_injector_bench.hpp"

#include <bit>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_file/mov_injector/mov_injector_coverage.hpp"

namespace heddle {
namespace {

constexpr unsigned all_units = (1u << collector_units) - 1;
constexpr DestinationSet one_unit = (DestinationSet{1} << destinations) - 1;

}  // namespace

void CollectorStimulus::turn() {
  mood_ = static_cast<Mood>(random_.below(static_cast<unsigned>(Mood::count)));
  left_ = mood_ == Mood::idle      ? 1 + random_.below(20)
          : mood_ == Mood::lawless ? 10 + random_.below(40)
          : mood_ == Mood::storm   ? 160 + random_.below(40)
                                   : 20 + random_.below(80);
  held_for_ = mood_ == Mood::storm ? 10 : 0;
}

void CollectorStimulus::enter(EnteredInstructions& check, unsigned slot, unsigned held) {
  const std::uint32_t free = ~(held | entering_) & all_units;
  const bool storm = mood_ == Mood::storm;
  if (free == 0 || (storm ? held_for_ == 0 : random_.one_in(2))) return;
  unsigned unit = random_.below(collector_units);
  while ((free >> unit & 1) == 0) unit = (unit + 1) % collector_units;
  entering_ |= 1u << unit;
  check.valid.value = static_cast<std::uint8_t>(check.valid.value | 1u << slot);
  if (storm || random_.one_in(2))
    check.partial.value = static_cast<std::uint8_t>(check.partial.value | 1u << slot);
  check.unit[slot] = static_cast<std::uint8_t>(unit);
  const auto drawn = static_cast<std::uint8_t>(random_());
  check.compressed[slot] = storm ? static_cast<std::uint8_t>(drawn | one_unit) : drawn;
}

void CollectorStimulus::break_every_rule(EnteredInstructions& check, WrittenMoves& written) {
  check.valid.value = static_cast<std::uint8_t>(random_.below(4));
  check.partial.value = static_cast<std::uint8_t>(random_.below(4));
  for (unsigned s = 0; s < issue_slots; ++s) {
    // Beyond the last by one upper bit: each of them must be looked at.
    const auto beyond = random_.one_in(3) ? collector_units << random_.below(4) : 0;
    check.unit[s] = static_cast<std::uint8_t>(random_.below(collector_units) | beyond);
    check.compressed[s] = static_cast<std::uint8_t>(random_());
  }
  if (random_.one_in(4)) check.unit[1] = check.unit[0];
  written.moves.value = random_() & random_() & random_();
}

bool CollectorStimulus::next(EnteredInstructions& check, WrittenMoves& written, CollectorRoom& room,
                             const Beat<InjectedMove>& move, const HeldUnits& hold) {
  if (left_ == 0) turn();
  --left_;
  if (held_for_ != 0) --held_for_;
  if (move.valid) pending_ |= DestinationSet{1} << number_of(move.payload);
  check = {};
  written = {};
  room.free = mood_ == Mood::crowded ? random_.one_in(8)
              : mood_ == Mood::storm ? held_for_ == 0
                                     : !random_.one_in(4);
  if (mood_ == Mood::lawless) {
    break_every_rule(check, written);
  } else if (mood_ != Mood::idle) {
    // What was checked in the cycle that is seen is not held yet.
    const std::uint32_t before = entering_;
    entering_ = 0;
    for (unsigned s = 0; s < issue_slots; ++s) enter(check, s, hold.units.value | before);
    std::uint64_t now = random_();
    if (mood_ != Mood::mixed) now &= random_() & random_();
    if (mood_ == Mood::slow || mood_ == Mood::storm) now &= random_() & random_();
    written.moves.value = pending_ & now;
  }
  pending_ &= ~written.moves.value;
  return check.valid.value != 0 || written.moves.value != 0 || hold.units.value != 0;
}

bool MovInjectorBench::stimulate(DrivenPins in, PinValues out) {
  return stimulus_.next(reinterpret_cast<Level<EnteredInstructions>*>(in[0])->payload,
                        reinterpret_cast<Level<WrittenMoves>*>(in[1])->payload,
                        reinterpret_cast<Level<CollectorRoom>*>(in[2])->payload,
                        *reinterpret_cast<const Beat<InjectedMove>*>(out[0]),
                        reinterpret_cast<const Level<HeldUnits>*>(out[1])->payload);
}

static const Registration<CosimEntry> registration{cosim_entry<MovInjectorBench, MovInjectorCoverage>()};

}  // namespace heddle

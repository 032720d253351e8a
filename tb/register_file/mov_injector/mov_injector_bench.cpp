#include "tb/register_file/mov_injector/mov_injector_bench.hpp"

#include <bit>

#include "tb/cosim/cosim_entry.hpp"

namespace heddle {
namespace {

constexpr unsigned moves = collector_units * destinations;
constexpr unsigned all_units = (1u << collector_units) - 1;
constexpr DestinationSet one_unit = (DestinationSet{1} << destinations) - 1;

unsigned number_of(const InjectedMove& move) { return move.unit * destinations + move.destination; }

template <class F>
void for_each_bit(std::uint64_t bits, F&& f) {
  for (; bits != 0; bits &= bits - 1) f(static_cast<unsigned>(std::countr_zero(bits)));
}

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

MovInjectorCoverage::MovInjectorCoverage(Coverage& c)
    : issued_(c.points("MOV {} issued", 0, moves - 1)),
      held_(c.points("unit {} held", 0, collector_units - 1)),
      released_(c.points("unit {} let go", 0, collector_units - 1)),
      compressed_(c.points("partial write of {} compressed destinations", 0, destinations)),
      whole_(c.point("whole write of compressed destinations")),
      both_slots_(c.point("both slots want MOVs")),
      same_unit_(c.point("both slots name a unit (against the protocol)")),
      unit_beyond_(c.point("unit beyond the last")),
      upper_bits_(c.point("bits beyond the destinations")),
      checked_held_(c.point("held unit checked (against the protocol)")),
      lost_(c.point("wanted at the edge at which it is issued (against the protocol)")),
      wraps_(c.point("rotation past the last")),
      all_owed_(c.point("all MOVs to be issued")),
      longest_wait_(c.point("MOV that waited for all the others")),
      all_held_(c.point("all units held")),
      no_room_(c.point("MOV but no room")),
      stale_room_(c.point("room right after a MOV, and another one to be issued")),
      nothing_to_do_(c.point("room and no MOV")),
      written_at_once_(c.point("written in the cycle in which it shows")),
      written_stray_(c.point("written without being issued (against the protocol)")),
      written_several_(c.point("several written at once")),
      still_pending_(c.point("one of a unit's MOVs written, another one not")),
      reset_todo_(c.point("reset with a MOV to be issued")),
      reset_pending_(c.point("reset with a MOV on its way")),
      reset_move_(c.point("reset while a MOV shows")) {}

DestinationSet MovInjectorCoverage::see_check(const EnteredInstructions& check, std::uint32_t held) {
  DestinationSet wanted = 0;
  unsigned wanting = 0;
  for_each_bit(check.valid.value, [&](unsigned s) {
    const unsigned unit = check.unit[s];
    const DestinationSet compressed = check.compressed[s] & one_unit;
    const bool partial = (check.partial.value >> s & 1) != 0;
    unit_beyond_ += unit >= collector_units;
    upper_bits_ += check.compressed[s] != compressed;
    if (unit >= collector_units) return;
    whole_ += !partial && compressed != 0;
    if (!partial) return;
    ++*compressed_[static_cast<unsigned>(std::popcount(compressed))];
    checked_held_ += (held >> unit & 1) != 0;
    wanting += compressed != 0;
    wanted |= compressed << unit * destinations;
  });
  both_slots_ += wanting == 2;
  same_unit_ += wanting == 2 && check.unit[0] == check.unit[1];
  return wanted;
}

void MovInjectorCoverage::see_wait(DestinationSet todo, unsigned issued) {
  longest_wait_ += waited_[issued] == moves - 1;
  waited_[issued] = 0;
  for_each_bit(todo, [&](unsigned i) { ++waited_[i]; });
}

void MovInjectorCoverage::see(const EnteredInstructions& check, DestinationSet written, bool room,
                              const Beat<InjectedMove>& move, std::uint32_t held) {
  for_each_bit(held, [&](unsigned u) { ++*held_[u]; });
  for_each_bit(held_before_ & ~held, [&](unsigned u) { ++*released_[u]; });
  all_held_ += held == all_units;
  held_before_ = held;
  shows_ = move.valid;
  if (move.valid) {
    const unsigned shown = number_of(move.payload);
    ++*issued_[shown];
    wraps_ += shown <= last_;
    last_ = shown;
    written_at_once_ += (written >> shown & 1) != 0;
  }
  const DestinationSet pending = owed_.pending();
  written_stray_ += (written & ~pending) != 0;
  written_several_ += std::popcount(written & pending) > 1;
  for_each_bit(written & pending, [&](unsigned i) {
    still_pending_ += (pending & ~written & one_unit << i / destinations * destinations) != 0;
  });

  const DestinationSet todo = owed_.todo();
  all_owed_ += todo == ~DestinationSet{0};
  no_room_ += todo != 0 && !room;
  nothing_to_do_ += todo == 0 && room;
  stale_room_ += todo != 0 && room && owed_.issued();
  const DestinationSet wanted = see_check(check, held);
  if (const auto issued = owed_.step(written, wanted, room)) {
    lost_ += (wanted >> *issued & 1) != 0;
    see_wait(owed_.todo(), *issued);
  }
}

void MovInjectorCoverage::reset() {
  reset_todo_ += owed_.todo() != 0;
  reset_pending_ += owed_.pending() != 0;
  reset_move_ += shows_;
  owed_.reset();
  shows_ = false;
  held_before_ = 0;
  waited_.fill(0);
}

bool MovInjectorBench::stimulate(DrivenPins in, PinValues out) {
  return stimulus_.next(reinterpret_cast<Level<EnteredInstructions>*>(in[0])->payload,
                        reinterpret_cast<Level<WrittenMoves>*>(in[1])->payload,
                        reinterpret_cast<Level<CollectorRoom>*>(in[2])->payload,
                        *reinterpret_cast<const Beat<InjectedMove>*>(out[0]),
                        reinterpret_cast<const Level<HeldUnits>*>(out[1])->payload);
}

void MovInjectorBench::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n)
    seen_.reset();
  else
    seen_.see(reinterpret_cast<const Level<EnteredInstructions>*>(in[0])->payload,
              reinterpret_cast<const Level<WrittenMoves>*>(in[1])->payload.moves.value,
              reinterpret_cast<const Level<CollectorRoom>*>(in[2])->payload.free,
              *reinterpret_cast<const Beat<InjectedMove>*>(out[0]),
              reinterpret_cast<const Level<HeldUnits>*>(out[1])->payload.units.value);
}

static const Registration<CosimEntry> registration{cosim_entry<MovInjectorBench>()};

}  // namespace heddle

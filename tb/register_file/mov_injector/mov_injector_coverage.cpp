// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/mov_injector/mov_injector_coverage.hpp"

#include <bit>

namespace heddle {
namespace {

constexpr unsigned moves = collector_units * destinations;
constexpr unsigned all_units = (1u << collector_units) - 1;
constexpr DestinationSet one_unit = (DestinationSet{1} << destinations) - 1;

template <class F>
void for_each_bit(std::uint64_t bits, F&& f) {
  for (; bits != 0; bits &= bits - 1) f(static_cast<unsigned>(std::countr_zero(bits)));
}

const Arises against_protocol = bench_only("breaks the protocol on purpose");
const Arises never_in_last_unit = never_in_system(
    "instructions take the lowest free collector unit, and the last free one is left to MOVs");

/// A number of points for `each` collector unit, of which the last waits for no MOV in a system.
std::vector<std::uint64_t*> by_unit(Coverage& coverage, const std::string& name, unsigned each) {
  constexpr unsigned last = collector_units - 1;
  auto all = coverage.points(name, 0, last * each - 1);
  for (std::uint64_t* hits : coverage.points(name, last * each, (last + 1) * each - 1, never_in_last_unit))
    all.push_back(hits);
  return all;
}

}  // namespace

MovInjectorCoverage::MovInjectorCoverage(const MovInjectorConfig&)
    : issued_(by_unit(coverage, "MOV {} issued", destinations)),
      held_(by_unit(coverage, "unit {} held", 1)),
      released_(by_unit(coverage, "unit {} let go", 1)),
      compressed_(coverage.points("partial write of {} compressed destinations", 0, destinations)),
      whole_(coverage.point("whole write of compressed destinations")),
      both_slots_(coverage.point("both slots want MOVs")),
      same_unit_(coverage.point("both slots name a unit (against the protocol)", against_protocol)),
      unit_beyond_(
          coverage.point("unit beyond the last", never_in_system("there are at most 16 collector units"))),
      upper_bits_(coverage.point("bits beyond the destinations",
                                 never_in_system("an instruction has at most four destinations"))),
      checked_held_(coverage.point("held unit checked (against the protocol)", against_protocol)),
      lost_(coverage.point("wanted at the edge at which it is issued (against the protocol)",
                           against_protocol)),
      wraps_(coverage.point("rotation past the last")),
      all_owed_(coverage.point("all MOVs to be issued", never_in_last_unit)),
      longest_wait_(coverage.point("MOV that waited for all the others", never_in_last_unit)),
      all_held_(coverage.point("all units held", never_in_last_unit)),
      no_room_(coverage.point("MOV but no room")),
      stale_room_(coverage.point("room right after a MOV, and another one to be issued")),
      nothing_to_do_(coverage.point("room and no MOV")),
      written_at_once_(
          coverage.point("written in the cycle in which it shows",
                         never_in_system("a MOV that shows has still to be issued, to read and to execute"))),
      written_stray_(coverage.point("written without being issued (against the protocol)", against_protocol)),
      written_several_(coverage.point("several written at once")),
      still_pending_(coverage.point("one of a unit's MOVs written, another one not")),
      reset_todo_(coverage.point("reset with a MOV to be issued", only_a_bench_resets())),
      reset_pending_(coverage.point("reset with a MOV on its way", only_a_bench_resets())),
      reset_move_(coverage.point("reset while a MOV shows", only_a_bench_resets())) {}

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

void MovInjectorCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n)
    reset();
  else
    see(reinterpret_cast<const Level<EnteredInstructions>*>(in[0])->payload,
        reinterpret_cast<const Level<WrittenMoves>*>(in[1])->payload.moves.value,
        reinterpret_cast<const Level<CollectorRoom>*>(in[2])->payload.free,
        *reinterpret_cast<const Beat<InjectedMove>*>(out[0]),
        reinterpret_cast<const Level<HeldUnits>*>(out[1])->payload.units.value);
}

}  // namespace heddle

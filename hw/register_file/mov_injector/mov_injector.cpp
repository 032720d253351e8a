// SPDX-License-Identifier: Apache-2.0
#include "hw/register_file/mov_injector/mov_injector.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

/// The MOVs that the entered instructions need.
DestinationSet wanted(const EnteredInstructions& in) {
  constexpr DestinationSet one_unit = (DestinationSet{1} << destinations) - 1;
  DestinationSet all = 0;
  for (unsigned s = 0; s < issue_slots; ++s)
    if ((in.valid.value & in.partial.value) >> s & 1 && in.unit[s] < collector_units)
      all |= (in.compressed[s] & one_unit) << in.unit[s] * destinations;
  return all;
}

}  // namespace

Cycle MovInjector::tick(Cycle now) {
  if (io.in_reset()) {
    injection_.reset();
    io.move.put({});
    io.hold.put({});
    return never;
  }
  const auto move =
      injection_.step(io.written.payload().moves.value, wanted(io.check.payload()), io.room.payload().free);
  Beat<InjectedMove> out;
  if (move) {
    out.payload.unit = static_cast<std::uint8_t>(*move / destinations);
    out.payload.destination = static_cast<std::uint8_t>(*move % destinations);
    out.valid = true;
  }
  io.move.put(out);
  Level<HeldUnits> hold;
  hold.payload.units.value = injection_.held();
  io.hold.put(hold);
  // Without a MOV to be issued now or next time, another edge with the same inputs changes nothing.
  return move || (injection_.todo() != 0 && io.room.payload().free) ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<MovInjector>("register_file")};

}  // namespace heddle

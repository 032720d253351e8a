// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle RegisterSpillUnit::tick(Cycle now) {
  if (io.in_reset()) {
    spilling_.reset();
    io.command.put({});
    io.hold.put({});
    return never;
  }
  const SpillState& s = io.state.payload();
  const Beat<SpillDone>& done = io.done.get();
  const WarpSpilling::Command c =
      spilling_.step({s.quiet, s.room, s.resident, s.starved, s.waiting}, done.valid, done.payload.registers);
  Beat<SpillCommand> command;
  if (c.valid) command = {{c.registers, c.warp, c.fill}, true};
  io.command.put(command);
  io.hold.put({{spilling_.held()}});
  return c.valid || done.valid || spilling_.settling() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<RegisterSpillUnit>("register_virtualization")};

}  // namespace heddle

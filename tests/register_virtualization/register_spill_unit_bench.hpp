// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/register_spill_unit/register_spill_unit.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// A spill unit with its wires in a clock domain; `step` advances one edge with `state` and `done`, and then
/// clears `done`.
struct RegisterSpillUnitTestBench {
  static constexpr unsigned enough = WarpSpilling::quiet_edges;

  RegisterSpillUnitTestBench() {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.state.port(state_wire);
    block.io.done.port(done_wire);
    block.io.command.port(command_wire);
    block.io.hold.port(hold_wire);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void drive() {
    state_wire.write({state});
    done_wire.write(done);
  }
  void step() {
    drive();
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    done = {};
    done_wire.write({});
  }
  void finish(RegisterSet registers = 0) {
    done = {{registers}, true};
    step();
  }
  /// Returns the next command while the state stays the same; checks that it does not come too early.
  Beat<SpillCommand> next() {
    for (unsigned edge = 1; edge < enough; ++edge) {
      step();
      if (command().valid) return {};
    }
    step();
    return command();
  }
  Beat<SpillCommand> command() const { return command_wire.read(); }
  WarpSet held() const { return hold_wire.read().payload.warps; }

  SpillState state{};
  Beat<SpillDone> done{};
  ClockDomain domain{"core", 1000};
  Wire<Level<SpillState>> state_wire{"state"};
  Wire<Beat<SpillDone>> done_wire{"done"};
  Wire<Beat<SpillCommand>> command_wire{"command"};
  Wire<Level<HeldWarps>> hold_wire{"hold"};
  Wire<bool> rst_n{"rst_n"};
  RegisterSpillUnit block{"spill_unit", {}};
};

}  // namespace heddle

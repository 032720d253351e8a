// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/estimate/netlist.hpp"
#include "tb/estimate/stimulus.hpp"
#include "tb/estimate/timing.hpp"

namespace heddle::estimate {

/// The least and the most of several runs.
struct Spread {
  double least = 0, most = 0;
};

/// Energy of one operation, with one operation a cycle, at the library's own node. The energy of input nets
/// is counted with their drivers, wires have no length, and there is no clock tree.
struct OperationEnergy {
  std::string vectors{};             ///< what was applied
  std::uint64_t operations = 0;      ///< number of operations that it is averaged over
  double clock_pj = 0;               ///< clock pins of the registers
  double registers_pj = 0;           ///< transitions of the registers' outputs
  double logic_pj = 0;               ///< transitions of gates that last to the end of the cycle
  double glitches_pj = 0;            ///< further transitions when every gate takes the same time
  Spread without_glitches_spread{};  ///< over the orders of synthesis
  /// Of a recording only: energy of registers and logic per cycle in which pins moved, over the four
  /// quarters.
  Spread moving_cycle_pj{};

  double without_glitches_pj() const { return clock_pj + registers_pj + logic_pj; }
  double with_glitches_pj() const { return without_glitches_pj() + glitches_pj; }
};

/// Applies a sequence to the netlist, back to back, and weighs each counted transition with its cell's
/// energy. The sequence is cut into 64 parts that run side by side, each warmed up by the `warm_up`
/// operations before it.
OperationEnergy measure_energy(const Netlist& netlist, const CellEnergies& energies,
                               const PinSequence& sequence, unsigned warm_up);

/// The same for the recorded pins of 1 to GateSimulation::streams instances, at least one cycle of each. Each
/// recording is applied as a whole, so that the block's history counts. An operation is a cycle. Throws Error
/// when an output of the netlist is not what it was in the run.
OperationEnergy measure_recorded(const Netlist& netlist, const CellEnergies& energies,
                                 std::span<const RecordedPins* const> recorded);

/// Cycles from raising every bit of the inputs `from` to seeing any bit of output `to` change: raised for one
/// cycle, or permanently where that changes nothing. Throws Error when neither has one within 128 cycles.
unsigned measure_latency(const Netlist& netlist, const std::vector<std::string>& from, std::string_view to);

}  // namespace heddle::estimate

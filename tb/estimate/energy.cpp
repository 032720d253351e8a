// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "models/base/error.hpp"
#include "tb/estimate/gate_simulation.hpp"

namespace heddle::estimate {
namespace {

using Word = GateSimulation::Word;
constexpr unsigned streams = GateSimulation::streams;

void reset(GateSimulation& simulation, const Netlist& netlist) {
  const Netlist::Port& rst_n = netlist.port("rst_ni");
  simulation.set(rst_n, 0, 0);
  simulation.settle();
  simulation.set(rst_n, 0, ~Word{0});
  simulation.settle();
}

/// The operation of a sequence that the input pins of a stream are to show.
struct Shown {
  const PinSequence* sequence;
  std::size_t operation;
};

/// Drives the pins of each stream k with shown[k]. All sequences have the same pins.
void apply(GateSimulation& simulation, const Netlist& netlist, const std::array<Shown, streams>& shown) {
  const auto& pins = shown[0].sequence->pins();
  for (std::size_t p = 0; p < pins.size(); ++p) {
    const PinSequence::Pin& pin = pins[p];
    const Netlist::Port& port = netlist.port(pin.name);
    if (port.nets.size() != pin.bits)
      throw Error({.place = pin.name,
                   .what = "the RTL's pin has another width than the vectors",
                   .value = fmt::format("{}", port.nets.size()),
                   .legal = fmt::format("{}", pin.bits)});
    const std::size_t words = (pin.bits + 31) / 32;
    std::array<const std::uint32_t*, streams> at;
    for (unsigned k = 0; k < streams; ++k)
      at[k] = &shown[k].sequence->pins()[p].words[shown[k].operation * words];
    for (unsigned bit = 0; bit < pin.bits; ++bit) {
      Word all = 0;
      for (unsigned k = 0; k < streams; ++k) all |= static_cast<Word>(at[k][bit / 32] >> bit % 32 & 1u) << k;
      simulation.set(port, bit, all);
    }
  }
}

/// Converts the transitions of `operations` cycles, of all streams together, to energy.
OperationEnergy weigh(const GateSimulation& simulation, const Netlist& netlist, const CellEnergies& energies,
                      std::uint64_t operations) {
  OperationEnergy sum;
  sum.operations = operations;
  const auto add = [&](const std::string& name, const GateSimulation::Transitions& t, double& settled,
                       double share) {
    const auto it = energies.find(name);
    if (it == energies.end())
      throw Error({.place = "timing analysis", .what = "no energy is reported for a cell", .value = name});
    const double each = it->second.transition_pj * share / static_cast<double>(operations);
    settled += each * static_cast<double>(t.settled);
    sum.glitches_pj += each * static_cast<double>(t.all - t.settled);
    sum.clock_pj += it->second.cycle_pj * share;
  };
  auto transitions = simulation.transitions().begin();
  for (const Netlist::Gate& g : netlist.gates()) add(g.name, *transitions++, sum.logic_pj, g.share);
  for (const Netlist::FlipFlop& f : netlist.flip_flops()) add(f.name, *transitions++, sum.registers_pj, 1);
  return sum;
}

bool is_high(const PinSequence::Pin& pin, std::size_t step, unsigned bit) {
  return (pin.words[step * ((pin.bits + 31) / 32) + bit / 32] >> bit % 32 & 1) != 0;
}

/// Checks that the outputs of stream `k` equal those of the block in the recorded run, wherever these were
/// valid.
void require_outputs(const GateSimulation& simulation, const Netlist& netlist, const RecordedPins& recorded,
                     unsigned k, std::size_t step) {
  const auto& pins = recorded.outputs.pins();
  for (std::size_t p = 0; p < pins.size(); ++p) {
    if (recorded.valid_of[p] >= 0 && !is_high(pins[static_cast<std::size_t>(recorded.valid_of[p])], step, 0))
      continue;
    const Netlist::Port& port = netlist.port(pins[p].name);
    for (unsigned bit = 0; bit < pins[p].bits; ++bit)
      if ((simulation.get(port, bit) >> k & 1) != is_high(pins[p], step, bit))
        throw Error({.place = pins[p].name,
                     .what = fmt::format(
                         "the netlist is another machine than the block of the run: bit {} differs in "
                         "recorded cycle {} of instance {}",
                         bit, step, k),
                     .value = fmt::format("{}", simulation.get(port, bit) >> k & 1)});
  }
}

/// Simulates a cycle of all recorded instances. An instance whose recording has ended holds its pins and is
/// not counted. Returns in how many instances pins have moved.
unsigned recorded_cycle(GateSimulation& simulation, const Netlist& netlist,
                        std::span<const RecordedPins* const> recorded, std::size_t step) {
  std::array<Shown, streams> shown;
  shown.fill({&recorded[0]->inputs, 0});
  Word counted = 0;
  unsigned moving = 0;
  for (unsigned k = 0; k < recorded.size(); ++k) {
    const RecordedPins& pins = *recorded[k];
    const bool goes_on = step < pins.cycles();
    counted |= static_cast<Word>(goes_on) << k;
    moving += goes_on && pins.moved[step];
    shown[k] = {&pins.inputs, std::min(step, pins.cycles() - 1)};
  }
  apply(simulation, netlist, shown);
  simulation.count_only(counted);
  simulation.cycle();
  for (unsigned k = 0; k < recorded.size(); ++k)
    if (counted >> k & 1) require_outputs(simulation, netlist, *recorded[k], k, step);
  return moving;
}

}  // namespace

OperationEnergy measure_energy(const Netlist& netlist, const CellEnergies& energies,
                               const PinSequence& sequence, unsigned warm_up) {
  const std::size_t count = sequence.operations();
  const std::size_t steps = (count + streams - 1) / streams;
  GateSimulation simulation(netlist);
  reset(simulation, netlist);
  for (std::size_t step = 0; step < warm_up + steps; ++step) {
    if (step == warm_up) simulation.forget_transitions();
    std::array<Shown, streams> shown;
    // The cycles before the first operation show the last operations; adding warm_up * count keeps the number
    // positive.
    for (unsigned k = 0; k < streams; ++k)
      shown[k] = {&sequence, (k * steps + step + warm_up * count - warm_up) % count};
    apply(simulation, netlist, shown);
    simulation.cycle();
  }
  return weigh(simulation, netlist, energies, steps * streams);
}

OperationEnergy measure_recorded(const Netlist& netlist, const CellEnergies& energies,
                                 std::span<const RecordedPins* const> recorded) {
  if (recorded.empty() || recorded.size() > streams)
    throw Error({.what = "no recording, or more instances than can be simulated side by side",
                 .value = fmt::format("{} instances", recorded.size()),
                 .legal = fmt::format("1 .. {} instances", streams)});
  std::size_t longest = 0;
  OperationEnergy sum;
  for (const RecordedPins* r : recorded) {
    longest = std::max(longest, r->cycles());
    sum.operations += r->cycles();
  }
  GateSimulation simulation(netlist);
  reset(simulation, netlist);
  std::size_t step = 0;
  std::vector<double> quarters;  // pJ a cycle in which pins moved
  for (unsigned quarter = 1; quarter <= 4; ++quarter) {
    simulation.forget_transitions();
    std::uint64_t moving = 0;
    for (; step < longest * quarter / 4; ++step)
      moving += recorded_cycle(simulation, netlist, recorded, step);
    const OperationEnergy part = weigh(simulation, netlist, energies, sum.operations);
    sum.clock_pj = part.clock_pj;
    sum.registers_pj += part.registers_pj;
    sum.logic_pj += part.logic_pj;
    sum.glitches_pj += part.glitches_pj;
    if (moving != 0)
      quarters.push_back((part.registers_pj + part.logic_pj) * static_cast<double>(sum.operations) /
                         static_cast<double>(moving));
  }
  if (!quarters.empty()) {
    const auto [least, most] = std::minmax_element(quarters.begin(), quarters.end());
    sum.moving_cycle_pj = {*least, *most};
  }
  return sum;
}

unsigned measure_latency(const Netlist& netlist, const std::vector<std::string>& from, std::string_view to) {
  constexpr unsigned limit = 128;
  const Netlist::Port& output = netlist.port(to);
  GateSimulation simulation(netlist);
  const auto raise = [&](Word value) {
    for (const std::string& pin : from) {
      const Netlist::Port& input = netlist.port(pin);
      for (std::size_t bit = 0; bit < input.nets.size(); ++bit) simulation.set(input, bit, value);
    }
    simulation.cycle();  // the edge samples the values from before it
  };
  for (const Word afterwards : {Word{0}, ~Word{0}}) {
    reset(simulation, netlist);
    std::vector<Word> at_rest;
    raise(0);
    for (std::size_t bit = 0; bit < output.nets.size(); ++bit) at_rest.push_back(simulation.get(output, bit));
    raise(~Word{0});
    for (unsigned cycles = 1; cycles <= limit; ++cycles) {
      raise(afterwards);
      for (std::size_t bit = 0; bit < output.nets.size(); ++bit)
        if (simulation.get(output, bit) != at_rest[bit]) return cycles;
    }
  }
  throw Error({.place = fmt::format("{}", fmt::join(from, ", ")),
               .what = fmt::format("{} does not answer within {} cycles", to, limit),
               .legal = "pins between which the block is a pipeline"});
}

}  // namespace heddle::estimate

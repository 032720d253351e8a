// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/gate_simulation.hpp"

#include <array>
#include <bit>

namespace heddle::estimate {
namespace {
constexpr std::uint32_t none = ~std::uint32_t{0};
}

GateSimulation::GateSimulation(const Netlist& netlist)
    : netlist_(netlist),
      values_(netlist.nets(), 0),
      inputs_(netlist.nets(), 0),
      load_of_(netlist.nets(), Load{0, 0}),
      driver_(netlist.nets(), none),
      is_waiting_(netlist.gates().size(), false),
      before_(netlist.nets(), 0),
      is_touched_(netlist.nets(), false),
      transitions_(netlist.gates().size() + netlist.flip_flops().size()) {
  values_[net_one] = ~Word{0};
  for (const Netlist::Port& port : netlist.ports())
    if (port.input) input_nets_.insert(input_nets_.end(), port.nets.begin(), port.nets.end());

  const auto& gates = netlist.gates();
  for (const auto& gate : gates)
    for (const Net net : gate.inputs) ++load_of_[net].last;
  std::uint32_t start = 0;
  for (Load& load : load_of_) {
    const std::uint32_t count = load.last;
    load = {start, start};
    start += count;
  }
  loads_.resize(start);
  for (std::uint32_t g = 0; g < gates.size(); ++g) {
    for (const Net net : gates[g].inputs) loads_[load_of_[net].last++] = g;
    driver_[gates[g].output] = g;
    waiting_.push_back(g);
    is_waiting_[g] = true;
  }
  for (std::uint32_t f = 0; f < netlist.flip_flops().size(); ++f)
    driver_[netlist.flip_flops()[f].outputs[0].net] = static_cast<std::uint32_t>(gates.size()) + f;
}

GateSimulation::Word GateSimulation::evaluate(const BooleanFunction& function,
                                              const std::vector<Net>& nets) const {
  std::array<Word, 256> inputs;
  for (std::size_t i = 0; i < nets.size(); ++i) inputs[i] = values_[nets[i]];
  return function.evaluate(std::span(inputs).first(nets.size()));
}

void GateSimulation::change(Net net, Word value) {
  if (values_[net] == value || net == net_zero || net == net_one) return;
  if (!is_touched_[net]) {
    is_touched_[net] = true;
    before_[net] = values_[net];
    touched_.push_back(net);
  }
  if (driver_[net] != none)
    transitions_[driver_[net]].all += static_cast<unsigned>(std::popcount((values_[net] ^ value) & counted_));
  values_[net] = value;
  for (std::uint32_t i = load_of_[net].first; i < load_of_[net].last; ++i) {
    const std::uint32_t gate = loads_[i];
    if (is_waiting_[gate]) continue;
    is_waiting_[gate] = true;
    waiting_.push_back(gate);
  }
}

void GateSimulation::show(const Netlist::FlipFlop& flip_flop, Word state) {
  for (const auto& output : flip_flop.outputs) change(output.net, output.inverted ? ~state : state);
}

/// Simulates one gate delay after another: all gates of one delay see the same input values.
void GateSimulation::propagate() {
  while (!waiting_.empty()) {
    next_.swap(waiting_);
    waiting_.clear();
    changes_.clear();
    for (const std::uint32_t g : next_) {
      const Netlist::Gate& gate = netlist_.gates()[g];
      is_waiting_[g] = false;
      changes_.emplace_back(gate.output, evaluate(*gate.function, gate.inputs));
    }
    for (const auto& [net, value] : changes_) change(net, value);
  }
  for (const Net net : touched_) {
    is_touched_[net] = false;
    if (driver_[net] != none)
      transitions_[driver_[net]].settled +=
          static_cast<unsigned>(std::popcount((before_[net] ^ values_[net]) & counted_));
  }
  touched_.clear();
}

void GateSimulation::scramble(Random& random) {
  for (const Netlist::FlipFlop& f : netlist_.flip_flops()) show(f, random());
  settle();
}

void GateSimulation::settle() {
  const auto counted = transitions_;
  for (const Net net : input_nets_) change(net, inputs_[net]);
  propagate();
  // A register that is cleared may clear others, as a synchronizer of the reset does.
  constexpr unsigned most_steps = 32;
  bool changed = true;
  for (unsigned step = 0; changed && step < most_steps; ++step) {
    changed = apply_clear_and_preset();
    propagate();
  }
  transitions_ = counted;
}

/// The state of a flip-flop that would be `state`, under its clear and preset.
GateSimulation::Word GateSimulation::held(const Netlist::FlipFlop& f, Word state) const {
  const LibertyFlipFlop& ff = *f.cell->flip_flop;
  if (ff.clear) state &= ~evaluate(*ff.clear, f.clear_inputs);
  if (ff.preset) state |= evaluate(*ff.preset, f.preset_inputs);
  return state;
}

bool GateSimulation::apply_clear_and_preset() {
  bool changed = false;
  for (const Netlist::FlipFlop& f : netlist_.flip_flops()) {
    const Word before = values_[f.outputs[0].net] ^ (f.outputs[0].inverted ? ~Word{0} : 0);
    const Word state = held(f, before);
    show(f, state);
    changed = changed || state != before;
  }
  return changed;
}

/// All flip-flops of the edge take their next state at once.
void GateSimulation::clock_edge(bool falls) {
  std::vector<std::pair<const Netlist::FlipFlop*, Word>> states;
  states.reserve(netlist_.flip_flops().size());
  for (const Netlist::FlipFlop& f : netlist_.flip_flops())
    if (f.falls == falls)
      states.emplace_back(&f, held(f, evaluate(f.cell->flip_flop->next_state, f.next_inputs)));
  for (const auto& [flip_flop, state] : states) show(*flip_flop, state);
}

void GateSimulation::cycle() {
  clock_edge(false);
  for (const Net net : input_nets_) change(net, inputs_[net]);
  propagate();
  if (!netlist_.has_falling_edges()) return;
  clock_edge(true);
  propagate();
}

void GateSimulation::forget_transitions() { transitions_.assign(transitions_.size(), {}); }

}  // namespace heddle::estimate

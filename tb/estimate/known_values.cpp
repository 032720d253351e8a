// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/known_values.hpp"

#include <array>

namespace heddle::estimate {
namespace {

constexpr std::uint8_t zero = 0, one = 1, unknown = 2;
/// How often a clear may lead to another one: that of a synchronizer's output to the registers behind it.
constexpr unsigned most_steps = 16;

}  // namespace

KnownValues::KnownValues(const Netlist& netlist)
    : netlist_(netlist),
      values_(netlist.nets(), zero),
      inputs_(netlist.nets(), zero),
      states_(netlist.flip_flops().size(), unknown) {
  values_[net_one] = one;
}

std::optional<bool> KnownValues::value(Net net) const {
  return values_[net] == unknown ? std::nullopt : std::optional(values_[net] == one);
}

/// Tries all values of the unknown inputs side by side: one in each bit of a word.
KnownValues::Value KnownValues::evaluate(const BooleanFunction& function,
                                         const std::vector<Net>& nets) const {
  constexpr std::array<std::uint64_t, 6> choices{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                                 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  std::array<std::uint64_t, 256> inputs;
  std::size_t free = 0;
  for (std::size_t i = 0; i < nets.size(); ++i) {
    const Value value = values_[nets[i]];
    if (value == unknown && free == choices.size()) return unknown;
    inputs[i] = value == unknown ? choices[free++] : value == one ? ~std::uint64_t{0} : 0;
  }
  const std::uint64_t all = function.evaluate(std::span(inputs).first(nets.size()));
  return all == 0 ? zero : all == ~std::uint64_t{0} ? one : unknown;
}

void KnownValues::propagate() {
  for (std::size_t f = 0; f < states_.size(); ++f)
    for (const auto& output : netlist_.flip_flops()[f].outputs)
      values_[output.net] = states_[f] == unknown ? unknown : states_[f] ^ (output.inverted ? 1 : 0);
  for (const Netlist::Gate& gate : netlist_.gates())
    values_[gate.output] = evaluate(*gate.function, gate.inputs);
}

/// The state of a flip-flop that would be `state`, under its clear and preset.
KnownValues::Value KnownValues::held(std::size_t flip_flop, Value state) const {
  const Netlist::FlipFlop& f = netlist_.flip_flops()[flip_flop];
  const LibertyFlipFlop& ff = *f.cell->flip_flop;
  const Value clear = ff.clear ? evaluate(*ff.clear, f.clear_inputs) : zero;
  const Value preset = ff.preset ? evaluate(*ff.preset, f.preset_inputs) : zero;
  if (clear != zero && preset != zero) return unknown;
  if (clear != zero) return clear == one || state == zero ? zero : unknown;
  if (preset != zero) return preset == one || state == one ? one : unknown;
  return state;
}

void KnownValues::forget() { states_.assign(states_.size(), unknown); }

void KnownValues::settle() {
  for (const Netlist::Port& port : netlist_.ports())
    if (port.input)
      for (const Net net : port.nets) values_[net] = inputs_[net];
  for (unsigned step = 0;; ++step) {
    propagate();
    bool changed = false;
    for (std::size_t f = 0; f < states_.size(); ++f) {
      const Value next = held(f, states_[f]);
      if (next == states_[f]) continue;
      changed = true;
      states_[f] = step < most_steps ? next : unknown;
    }
    if (!changed || step > 2 * most_steps) return;
  }
}

void KnownValues::clock_edge(bool falls) {
  std::vector<Value> next = states_;
  for (std::size_t f = 0; f < states_.size(); ++f)
    if (const Netlist::FlipFlop& made = netlist_.flip_flops()[f]; made.falls == falls)
      next[f] = held(f, evaluate(made.cell->flip_flop->next_state, made.next_inputs));
  states_ = std::move(next);
}

void KnownValues::cycle() {
  clock_edge(false);
  settle();
  if (!netlist_.has_falling_edges()) return;
  clock_edge(true);
  settle();
}

}  // namespace heddle::estimate

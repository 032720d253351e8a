// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/base/random.hpp"
#include "tb/estimate/netlist.hpp"

namespace heddle::estimate {

/// Simulates a netlist in 64 independent streams side by side (bit k of every word is stream k) and counts
/// the transitions of every gate's and flip-flop's output.
///
/// Within a cycle every gate takes the same time (unit delay), so that the transitions include the glitches
/// of unequal paths; how often a net has another value before an edge at which registers change than it had
/// before the last is counted apart. Reality lies between the two.
class GateSimulation {
 public:
  static constexpr unsigned streams = 64;
  using Word = std::uint64_t;

  struct Transitions {
    std::uint64_t settled = 0;  ///< that last to the next edge
    std::uint64_t all = 0;      ///< with glitches
  };

  /// All state and inputs are zero. The netlist must outlive the simulation.
  explicit GateSimulation(const Netlist& netlist);

  /// Bit `bit` of an input port, in all streams.
  void set(const Netlist::Port& port, std::size_t bit, Word value) { inputs_[port.nets[bit]] = value; }
  Word get(const Netlist::Port& port, std::size_t bit) const { return values_[port.nets[bit]]; }

  /// Of a net, in all streams.
  Word value(Net net) const { return values_[net]; }

  /// Gives each flip-flop a random state in each stream, as one without a reset may have.
  void scramble(Random& random);
  /// Lets the inputs that were set reach all gates, applies asynchronous clear and preset, and counts
  /// nothing.
  void settle();
  /// The clock rises, then the inputs that were set arrive, then it falls; all that follows is counted.
  void cycle();

  /// In the order of the netlist's gates, then of its flip-flops, whose outputs change together.
  const std::vector<Transitions>& transitions() const { return transitions_; }
  void forget_transitions();
  /// From now on only the transitions of these streams are counted; all of them at first.
  void count_only(Word streams) { counted_ = streams; }

 private:
  struct Load {
    std::uint32_t first, last;  ///< range of loads_
  };
  void change(Net net, Word value);
  void show(const Netlist::FlipFlop& flip_flop, Word state);
  void propagate();
  void clock_edge(bool falls);
  Word held(const Netlist::FlipFlop& flip_flop, Word state) const;
  bool apply_clear_and_preset();
  Word evaluate(const BooleanFunction& function, const std::vector<Net>& nets) const;

  const Netlist& netlist_;
  std::vector<Word> values_, inputs_;
  std::vector<Net> input_nets_;
  std::vector<Load> load_of_;          ///< of a net: the gates that it drives
  std::vector<std::uint32_t> loads_;   ///< indices of gates
  std::vector<std::uint32_t> driver_;  ///< of a net: index into transitions_, or none

  std::vector<std::uint32_t> waiting_, next_;  ///< gates whose inputs changed
  std::vector<bool> is_waiting_;
  std::vector<std::pair<Net, Word>> changes_;

  std::vector<Net> touched_;  ///< nets that changed since the edge
  std::vector<Word> before_;  ///< their values at its start
  std::vector<bool> is_touched_;
  std::vector<Transitions> transitions_;
  Word counted_ = ~Word{0};
};

}  // namespace heddle::estimate

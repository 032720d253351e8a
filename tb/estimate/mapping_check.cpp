#include "tb/estimate/mapping_check.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tb/estimate/gate_simulation.hpp"

namespace heddle::estimate {
namespace {

using Word = GateSimulation::Word;
constexpr unsigned rounds = 4, cycles_behind_reset = 16, cycles_in_reset = 2;
constexpr const char* reset_pin = "rst_ni";

/// A signal that both have.
struct Signal {
  std::string name;
  Net unmapped, mapped;
  const LibertyCell* cell = nullptr;  ///< of the flip-flop that holds it; null: an output of the block
};

/// The flip-flop whose output a net is, directly or behind inverters and buffers.
class Holders {
 public:
  explicit Holders(const Netlist& netlist) {
    for (const Netlist::FlipFlop& f : netlist.flip_flops())
      for (const auto& output : f.outputs) cells_[output.net] = f.cell;
    for (const Netlist::Gate& g : netlist.gates())
      if (g.inputs.size() == 1)
        if (const auto it = cells_.find(g.inputs[0]); it != cells_.end()) cells_[g.output] = it->second;
  }
  const LibertyCell* of(Net net) const {
    const auto it = cells_.find(net);
    return it == cells_.end() ? nullptr : it->second;
  }

 private:
  std::map<Net, const LibertyCell*> cells_;
};

std::vector<Signal> common_signals(const Netlist& unmapped, const Netlist& mapped) {
  const Holders designed(unmapped), holders(mapped);
  std::vector<Signal> all;
  for (const auto& [name, net] : unmapped.names()) {
    const auto other = mapped.names().find(name);
    if (designed.of(net) == nullptr || other == mapped.names().end()) continue;
    if (const LibertyCell* cell = holders.of(other->second)) all.push_back({name, net, other->second, cell});
  }
  for (const Netlist::Port& port : unmapped.ports())
    if (!port.input)
      for (std::size_t bit = 0; bit < port.nets.size(); ++bit)
        all.push_back({fmt::format("{}[{}]", port.name, bit), port.nets[bit],
                       mapped.port(port.name).nets.at(bit), nullptr});
  return all;
}

/// Both, side by side. All streams have the same inputs; what has no reset begins otherwise in each, so that
/// a signal has a value when it is the same in all streams.
class Comparison {
 public:
  Comparison(const Netlist& unmapped, const Netlist& mapped, const std::string& block)
      : unmapped_(unmapped),
        mapped_(mapped),
        designed_(unmapped),
        made_(mapped),
        signals_(common_signals(unmapped, mapped)),
        block_(block) {}

  void round() {
    designed_.scramble(random_);
    made_.scramble(random_);
    in_reset();
    set_reset(true);
    settle();
    require_same("behind reset");
    for (unsigned k = 0; k < cycles_behind_reset; ++k) {
      draw_inputs();
      designed_.cycle();
      made_.cycle();
      require_same("behind reset");
    }
    in_reset();
  }

 private:
  void in_reset() {
    set_reset(false);
    for (unsigned k = 0; k < cycles_in_reset; ++k) {
      draw_inputs();
      settle();
      require_same("in reset");
      designed_.cycle();
      made_.cycle();
      settle();
      require_same("in reset");
    }
  }
  void set_reset(bool released) {
    for (const Netlist::Port& port : unmapped_.ports())
      if (port.name == reset_pin) set(port, 0, released);
  }
  void draw_inputs() {
    for (const Netlist::Port& port : unmapped_.ports())
      if (port.input && port.name != reset_pin)
        for (std::size_t bit = 0; bit < port.nets.size(); ++bit) set(port, bit, random_.one_in(2));
  }
  void set(const Netlist::Port& port, std::size_t bit, bool high) {
    designed_.set(port, bit, high ? ~Word{0} : 0);
    made_.set(mapped_.port(port.name), bit, high ? ~Word{0} : 0);
  }
  void settle() {
    designed_.settle();
    made_.settle();
  }

  void require_same(const char* when) const {
    for (const Signal& s : signals_) {
      const Word expected = designed_.value(s.unmapped), found = made_.value(s.mapped);
      if ((expected != 0 && expected != ~Word{0}) || expected == found) continue;
      const bool held = s.cell != nullptr;
      throw Error({.place = block_,
                   .what = held ? fmt::format("synthesis has mapped register {} to the flip-flop {}, which "
                                              "has another value {}",
                                              s.name, s.cell->name, when)
                                : fmt::format("the netlist of cells is another machine than the RTL: output "
                                              "{} differs {}",
                                              s.name, when),
                   .value = found == 0          ? "0"
                            : found == ~Word{0} ? "1"
                                                : "unknown",
                   .legal = expected == 0 ? "0" : "1"});
    }
  }

  const Netlist &unmapped_, &mapped_;
  GateSimulation designed_, made_;
  const std::vector<Signal> signals_;
  const std::string& block_;
  Random random_{1};
};

}  // namespace

void require_same_machine(const Netlist& unmapped, const Netlist& mapped, const std::string& block) {
  Comparison comparison(unmapped, mapped, block);
  for (unsigned k = 0; k < rounds; ++k) comparison.round();
}

}  // namespace heddle::estimate

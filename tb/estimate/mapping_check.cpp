// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/mapping_check.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tb/estimate/gate_simulation.hpp"
#include "tb/estimate/known_values.hpp"

namespace heddle::estimate {
namespace {

using Word = GateSimulation::Word;
constexpr unsigned rounds = 4, cycles_behind_reset = 16, cycles_in_reset = 2;
constexpr const char* reset_pin = "rst_ni";
enum class When { in_reset, behind_reset };

const char* text_of(When when) { return when == When::in_reset ? "in reset" : "behind reset"; }

struct Register {
  const Netlist::FlipFlop *designed, *made;
  std::optional<bool> inverse{};  ///< once it has had a value
  When since{};                   ///< when that was
};

struct Output {
  std::string name;
  Net designed, made;
};

std::vector<Register> common_registers(const Netlist& unmapped, const Netlist& mapped) {
  std::map<std::string_view, const Netlist::FlipFlop*> made;
  for (const Netlist::FlipFlop& f : mapped.flip_flops()) made[f.name] = &f;
  std::vector<Register> all;
  for (const Netlist::FlipFlop& f : unmapped.flip_flops())
    if (const auto it = made.find(f.name); it != made.end()) all.push_back({&f, it->second});
  return all;
}

std::vector<Output> outputs_of(const Netlist& unmapped, const Netlist& mapped) {
  std::vector<Output> all;
  for (const Netlist::Port& port : unmapped.ports())
    if (!port.input)
      for (std::size_t bit = 0; bit < port.nets.size(); ++bit)
        all.push_back(
            {fmt::format("{}[{}]", port.name, bit), port.nets[bit], mapped.port(port.name).nets.at(bit)});
  return all;
}

/// The cells of the flip-flops that a net depends on within a cycle.
std::set<std::string> cells_before(const Netlist& netlist, Net net) {
  std::map<Net, const Netlist::Gate*> gates;
  std::map<Net, const Netlist::FlipFlop*> registers;
  for (const Netlist::Gate& g : netlist.gates()) gates[g.output] = &g;
  for (const Netlist::FlipFlop& f : netlist.flip_flops())
    for (const auto& output : f.outputs) registers[output.net] = &f;
  std::set<std::string> cells;
  std::set<Net> seen{net};
  for (std::vector<Net> waiting{net}; !waiting.empty();) {
    const Net at = waiting.back();
    waiting.pop_back();
    if (const auto r = registers.find(at); r != registers.end()) cells.insert(r->second->cell->name);
    if (const auto g = gates.find(at); g != gates.end())
      for (const Net input : g->second->inputs)
        if (seen.insert(input).second) waiting.push_back(input);
  }
  return cells;
}

/// Both, side by side. All streams of the cells have the same inputs, and begin with other states.
class Comparison {
 public:
  Comparison(const Netlist& unmapped, const Netlist& mapped, const std::string& block)
      : unmapped_(unmapped),
        mapped_(mapped),
        designed_(unmapped),
        made_(mapped),
        registers_(common_registers(unmapped, mapped)),
        outputs_(outputs_of(unmapped, mapped)),
        block_(block) {}

  void round() {
    designed_.forget();
    made_.scramble(random_);
    in_reset();
    set_reset(true);
    settle();
    compare(When::behind_reset);
    for (unsigned k = 0; k < cycles_behind_reset; ++k) cycle(When::behind_reset);
    in_reset();
  }

  /// An output is told at the end, since the register that it comes from tells more.
  void require_no_wrong_output() const {
    if (!wrong_output_) return;
    const std::set<std::string> cells = cells_before(mapped_, wrong_output_->made);
    throw Error({.place = block_,
                 .what = fmt::format("the netlist of cells is another machine than the RTL: output {} "
                                     "differs {}; flip-flops before it: {}",
                                     wrong_output_->name, text_of(when_),
                                     cells.empty() ? "none" : fmt::format("{}", fmt::join(cells, ", ")))});
  }

 private:
  void in_reset() {
    set_reset(false);
    settle();
    compare(When::in_reset);
    for (unsigned k = 0; k < cycles_in_reset; ++k) cycle(When::in_reset);
  }
  void cycle(When when) {
    for (const Netlist::Port& port : unmapped_.ports())
      if (port.input && port.name != reset_pin)
        for (std::size_t bit = 0; bit < port.nets.size(); ++bit) set(port, bit, random_.one_in(2));
    designed_.cycle();
    made_.cycle();
    settle();
    compare(when);
  }
  void set_reset(bool released) {
    for (const Netlist::Port& port : unmapped_.ports())
      if (port.name == reset_pin) set(port, 0, released);
  }
  void set(const Netlist::Port& port, std::size_t bit, bool high) {
    designed_.set(port, bit, high);
    made_.set(mapped_.port(port.name), bit, high ? ~Word{0} : 0);
  }
  void settle() {
    designed_.settle();
    made_.settle();
  }

  void compare(When when) {
    for (Register& r : registers_) {
      const std::optional<bool> expected = designed_.value(r.designed->outputs[0].net);
      if (!expected) continue;
      const Word found = made_.value(r.made->outputs[0].net);
      if (found != 0 && found != ~Word{0}) fail(r, "no value", when);
      const bool inverse = *expected != (found != 0);
      if (!r.inverse) r.inverse = inverse, r.since = when;
      if (*r.inverse != inverse) fail(r, "another value", r.since == When::in_reset ? When::in_reset : when);
    }
    for (const Output& o : outputs_) {
      const std::optional<bool> expected = designed_.value(o.designed);
      if (wrong_output_ || !expected || made_.value(o.made) == (*expected ? ~Word{0} : 0)) continue;
      wrong_output_ = &o;
      when_ = when;
    }
  }

  [[noreturn]] void fail(const Register& r, const char* what, When when) const {
    std::string name = r.designed->name;
    for (const auto& [named, net] : unmapped_.names())
      if (net == r.designed->outputs[0].net) name = named;
    throw Error({.place = block_,
                 .what = fmt::format("synthesis has mapped register {} to the flip-flop {}, which has {} {}",
                                     name, r.made->cell->name, what, text_of(when))});
  }

  const Netlist &unmapped_, &mapped_;
  KnownValues designed_;
  GateSimulation made_;
  std::vector<Register> registers_;
  const std::vector<Output> outputs_;
  const std::string& block_;
  const Output* wrong_output_ = nullptr;
  When when_{};
  Random random_{1};
};

}  // namespace

void require_same_machine(const Netlist& unmapped, const Netlist& mapped, const std::string& block) {
  Comparison comparison(unmapped, mapped, block);
  for (unsigned k = 0; k < rounds; ++k) comparison.round();
  comparison.require_no_wrong_output();
}

}  // namespace heddle::estimate

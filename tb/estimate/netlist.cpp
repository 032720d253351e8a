// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/netlist.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>

#include "models/base/error.hpp"

namespace heddle::estimate {
namespace {

using nlohmann::json;

constexpr std::uint64_t inverter = 0b01;  // as BooleanFunction gives truth tables

/// Numbers the nets of the file from 2 on; undriven bits are zero.
class NetNames {
 public:
  Net net(const json& bit) {
    if (bit.is_string()) return bit == "1" ? net_one : net_zero;
    const auto [it, fresh] = nets_.try_emplace(bit.get<std::uint64_t>(), static_cast<Net>(nets_.size() + 2));
    return it->second;
  }
  std::size_t count() const { return nets_.size() + 2; }

 private:
  std::unordered_map<std::uint64_t, Net> nets_;
};

[[noreturn]] void fail(std::string what, std::string value, std::string legal = "") {
  throw Error({.place = "synthesized netlist",
               .what = std::move(what),
               .value = std::move(value),
               .legal = std::move(legal)});
}

/// One cell of the netlist file, with the nets at its pins.
class Instance {
 public:
  Instance(const std::string& name, const json& text, const Liberty& liberty, NetNames& nets)
      : name_(name), pins_(text.at("connections")), nets_(nets) {
    const std::string& type = text.at("type").get_ref<const std::string&>();
    const auto it = liberty.cells.find(type);
    if (it == liberty.cells.end())
      fail("the liberty has no cell for a part of the design", type,
           type.find("DFF") == std::string::npos
               ? ""
               : "a liberty with a flip-flop of this kind (P positive, N negative: "
                 "clock edge, asynchronous reset; 0, 1: its value)");
    cell_ = &it->second;
  }

  /// Returns a gate for each connected output.
  std::vector<Netlist::Gate> gates() const {
    if (cell_->latch) fail("synthesis has used a cell with a state that is no flip-flop's", cell_->name);
    const auto outputs = connected_outputs();
    std::vector<Netlist::Gate> all;
    for (const LibertyPin* output : outputs)
      all.push_back({name_, cell_, &*output->function, inputs(*output->function), net(output->name),
                     1.0 / static_cast<double>(outputs.size())});
    return all;
  }

  Netlist::FlipFlop flip_flop() const {
    const LibertyFlipFlop& ff = *cell_->flip_flop;
    if (ff.clocked_on.inputs().size() != 1) fail("a flip-flop has no plain clock", cell_->name);
    Netlist::FlipFlop result;
    result.name = name_;
    result.cell = cell_;
    result.next_inputs = inputs(ff.next_state);
    result.clock = inputs(ff.clocked_on)[0];
    result.falls = ff.clocked_on.truth_table() == inverter;
    if (ff.clear) result.clear_inputs = inputs(*ff.clear);
    if (ff.preset) result.preset_inputs = inputs(*ff.preset);
    for (const LibertyPin* output : connected_outputs()) {
      if (output->function->inputs().size() != 1) fail("a flip-flop has no plain output", cell_->name);
      const bool negated = output->function->truth_table() == inverter;
      result.outputs.push_back(
          {net(output->name), negated != (output->function->inputs()[0] == ff.inverted_state)});
    }
    return result;
  }

  const LibertyCell& cell() const { return *cell_; }

 private:
  Net net(const std::string& pin) const {
    const auto it = pins_.find(pin);
    return it == pins_.end() || it->empty() ? net_zero : nets_.net(it->at(0));
  }
  std::vector<Net> inputs(const BooleanFunction& function) const {
    std::vector<Net> all;
    for (const std::string& pin : function.inputs()) {
      if (cell_->pin(pin) == nullptr)
        fail(fmt::format("a function of cell {} names what is no pin of it", cell_->name), pin);
      all.push_back(net(pin));
    }
    return all;
  }
  std::vector<const LibertyPin*> connected_outputs() const {
    std::vector<const LibertyPin*> found;
    for (const LibertyPin& pin : cell_->pins) {
      if (!pin.output || !pins_.contains(pin.name) || pins_.at(pin.name).empty()) continue;
      if (!pin.function) fail("a cell has no function", cell_->name);
      found.push_back(&pin);
    }
    if (found.empty()) fail("a cell has no connected output", cell_->name);
    return found;
  }

  const std::string& name_;
  const json& pins_;
  NetNames& nets_;
  const LibertyCell* cell_ = nullptr;
};

}  // namespace

Netlist::Netlist(const std::filesystem::path& file, std::string_view top, const Liberty& liberty) {
  std::ifstream in(file);
  const json all = json::parse(in, nullptr, false);
  if (all.is_discarded() || !all.contains("modules") || !all["modules"].contains(top))
    fail("the netlist is unreadable", file.string());
  const json& module = all["modules"][std::string(top)];

  NetNames nets;
  for (const auto& [name, text] : module.at("ports").items()) {
    Port port{name, text.at("direction") == "input", {}};
    for (const json& bit : text.at("bits")) port.nets.push_back(nets.net(bit));
    ports_.push_back(std::move(port));
  }
  for (const auto& [name, text] : module.at("cells").items()) {
    const Instance instance(name, text, liberty, nets);
    if (instance.cell().flip_flop)
      flip_flops_.push_back(instance.flip_flop());
    else
      for (Gate& gate : instance.gates()) gates_.push_back(std::move(gate));
  }
  const json names = module.value("netnames", json::object());  // items() refers to it
  for (const auto& [name, text] : names.items())
    if (const json& bits = text.at("bits"); text.at("hide_name") == 0 && bits.size() == 1)
      names_.emplace(name, nets.net(bits.at(0)));
  nets_ = nets.count();
  order_gates();
  find_clock_edges();
}

/// Sorts the gates topologically by Kahn's algorithm: a gate is ready when the gates that drive its inputs
/// are placed.
void Netlist::order_gates() {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> driver(nets_, none);
  for (std::uint32_t g = 0; g < gates_.size(); ++g) {
    if (driver[gates_[g].output] != none) fail("two cells drive one net", gates_[g].name);
    driver[gates_[g].output] = g;
  }
  std::vector<std::vector<std::uint32_t>> loads(gates_.size());
  std::vector<std::uint32_t> waits_for(gates_.size(), 0), order;
  for (std::uint32_t g = 0; g < gates_.size(); ++g) {
    for (const Net net : gates_[g].inputs)
      if (driver[net] != none) {
        loads[driver[net]].push_back(g);
        ++waits_for[g];
      }
    if (waits_for[g] == 0) order.push_back(g);
  }
  for (std::size_t done = 0; done < order.size(); ++done)
    for (const std::uint32_t g : loads[order[done]])
      if (--waits_for[g] == 0) order.push_back(g);
  if (order.size() != gates_.size())
    fail("gates form a loop", fmt::format("{} gates", gates_.size() - order.size()));

  std::vector<Gate> sorted;
  for (const std::uint32_t g : order) sorted.push_back(std::move(gates_[g]));
  gates_ = std::move(sorted);
}

/// Follows the clock of each flip-flop back through buffers and inverters.
void Netlist::find_clock_edges() {
  std::unordered_map<Net, const Gate*> driver;
  for (const Gate& g : gates_) driver.emplace(g.output, &g);
  for (FlipFlop& f : flip_flops_) {
    Net net = f.clock;
    for (auto it = driver.find(net); it != driver.end() && it->second->inputs.size() == 1;
         it = driver.find(net)) {
      f.falls ^= it->second->function->truth_table() == inverter;
      net = it->second->inputs[0];
    }
    if (net != port("clk_i").nets[0])
      throw Error({.place = "synthesized netlist",
                   .what = "the clock of a register is gated, divided or otherwise generated",
                   .value = name_of(f.outputs[0].net),
                   .legal = "registers clocked on the rising or the falling edge of clk_i; heddle cosim "
                            "takes other clocks"});
    has_falling_edges_ = has_falling_edges_ || f.falls;
  }
}

/// A name of the design's, as far as it has one.
std::string Netlist::name_of(Net net) const {
  for (const auto& [name, named] : names_)
    if (named == net) return name;
  return "";
}

const Netlist::Port& Netlist::port(std::string_view name) const {
  std::vector<std::string> names;
  for (const Port& p : ports_) {
    if (p.name == name) return p;
    names.push_back(p.name);
  }
  throw Error({.place = "synthesized netlist",
               .what = "no such port",
               .value = std::string(name),
               .legal = fmt::format("{}", fmt::join(names, ", ")),
               .nearest = nearest_name(name, names)});
}

double Netlist::flip_flop_area_um2() const {
  return std::accumulate(flip_flops_.begin(), flip_flops_.end(), 0.0,
                         [](double sum, const FlipFlop& f) { return sum + f.cell->area_um2; });
}

double Netlist::area_um2() const {
  return std::accumulate(gates_.begin(), gates_.end(), flip_flop_area_um2(),
                         [](double sum, const Gate& g) { return sum + g.share * g.cell->area_um2; });
}

}  // namespace heddle::estimate

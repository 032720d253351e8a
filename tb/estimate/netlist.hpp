// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

using Net = std::uint32_t;
inline constexpr Net net_zero = 0, net_one = 1;  ///< the constants; other nets follow

/// A block as cells of a library: what synthesis wrote, ready to be simulated. The library must outlive it.
class Netlist {
 public:
  struct Port {
    std::string name;
    bool input = false;
    std::vector<Net> nets;  ///< lowest bit first
  };
  struct Gate {
    std::string name;
    const LibertyCell* cell = nullptr;
    const BooleanFunction* function = nullptr;
    std::vector<Net> inputs;  ///< in the order of the function's inputs
    Net output = 0;
    double share = 1;  ///< of its cell's energy: a cell of several outputs is as many gates
  };
  struct FlipFlop {
    std::string name;
    const LibertyCell* cell = nullptr;
    std::vector<Net> next_inputs, clear_inputs, preset_inputs;
    Net clock = 0;       ///< at its pin
    bool falls = false;  ///< takes its next state when clk_i falls
    struct Output {
      Net net = 0;
      bool inverted = false;
    };
    std::vector<Output> outputs;  ///< those that are connected, one or two
  };

  /// Reads what yosys writes as JSON. Throws Error for a cell that the library does not know or that is
  /// neither gates nor a flip-flop, for a net that two cells drive, for a loop of gates, and for a flip-flop
  /// whose clock is not clk_i or its inverse.
  Netlist(const std::filesystem::path& json, std::string_view top, const Liberty& liberty);

  const std::vector<Port>& ports() const { return ports_; }
  const Port& port(std::string_view name) const;
  /// In an order in which a gate follows those that drive it.
  const std::vector<Gate>& gates() const { return gates_; }
  const std::vector<FlipFlop>& flip_flops() const { return flip_flops_; }
  /// Does any take its next state when the clock falls?
  bool has_falling_edges() const { return has_falling_edges_; }
  std::size_t nets() const { return nets_; }
  /// The nets of one bit that have a name of the design's, by name.
  const std::map<std::string, Net>& names() const { return names_; }

  double area_um2() const;
  double flip_flop_area_um2() const;

 private:
  void order_gates();
  void find_clock_edges();
  std::string name_of(Net net) const;

  std::vector<Port> ports_;
  std::vector<Gate> gates_;
  std::vector<FlipFlop> flip_flops_;
  std::map<std::string, Net> names_;
  std::size_t nets_ = 2;
  bool has_falling_edges_ = false;
};

}  // namespace heddle::estimate

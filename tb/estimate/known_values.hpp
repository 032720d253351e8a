// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/estimate/netlist.hpp"

namespace heddle::estimate {

/// Simulates a netlist of which not all is known: a register has no value until it is reset or has loaded
/// one. What has a value here has it whatever those registers hold.
class KnownValues {
 public:
  /// The inputs are zero. The netlist must outlive it.
  explicit KnownValues(const Netlist& netlist);

  void set(const Netlist::Port& port, std::size_t bit, bool high) { inputs_[port.nets[bit]] = high ? 1 : 0; }
  std::optional<bool> value(Net net) const;

  /// No register has a value any more.
  void forget();
  /// Lets the inputs that were set reach all gates, and applies asynchronous clear and preset.
  void settle();
  /// The clock rises, then the inputs that were set arrive, then it falls.
  void cycle();

 private:
  using Value = std::uint8_t;
  Value evaluate(const BooleanFunction& function, const std::vector<Net>& nets) const;
  Value held(std::size_t flip_flop, Value state) const;
  void propagate();
  void clock_edge(bool falls);

  const Netlist& netlist_;
  std::vector<Value> values_, inputs_;  ///< by net
  std::vector<Value> states_;           ///< by flip-flop
};

}  // namespace heddle::estimate

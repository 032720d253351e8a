// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/base/parameter.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What events and time cost in a register file; the files of configs/technologies set it. A bank is 128 bit
/// wide.
struct RegisterFileCosts {
  double bank_access_pj = 7;
  double wire_capacitance_ff_per_mm = 300;
  double wire_mm = 1;
  double wire_activity = 0.5;
  double voltage = 1;
  double bank_leakage_mw = 5.8;
  double flip_flop_um2 = 9.26;

  static constexpr auto parameters() {
    using C = RegisterFileCosts;
    constexpr auto table = "Lee2015 Table 3";
    constexpr auto text = "Lee2015 section 6.1";
    return std::tuple{
        parameter(&C::bank_access_pj, "bank_access_pj", "pJ", 0.0, 1e6, table,
                  "energy of a read or write of one bank"),
        parameter(&C::wire_capacitance_ff_per_mm, "wire_capacitance_ff_per_mm", "fF/mm", 0.0, 1e6, table,
                  "capacitance of one wire"),
        parameter(&C::wire_mm, "wire_mm", "mm", 0.0, 1e3, text, "length of the wires of a bank access"),
        parameter(&C::wire_activity, "wire_activity", "", 0.0, 1.0, text,
                  "share of the wires that change state"),
        parameter(&C::voltage, "voltage", "V", 0.0, 10.0, table,
                  "supply voltage; the costs other than those of wires hold at it"),
        parameter(&C::bank_leakage_mw, "bank_leakage_mw", "mW", 0.0, 1e6, table, "leakage of a powered bank"),
        parameter(&C::flip_flop_um2, "flip_flop_um2", "um2", 0.0, 1e6, "heddle estimate bdi_decompressor",
                  "area of a bit in a buffer that is made of flip-flops")};
  }

  /// pJ that the wires of one bank access take: 128 wires, C V^2 / 2 each, times length and activity.
  /// Lee2015's 9.6 pJ/mm is this at 1 V and half of the wires.
  double wire_pj() const { return 128 * wire_activity * toggle_pj(); }
  /// pJ of one wire that changes state.
  double toggle_pj() const { return wire_capacitance_ff_per_mm * 1e-3 * voltage * voltage / 2 * wire_mm; }
};

/// Counters of the register files of all SMs of a run.
class RegisterFileCounts {
 public:
  /// `stats`: of the GPU, which outlives this.
  explicit RegisterFileCounts(const StatGroup& stats) : stats_(stats) {}

  double cycles() const { return stats_.number("cycles"); }
  double sm(const std::string& counter) const { return stats_.number("sm_total." + counter); }
  double file(const std::string& counter) const { return sm("register_file." + counter); }
  /// Is there such a counter of the register files?
  bool has(const std::string& counter) const {
    return stats_.look_up("sm_total.register_file." + counter) != nullptr;
  }

 private:
  const StatGroup& stats_;
};

/// Something that happens in the register files and costs energy: the statistic of that name in the group
/// `register_file_energy.events`, a whole number.
struct RegisterFileEvent {
  std::string name, unit, description;
  std::function<double(const RegisterFileCounts&)> count;
};

/// A category of the energy, the statistic `register_file_energy.<name>` in pJ: the sum of its terms.
struct RegisterFileEnergyPart {
  struct Term {
    std::string event;
    double pj = 0;  ///< an event
    double mw = 0;  ///< or leakage power, where the event is a powered cycle
  };
  std::string name, description;
  std::vector<Term> terms;
  bool counted_elsewhere = false;  ///< in the sum over the whole GPU, another component contains it
};

/// The energy of register files: events and categories of the files themselves, or of what a technique adds.
struct RegisterFileEnergy {
  std::vector<RegisterFileEvent> events;
  std::vector<RegisterFileEnergyPart> parts;

  /// Appends the events and categories of `other`.
  void add(const RegisterFileEnergy& other);
  /// pJ of a category. `count(event)`: how often the event occurred; `period_fs` is the length of a cycle.
  static double part(const RegisterFileEnergyPart& part,
                     const std::function<double(const std::string&)>& count, std::uint64_t period_fs);
};

/// The energy of the banks: accesses with their wires, and leakage over the cycles in which they are powered.
/// `bank_accesses` and `bank_cycles` (cycles of a powered bank of 256 entries) count them.
RegisterFileEnergy bank_energy(const RegisterFileCosts& costs,
                               std::function<double(const RegisterFileCounts&)> bank_accesses,
                               std::function<double(const RegisterFileCounts&)> bank_cycles);

}  // namespace heddle

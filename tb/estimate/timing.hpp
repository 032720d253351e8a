// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

/// Longest delays, in ns of the library's own node; zero where there is no such path. Wires have no length
/// and the clock no skew.
struct Timing {
  double logic_from_inputs = 0;  ///< input pin to the data pin of a register
  double logic_between =
      0;             ///< clock of a register to the data pin of another, with its clock-to-output time
  double setup = 0;  ///< of the register that ends the longer of those
  double clock_to_output = 0;  ///< clock of a register to an output pin

  /// The same of paths that have only half a cycle: from one edge of the clock to the other. Inputs change,
  /// and outputs are taken, at its rising edge.
  double half_from_inputs = 0, half_between = 0, half_to_output = 0;

  /// The longest path of half a cycle, from edge to edge.
  double half_cycle() const;
  /// The shortest period of the clock: from the clock edge of the register that drives a path to the next
  /// edge that may take it; twice that of half a cycle. Inputs come from registers like the block's own.
  double critical_path() const;
};

/// What one cell spends, at the library's own node.
struct CellEnergy {
  double transition_pj = 0;  ///< for one transition of its output, with what that output drives
  double cycle_pj = 0;       ///< in every cycle: its clock pin
  double leakage_mw = 0;
};

/// By name of the instance.
using CellEnergies = std::map<std::string, CellEnergy, std::less<>>;

struct TimingAndEnergy {
  Timing timing;
  CellEnergies energies;
};

/// OpenSTA's view of a netlist that `synthesize` wrote into `folder`. Throws Error with its message.
TimingAndEnergy analyze(const std::filesystem::path& verilog, std::string_view top, const Liberty& liberty,
                        double load_ff, const std::filesystem::path& folder);

/// OpenSTA's output for it, and the script, in which names in braces stand for the parts that vary.
std::string analysis_text(const std::filesystem::path& verilog, std::string_view top, const Liberty& liberty,
                          double load_ff, const std::filesystem::path& folder);
extern const std::string_view analysis_script;

/// Reads what OpenSTA prints for our script. Throws Error when something is missing.
TimingAndEnergy parse_analysis(std::string_view text);

}  // namespace heddle::estimate

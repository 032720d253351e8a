// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/sim/rtl_model.hpp"
#include "tb/blocks/block_card.hpp"
#include "tb/cosim/rtl/user_rtl.hpp"
#include "tb/estimate/energy.hpp"
#include "tb/estimate/sram.hpp"
#include "tb/estimate/table_instances.hpp"
#include "tb/estimate/technology.hpp"
#include "tb/estimate/timing.hpp"

// What a block costs: area, speed, cycles and energy, from synthesis and simulation of the netlist.

namespace heddle::estimate {

struct EstimateRequest {
  std::string block;
  std::string set{};                     ///< named parameter set; empty: default
  std::vector<std::string> overrides{};  ///< "latency=4", on top of the set
  UserRtl rtl{};                         ///< the user's own; empty: Heddle's
  LibertyPaths liberty{};                ///< files of one library; empty: Debian's, scaled
  std::optional<double> clock_hz{};      ///< asks how many stages it needs
  /// File of the warp registers of a workload (tb/run/register_recorder.hpp).
  std::optional<std::filesystem::path> vectors{};
  /// Or the recorded pins of its instances in a run, instead of random operations and registers. They must
  /// outlive the estimate.
  std::vector<const RecordedPins*> recorded{};
  unsigned random_operations = 4096;
  unsigned orders = 5;  ///< of the gates in synthesis: figures are medians over them
  std::uint64_t seed = 1;
  std::function<void(std::string_view)> progress = {};  ///< called with each step
};

/// The pipeline stages that a clock needs.
struct StagesForClock {
  double clock_hz = 0;
  double logic_ns = 0;     ///< all work of one operation, without registers
  double overhead_ns = 0;  ///< clock-to-output and setup of a stage's register
  double period_ns = 0;    ///< of that clock, at the library's node
  unsigned needed = 0;     ///< 0: the registers alone are too slow
  /// RTL of the user's that does not declare Latency keeps its stages: the figures are of its slowest one.
  bool fixed = false;
  bool splittable = true;  ///< false when the block's own feedback is the path: no pipeline shortens that
};

/// A table of the block as flip-flops, at the library's own node, and as a memory macro, at the node of its
/// model.
struct TableAsSram {
  TableInstances instances{};
  double flip_flop_area_um2 = 0, flip_flop_leakage_mw = 0, flip_flop_clock_pj = 0;  ///< of one
  SramMacro macro{};                                                                ///< of one
  bool worthwhile = true;  ///< false when it is smaller than any macro
};

/// Modules that read the block, at the library's own node.
struct ReaderCost {
  CardReader reader{};
  double area_um2 = 0, leakage_mw = 0, clock_pj = 0, critical_path_ns = 0;  ///< of one
};

/// Figures are those of the library's own node; `scaling` says how they become those of the node compared
/// with. Area, critical path and energies are each that of the median order of synthesis.
struct Estimate {
  BlockCard card{};
  std::string set{};
  RtlParameters parameters{};
  Technology technology{};
  std::optional<Scaling> scaling{};
  std::string nand2_cell{};
  double nand2_um2 = 0;
  double area_um2 = 0;
  double flip_flop_area_um2 = 0;
  std::size_t gates = 0, flip_flops = 0;
  Timing timing{};
  unsigned orders = 0;
  Spread area_spread{}, critical_path_spread{};
  unsigned latency_cycles = 0;  ///< counted on the netlist
  double leakage_mw = 0;
  std::vector<OperationEnergy> energies{};
  std::vector<ReaderCost> readers{};
  std::vector<TableAsSram> tables{};
  SramModel sram{};  ///< behind `tables`
  std::optional<StagesForClock> stages{};
  std::uint64_t seed = 0;
};

/// What a user must know of an estimate of RTL of their own before it begins: notes_of the RTL, and what
/// cannot be estimated without its parameters.
std::vector<std::string> notes_of(const EstimateRequest& request);

/// Throws Error for anything that cannot be used, before the tools are started where possible.
Estimate estimate(const EstimateRequest& request);

/// "1.4GHz", "700 MHz", "1e9" (Hz) in Hz. Throws Error for anything else and for what is not positive.
double parse_frequency(std::string_view text);

}  // namespace heddle::estimate

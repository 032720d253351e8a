// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tb/estimate/estimate.hpp"
#include "tb/estimate/machine/beside_cost.hpp"
#include "tb/estimate/machine/machine_census.hpp"

// What all blocks of a GPU cost together, with the activity of a run.

namespace heddle::estimate {

/// The run whose activity counts.
struct MachineRun {
  std::string machine{};  ///< "gtx480_lee2015 with warped_compression"
  std::string workload{};
  unsigned sms = 0;
  double clock_mhz = 0;
  double sm_mm2 = 0;          ///< area of an SM; 0: not known
  std::uint64_t cycles = 0;   ///< of the run
  std::size_t most_kept = 0;  ///< cycles of an instance's pins that are applied to its netlist
};

/// All instances of a block with the same parameters. Figures are those of the node that the estimate is
/// scaled to, or of the library's own when it is not scaled; leakage does not scale.
struct BlockCost {
  Estimate estimate{};
  unsigned instances = 0;
  std::uint64_t moving = 0;       ///< cycles in which pins of an instance move, of all instances
  std::uint64_t operations = 0;   ///< of all instances, as the block's card counts them
  std::string counts{};           ///< what these are; empty when the card names none
  std::uint64_t kept = 0;         ///< cycles that were applied to the netlist, of all instances
  std::uint64_t moving_kept = 0;  ///< of these, in which pins move

  double area_mm2() const;  ///< of one, with the modules beside it that its card names
  /// The same with its tables as memories, where the estimate is at the node of their model.
  double area_with_memories_mm2() const;
  double critical_path_ns() const;
  /// pJ of an instance's switching gates and registers, per cycle in which its pins move. The cycles that
  /// follow, in which it finishes, are included.
  double switching_pj() const;
  /// The same for each quarter of the applied cycles.
  Spread switching_pj_spread() const;
  double clock_pj() const;  ///< of an instance's registers, for each cycle: there is no clock gating
  /// uJ of all instances over a run.
  double switching_uj() const;
  double clock_uj(const MachineRun& run) const;
  double leakage_uj(const MachineRun& run) const;
  double total_uj(const MachineRun& run) const;
  /// pJ that switch for an operation; 0 when there was none.
  double operation_pj() const;
};

struct MachineEstimate {
  MachineRun run{};
  std::vector<BlockCost> blocks{};
  BesideModel beside_model{};
  BesideCost beside{};  ///< not in the sums

  double area_mm2() const;
  double area_with_memories_mm2() const;
  double leakage_mw() const;
  /// The block that needs the longest clock period.
  const BlockCost& critical() const;
};

/// What stands in the machine beside its blocks, with the activity of the run.
struct MachineBeside {
  BesideBlocks blocks{};
  EnergyMachine machine{};
  GpuCosts gpu_costs{};
  StorageCosts storage_costs{};
};

/// Synthesizes each group of blocks once and applies the recorded pins of its instances to the netlist.
/// `request` says how: liberty, orders, progress. `stats` is the run's stats.json. Throws Error for a machine
/// without blocks, and as `estimate` does.
MachineEstimate estimate_machine(const MachineRun& run, const std::vector<const BlockGroup*>& groups,
                                 const nlohmann::ordered_json& stats, EstimateRequest request,
                                 const MachineBeside& beside = {});

}  // namespace heddle::estimate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/estimate/estimate.hpp"
#include "tb/run/run.hpp"

namespace heddle {

/// The options of `heddle estimate GPU`.
struct MachineEstimateOptions {
  PlatformOptions platform{};
  WorkloadOptions workload{};
  std::string target = "pathfinder";    ///< the workload whose activity counts
  estimate::EstimateRequest request{};  ///< liberty, orders, progress
  std::size_t kept_cycles = 16384;      ///< of an instance's pins, applied to its netlist
  std::string json{}, picture{};        ///< files to write, too; empty: none
};

/// Runs the workload, prints what the blocks of the machine cost, writes the files. Throws Error for a
/// machine or workload that cannot be, a result that differs from its reference, and as `estimate_machine`
/// does.
int estimate_machine_and_report(const MachineEstimateOptions& options);

}  // namespace heddle

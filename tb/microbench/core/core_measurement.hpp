// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hw/gpu/costed_gpu.hpp"
#include "tb/microbench/core/core_kernel.hpp"

namespace heddle {

/// A figure of an SM's core. `unit`: "cycles" of the SM's clock, "operations/cycle" of threads,
/// "cycles/access" and "lines/cycle" of a warp's accesses.
struct CoreMeasurement {
  CoreGroup group = CoreGroup::arithmetic;
  std::string name{}, unit{};
  double value = 0;
};

/// The groups, in their order. Throws Error for a name that is none, with the nearest.
std::vector<CoreGroup> core_groups(const std::vector<std::string>& names);

/// Runs kernels on one SM of the machine, with its L2 and DRAM; the other SMs would have nothing to do, and
/// are left out. What needs more warps than it has is left out, too. One call a process.
std::vector<CoreMeasurement> measure_core(const CostedGpu& machine, const std::vector<CoreGroup>& groups);
/// The same of all groups.
std::vector<CoreMeasurement> measure_core(const CostedGpu& machine);

}  // namespace heddle

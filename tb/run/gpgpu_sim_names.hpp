// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "models/base/statistics.hpp"
#include "tb/run/kernel_records.hpp"

namespace heddle {

/// A statistic of GPGPU-Sim, and its equivalent in Heddle: a sum of statistics, given by their paths with
/// plus signs between them, or such a sum over another. A name stands here only when both simulators count
/// the same events.
struct GpgpuSimName {
  std::string_view name, unit;
  std::string_view above, below{};
  bool last_launch = false;  ///< of the last launch alone, else of the whole run
  std::string_view note{};   ///< remaining differences in what is counted
};

/// The whole table.
std::span<const GpgpuSimName> gpgpu_sim_names();

/// Declares the group `gpgpu_sim`, with those of the table whose statistics this GPU has; each says in its
/// description what it stands for. Call it after everything else; `kernels` must outlive the reading.
void add_gpgpu_sim_names(StatGroup& stats, const KernelRecords& kernels);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hw/gpu/costed_gpu.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Declares the energy of the register files in the group `register_file_energy` of a GPU's statistics, and
/// in the group `summary` what its techniques sum up. Call it once, after the GPU is made; all is copied.
///
/// The baseline of the energy is this run with every register uncompressed: reads and whole writes at the
/// eight banks of an uncompressed register, partial writes as they are, no injected MOVs, leakage over the
/// same cycles.
void add_register_file_summary(StatGroup& stats, const CostedGpu& machine);

/// Events and categories of the energy of the register files: of the banks, then of each technique.
RegisterFileEnergy register_file_energy(const CostedGpu& machine);

/// Replaces what `register_file_energy` holds in a run's stats.json by what other costs make of the same
/// events. `period_fs` is the length of a core cycle.
void restate_energy(nlohmann::ordered_json& stats, const RegisterFileEnergy& energy, std::uint64_t period_fs);

}  // namespace heddle

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/base/statistics.hpp"
#include "tb/cli/platform.hpp"

namespace heddle {

/// Declares the groups `summary` and `register_file_energy` of a GPU's statistics: what follows from counters
/// of all its SMs. Call it once, after the GPU is made; costs and configuration are copied.
///
/// The baseline of the energy is this run with every register plain: reads and whole writes at the eight
/// banks of a plain register, partial writes as they are, no injected MOVs, leakage over the same cycles.
void add_summary(StatGroup& stats, const Platform& platform);

/// Events and categories of the energy of the register files: of the banks, then of each technique.
RegisterFileEnergy register_file_energy(const Platform& platform);

/// Replaces what `register_file_energy` holds in a run's stats.json by what other costs make of the same
/// events. `period_fs` is the length of a core cycle.
void restate_energy(nlohmann::ordered_json& stats, const RegisterFileEnergy& energy, std::uint64_t period_fs);

}  // namespace heddle

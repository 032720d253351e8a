#pragma once

#include "models/energy/register_file_energy.hpp"
#include "models/register_virtualization/renaming_costs.hpp"

namespace heddle {

/// What the renaming tables, the release flags and their caches take, by the counters of a run. Flags are
/// fetched with the instructions, and whoever counts the instruction caches counts that there.
RegisterFileEnergy renaming_energy(const RenamingCosts& costs);

}  // namespace heddle

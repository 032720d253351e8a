// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/energy/register_file_energy.hpp"
#include "models/register_virtualization/renaming_costs.hpp"

namespace heddle {

/// The energy of the renaming tables, the release flags and their caches, from the counters of a run. Flags
/// are fetched with the instructions; in the energy of the whole GPU that is part of the instruction caches.
RegisterFileEnergy renaming_energy(const RenamingCosts& costs);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/gpu/costed_gpu.hpp"
#include "models/energy/storage.hpp"

namespace heddle {

/// The parameters of a GPU that the energy model needs.
EnergyMachine energy_machine(const GpuConfig& gpu);

/// What stands beside the blocks of this machine: what its techniques declare, and more tags of its caches
/// than lines.
BesideBlocks beside_blocks_of(const CostedGpu& machine);

}  // namespace heddle

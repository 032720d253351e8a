// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/gpu/costed_gpu.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Declares the group `energy` of a GPU's statistics: a group a component (cores, caches, interconnect,
/// memory_controllers, dram, dram_pins; of techniques line_codecs and beside_blocks) with its terms, static
/// and dynamic energy and mean power, and their sums. The register files belong to the cores;
/// `register_file_energy` must have been declared. Call it once, after the GPU is made.
///
/// Vijaykumar2015 figure 10 shows cores, caches, dram, and as buses interconnect and dram_pins, with the
/// memory controllers; Lal2017 figure 13 shows total and energy_delay.
void add_energy_summary(StatGroup& stats, const CostedGpu& machine);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/energy/register_file_energy.hpp"
#include "models/warp_approximation/approximation_costs.hpp"

namespace heddle {

/// Events and categories of the energy of what Warp Approximation adds to an SM (Wong2016 section 5.5; the
/// controller of section 6.1 by our synthesis). The paper counts them with the execution units; here they
/// stand with the register file, where the logic is.
RegisterFileEnergy approximation_energy(const ApproximationCosts& costs);

/// The energy of a ScalarFile: 32 bits a register are a quarter of a bank of 128 bits in each cluster, with
/// as many entries, and take a quarter of its energy, wires and leakage.
RegisterFileEnergy scalar_file_energy(const RegisterFileCosts& banks);

}  // namespace heddle

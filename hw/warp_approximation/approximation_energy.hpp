#pragma once

#include "models/energy/register_file_energy.hpp"
#include "models/warp_approximation/approximation_costs.hpp"

namespace heddle {

/// Events and categories of the energy of what Warp Approximation adds to an SM (Wong2016 section 5.5; the
/// controller of section 6.1 by our synthesis). The paper counts them with the execution units; here they
/// stand with the register file, where the logic is.
RegisterFileEnergy approximation_energy(const ApproximationCosts& costs);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tb/estimate/machine/machine_estimate.hpp"

namespace heddle::estimate {

/// Two tables, of areas and of the run's energy, a row for each block and parameters, with what they mean;
/// and what stands beside the blocks.
std::string report_text(const MachineEstimate& estimate);

/// The same figures with their units in the keys.
nlohmann::json report_json(const MachineEstimate& estimate);

/// The same as bars in SVG: area, leakage and energy of the run by block.
std::string report_picture(const MachineEstimate& estimate);

}  // namespace heddle::estimate

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/estimate/liberty_groups.hpp"

namespace heddle::estimate {

/// Farads that a capacitance of 1 means: `capacitive_load_unit`, 1 pF when the library has none.
/// Throws Error, with the line in `place`, when it or one of the library's other units (time, voltage,
/// current, resistance, leakage) is no unit: OpenSTA would go on with the unit of its default.
double capacitance_unit(const LibertyGroup& library, const std::string& place);

}  // namespace heddle::estimate

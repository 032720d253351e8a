// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/estimate/liberty_groups.hpp"

namespace heddle::estimate {

/// Throws Error, with the line in `place`, when one of the library's units of time, voltage, current,
/// resistance or leakage is none: OpenSTA would go on with its default.
void check_units(const LibertyGroup& library, const std::string& place);

/// Farads that a capacitance of 1 means: `capacitive_load_unit`, 1 pF when the library has none. Throws Error
/// likewise.
double capacitance_unit(const LibertyGroup& library, const std::string& place);

}  // namespace heddle::estimate

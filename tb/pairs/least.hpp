// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/pairs/combinations.hpp"

namespace heddle::pairs {

/// Settings with which a machine has the least of each resource that its configuration accepts: resource
/// after resource in the order of the file gets the first of its values with which the machine can be made. A
/// resource of which it accepts none keeps what it has.
std::vector<std::string> least_settings(const Variants& all, const Combination& combination,
                                        const PlatformOptions& machine);

}  // namespace heddle::pairs

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/base/config_tree.hpp"

namespace heddle {

/// The named parameter sets of a block, in the order of its card (configs/blocks/BLOCK.yaml); the first is
/// "default". Throws Error when there is no card.
std::vector<std::string> parameter_set_names(std::string_view block);

/// The parameters of a set, with the card's places, and `overrides` ("latency=4") on top. An empty name is
/// the default set. Throws Error for an unknown set, with the nearest name.
ConfigTree parameter_set(std::string_view block, std::string_view set,
                         const std::vector<std::string>& overrides);

}  // namespace heddle

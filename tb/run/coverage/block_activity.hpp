// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle {

/// The activations and stalls of each block, by the statistics that its card names: lines of the report. The
/// blocks are those of `register_file` and of the techniques; a block with a statistic that the run lacks is
/// not in the machine, and is left out.
std::string block_activity(const nlohmann::ordered_json& stats, const std::vector<std::string>& techniques);

}  // namespace heddle

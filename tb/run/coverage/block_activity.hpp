// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle {

/// What a block of the machine did, and what waited for it: counts in words, "14,880 operand reads".
struct BlockActivity {
  std::string block{};
  std::vector<std::string> did{}, stalls{};
};

/// Of each block, by the statistics that its card names. The blocks are those of `register_file` and of the
/// techniques; a block with a statistic that the run lacks is not in the machine, and is left out.
std::vector<BlockActivity> activities(const nlohmann::ordered_json& stats,
                                      const std::vector<std::string>& techniques);
/// The same as lines of the report.
std::string block_activity(const nlohmann::ordered_json& stats, const std::vector<std::string>& techniques);

}  // namespace heddle

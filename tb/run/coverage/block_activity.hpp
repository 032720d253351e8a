#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle {

/// What each block did and who had to wait, by the statistics that its card names: lines of the report.
/// Blocks are those of `register_file` and of the techniques; one of whose statistics the run lacks any is
/// not in the machine and left out.
std::string block_activity(const nlohmann::ordered_json& stats, const std::vector<std::string>& techniques);

}  // namespace heddle

#pragma once

#include <string>

#include "tb/cli/simulation.hpp"

namespace heddle {

/// A run as text for people. With `baseline`, the same run without techniques, cycles and energy are set
/// against it; else energy is set against what plain registers would have taken (see add_summary).
std::string report(const SimulationRequest& request, const Simulation& run,
                   const Simulation* baseline = nullptr);

/// "1,234,567".
std::string grouped(std::uint64_t n);

/// A statistic of stats.json by its dotted path; NaN when it has no value. Throws Error when there is none.
double statistic(const nlohmann::ordered_json& stats, const std::string& path);

}  // namespace heddle

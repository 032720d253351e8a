// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/experiment/experiment.hpp"

namespace heddle {

/// When the architected registers of the warps in slot 0 of the first SM were live, by register: from the
/// first cycle of each life to the first after it (as in Jeon2015 Figure 2(a), for one warp).
using RegisterLives = std::map<unsigned, std::vector<std::pair<double, double>>>;

/// Reads what `heddle run --timeline` writes. Throws Error at `place` for anything else.
RegisterLives lives_of(const std::string& timeline, const std::string& place);

/// Both have an element of `lives` a workload, in the experiment's order. CSV: a row a life, of all
/// workloads.
nlohmann::ordered_json json_of(const LoadedExperiment& experiment, const std::vector<RegisterLives>& lives);
std::string csv_of(const LoadedExperiment& experiment, const std::vector<RegisterLives>& lives);

}  // namespace heddle

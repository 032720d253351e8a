// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tb/experiment/experiment.hpp"

namespace heddle {

/// Statistics of one run by their dotted paths; NaN where a statistic has no value.
using StatisticValues = std::map<std::string, double, std::less<>>;

/// From a run's stats.json.
StatisticValues values_of(const nlohmann::ordered_json& stats);

/// Runs of one workload by the configuration's name.
using RunValues = std::map<std::string, StatisticValues, std::less<>>;

/// Statistics by the configuration's name.
using StatisticNames = std::map<std::string, std::set<std::string>, std::less<>>;

/// What an expression gives for one workload; NaN where a statistic that it names has no value, and over
/// zero. Its names are CONFIGURATION.STATISTIC; those of the summary go without its name, too. Throws Error
/// at `place` for what is no such expression, an unknown configuration, and a statistic that the
/// configuration's runs do not have.
double value_of(const std::string& expression, const RunValues& runs, const std::string& place);

/// The statistics that an expression names. Throws Error as `value_of` does.
StatisticNames names_in(const std::string& expression, const RunValues& runs, const std::string& place);

/// Evaluates every expression over whole runs for `runs`, to find errors in them.
void check_expressions(const LoadedExperiment& experiment, const RunValues& runs);

}  // namespace heddle

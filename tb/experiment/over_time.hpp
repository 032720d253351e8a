// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/experiment/statistics_values.hpp"

namespace heddle {

/// The values of statistics of one run at core cycles, the first of which is 0.
struct RunSamples {
  std::vector<std::uint64_t> cycles{};
  std::vector<StatisticValues> values{};  ///< parallel to the cycles
};

/// Reads what `heddle run --samples` writes. Throws Error at `place` for anything else.
RunSamples samples_of(const std::string& csv, const std::string& place);

/// The series of an experiment over time for one workload: each expression over the increase of its
/// statistics in an interval.
struct Course {
  std::vector<std::uint64_t> cycles{};        ///< at which the intervals end
  std::vector<std::vector<double>> series{};  ///< parallel to the experiment's: a value an interval, or NaN
};

/// The statistics that the series need, by configuration. Throws Error with file:line:column for a name that
/// is not in `runs`, and for a statistic without a value where nothing has run: a ratio, which is not defined
/// for an interval.
StatisticNames sampled_names(const LoadedExperiment& experiment, const RunValues& runs);

/// `runs` by the configuration's name. It ends with the longest; a shorter run has no values from its end on.
Course course_of(const LoadedExperiment& experiment, const std::map<std::string, RunSamples>& runs);

/// Both have a course a workload, in the experiment's order. CSV: a row an interval, of all workloads.
nlohmann::ordered_json json_of(const LoadedExperiment& experiment, const std::vector<Course>& courses);
std::string csv_of(const LoadedExperiment& experiment, const std::vector<Course>& courses);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/experiment/over_time.hpp"
#include "tb/experiment/register_lives.hpp"

namespace heddle {

/// Values of one expression: a row a workload, NaN where there is none, and their mean.
struct TableColumn {
  std::string name{}, bar{};
  std::vector<double> values{};
  double mean = 0;
  std::vector<double> at{};  ///< with x: pareto: the values on the horizontal axis
  /// Half of the 95 % interval of each value, and of the mean, over perturbed runs; none where there is one
  /// run.
  std::vector<double> spread{};
  double mean_spread = std::numeric_limits<double>::quiet_NaN();
};

/// A comparison with its measured value.
struct ComparedColumn {
  ExperimentComparison declared{};
  TableColumn column{};
  std::map<std::string, double> group_means{};  ///< of the workloads' groups
  std::optional<double> mark{};                 ///< height of the published value in the chart
  std::vector<double> told{};                   ///< values in `why` (reasons.hpp)

  /// measured / published - 1; NaN without a published value.
  double difference() const;
  /// Is the difference from the published value within the spread of the measured one?
  bool within_spread() const;
};

/// The results of an experiment.
struct ExperimentTable {
  LoadedExperiment experiment{};
  std::vector<TableColumn> series{};  ///< none over time and with x: lives
  std::vector<ComparedColumn> compare{};
  std::vector<Course> courses{};       ///< over time: of each workload
  std::vector<RegisterLives> lives{};  ///< with x: lives: of each workload

  /// What the chart is drawn from. No value is null.
  nlohmann::ordered_json json() const;
  /// Header and a row a workload, then their mean. No value is an empty field.
  std::string csv() const;

 private:
  /// With x: pareto: of each workload, the points that pareto_front leaves.
  nlohmann::ordered_json fronts() const;
};

/// `runs` has an element a workload, in the experiment's order; so have `courses` over time and
/// `lives` with x: lives; else they are empty. Throws Error as `value_of` does.
ExperimentTable make_table(const LoadedExperiment& experiment, const std::vector<RunValues>& runs,
                           std::vector<Course> courses = {}, std::vector<RegisterLives> lives = {});

}  // namespace heddle

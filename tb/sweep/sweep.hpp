// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/experiment/experiment.hpp"
#include "tb/sweep/axis.hpp"

namespace heddle::sweep {

/// A program on machines that differ in some values: all combinations of what is given several times.
struct SweepRequest {
  ExperimentWorkload program{};     ///< without sizes that vary
  std::vector<Axis> sizes{};        ///< of the program, those with one value, too
  std::vector<std::string> gpus{};  ///< as --gpu; several: an axis
  std::string technology = "lee2015_45nm";
  std::string ptx{};                    ///< as Experiment
  std::vector<std::string> with{};      ///< as --with, each "NAME,...", or "none"; several: an axis
  bool ablate = false;                  ///< the techniques of one `with`: none, each alone, all, all but each
  std::vector<std::string> config{};    ///< as --config
  std::vector<Axis> settings{};         ///< as --set
  std::vector<std::string> measures{};  ///< expressions over statistics
};

/// A sweep as an experiment: a row for each combination of sizes, a configuration for each machine, a series
/// for each measure of each configuration.
struct Sweep {
  LoadedExperiment experiment{};
  std::vector<std::string> measures{};
  std::vector<Axis> row_axes{}, machine_axes{};  ///< those with several values
  /// The value on each axis, by row, and by configuration.
  std::vector<std::vector<std::string>> rows{}, machines{};
};

/// Throws Error for techniques or a combination that do not exist, and for too many points. Whether programs,
/// machines and statistics exist is checked when points are made.
Sweep plan(const SweepRequest& request);

/// An expression over statistics, as one over those of a configuration: "cycles / max(a.b, 1)" is
/// "c.cycles / max(c.a.b, 1)".
std::string of_configuration(const std::string& expression, const std::string& configuration);

/// The sweep as an experiment's file, whose paths are relative to `folder`.
std::string experiment_file(const Sweep& sweep, const std::filesystem::path& folder);

}  // namespace heddle::sweep

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "models/base/read_files.hpp"
#include "tb/experiment/experiment_table.hpp"
#include "tb/run/command_pool.hpp"
#include "tb/run/run.hpp"

namespace heddle {

/// One workload on one machine: a run that experiments share. Its folder is named by the run's key (run_key):
/// the content of all that decides what comes out, this program, the workload with its sizes and PTX, the
/// resolved configuration with all files that the machine is made from, its samples or lives. So it is found
/// again as long as none of them changes, and a run that did not finish has no whole folder.
struct ExperimentPoint {
  PooledCommand run{};             ///< the `heddle run` that writes the folder
  std::filesystem::path folder{};  ///< of its results
  bool drawn = false;              ///< lives of registers are drawn: there is a timeline
  static constexpr const char* timeline_ending = ".timeline.json";
  /// Beside the folder.
  std::filesystem::path timeline() const { return folder.string() + timeline_ending; }
  /// The results are there as the run wrote them, and what it has read is what it was.
  bool stored() const;
  /// The results are there, and the workload's result differs from its reference.
  bool wrong() const;
};

/// The points of an experiment: row w, column c is workload w on configuration c, and each has `perturb`
/// runs, or `perturb_up_to` in the rows of workloads whose cycles differ between these. Register-file costs
/// that a configuration sets do not affect the run: its point is that of the same machine without them,
/// except with samples, which may be energies.
class ExperimentPoints {
 public:
  /// Checks workloads, the names of their sizes, machines and every expression.
  /// Throws Error with file:line:column of what is wrong.
  ExperimentPoints(const LoadedExperiment& experiment, const std::filesystem::path& store);

  /// Points of the runs that each workload has.
  std::vector<const ExperimentPoint*> first() const;
  /// Points of the further runs, once the first are stored, but for those of `failed`, by their folder.
  std::vector<const ExperimentPoint*> further(const std::set<std::filesystem::path>& failed) const;
  /// The table of the results in the points' folders. Throws Error for results that cannot be read. Points of
  /// `failed`, by their folder, have no values.
  ExperimentTable table(const std::set<std::filesystem::path>& failed = {}) const;
  /// Can there be a table without these points? Courses and lives have no values to be left out.
  bool needs_all() const;

 private:
  struct Machine {
    PlatformOptions run{};                             ///< without costs of the configuration's own
    std::map<unsigned, std::string> configurations{};  ///< configuration_hash by `ctas` of a workload
    RegisterFileEnergy energy{};                       ///< with them
    bool restated = false;
    std::set<std::string> sampled{};  ///< statistics, over time
    std::set<ReadFile> read{};        ///< all files that it is made from
    std::uint64_t period_fs = 0;
  };
  Machine machine(std::size_t configuration) const;
  Machine perturbed(Machine machine, unsigned run) const;
  void hash_configurations(Machine& machine) const;
  /// A value for each statistic of the machine's runs, of no run. There are thousands, so nobody keeps them.
  StatisticValues declared(const Machine& machine) const;
  unsigned first_runs() const { return experiment_.declared.perturb; }
  unsigned runs() const { return experiment_.declared.perturb_up_to; }
  const ExperimentPoint& at(std::size_t row, std::size_t configuration, unsigned run) const {
    return points_[(row * experiment_.declared.configurations.size() + configuration) * runs() + run];
  }
  bool steady(std::size_t row, const std::set<std::filesystem::path>& failed) const;
  /// The runs of each row, once the first are stored.
  std::vector<unsigned> runs_of(const std::set<std::filesystem::path>& failed) const;
  /// What a row runs, on any machine.
  struct Program {
    RunRequest request{};
    std::set<ReadFile> read{};
  };
  Program checked_program(std::size_t row, const GpuConfig& gpu) const;
  void choose_samples();
  ExperimentPoint point(std::size_t row, const Program& program, std::size_t configuration, unsigned run,
                        const std::filesystem::path& store) const;
  std::vector<RunValues> values(unsigned run, const std::vector<unsigned>& runs_of,
                                const std::set<std::filesystem::path>& failed) const;
  std::vector<Course> courses() const;
  std::vector<RegisterLives> lives() const;
  void restate(nlohmann::ordered_json& stats, const Machine& machine) const;

  LoadedExperiment experiment_;
  std::vector<Machine> machines_;        ///< by configuration and run
  std::vector<ExperimentPoint> points_;  ///< by row, configuration and run
};

}  // namespace heddle

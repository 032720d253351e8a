#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tb/experiment/experiment_table.hpp"
#include "tb/run/command_pool.hpp"
#include "tb/run/platform.hpp"

namespace heddle {

/// One workload on one machine: a run that experiments share. Its folder is named by the content of all that
/// decides what comes out: this program, the workload with its sizes and PTX, the resolved configuration, its
/// samples or lives. So it is found again as long as none of them changes, and a run that did not finish has
/// no folder.
struct ExperimentPoint {
  PooledCommand run{};             ///< the `heddle run` that writes the folder
  std::filesystem::path folder{};  ///< of its results
  /// Beside the folder, when lives of registers are drawn.
  std::filesystem::path timeline() const { return folder.string() + ".timeline.json"; }
};

/// The points of an experiment: row w, column c is workload w on configuration c. Register-file costs that a
/// configuration sets do not affect the run: its point is that of the same machine without them, except with
/// samples, which may be energies.
class ExperimentPoints {
 public:
  /// Checks workloads, the names of their sizes, machines and every expression.
  /// Throws Error with file:line:column of what is wrong. `program` is `program_hash()`.
  ExperimentPoints(const LoadedExperiment& experiment, const std::filesystem::path& store,
                   const std::string& program);

  const std::vector<ExperimentPoint>& all() const { return points_; }
  /// The table of the results in the points' folders. Throws Error for results that cannot be read, and for a
  /// workload whose result differs from its reference.
  ExperimentTable table() const;

 private:
  struct Machine {
    PlatformOptions run{};        ///< without costs of the configuration's own
    std::string configuration{};  ///< resolved, as text to be hashed
    RegisterFileEnergy energy{};  ///< with them
    bool restated = false;
    std::set<std::string> sampled{};  ///< statistics, over time
    std::uint64_t period_fs = 0;
  };
  Machine machine(std::size_t configuration) const;
  void check_workload(std::size_t row) const;
  void choose_samples();
  /// `max_registers` for the compiler; 0: as many as the machine has.
  ExperimentPoint point(const ExperimentWorkload& workload, const Machine& machine, unsigned max_registers,
                        const std::string& program, const std::filesystem::path& store) const;
  std::vector<Course> courses() const;
  std::vector<RegisterLives> lives() const;
  void restate(nlohmann::ordered_json& stats, const Machine& machine) const;

  LoadedExperiment experiment_;
  std::vector<Machine> machines_;
  std::vector<ExperimentPoint> points_;
};

/// The hash of the program that runs.
std::string program_hash();

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tb/experiment/experiment_points.hpp"

namespace heddle {

/// How the points of experiments are run, and where they are kept.
struct PointRunOptions {
  std::string store = "results/points";  ///< folder
  std::optional<std::uint64_t> mib{};    ///< bound of the folder; none: HEDDLE_POINTS_MIB, or 16384
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool force = false;                                  ///< also those that are stored
  std::optional<unsigned> perturb{}, perturb_up_to{};  ///< as take_runs; none: as the experiment says
};

/// Takes the runs that the options ask for; over time and of lives there is one.
void take_runs(LoadedExperiment& experiment, const PointRunOptions& options);

/// Runs points that are not stored yet, or damaged, one that several experiments share once, and goes on past
/// those that fail.
class PointRuns {
 public:
  explicit PointRuns(PointRunOptions options);

  /// Runs all points: first the runs that each workload has, then further ones where cycles differ. Prints
  /// how many there are. Afterwards the store is within its bound: of points that these experiments do not
  /// need, those that were used longest ago go.
  void run(const std::vector<ExperimentPoints>& experiments);

  /// Points without a result, by their folder.
  const std::set<std::filesystem::path>& failed() const { return failed_; }
  /// Is one of the experiment's first points without a result?
  bool lacks(const ExperimentPoints& experiment) const;
  /// Prints what is wrong with each point that failed, and throws Error; `so` ends its message.
  void require_all(const std::string& so = "") const;

 private:
  using Points = std::map<std::filesystem::path, const ExperimentPoint*>;
  void run_missing(const Points& points);
  void bound_store() const;

  PointRunOptions options_;
  std::uint64_t mib_;
  Points points_;  ///< all, by their folder
  std::set<std::filesystem::path> failed_;
  std::vector<std::string> messages_;
};

}  // namespace heddle

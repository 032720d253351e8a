// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/point_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "models/base/bounded_cache.hpp"
#include "tb/experiment/point_store.hpp"

namespace heddle {
namespace fs = std::filesystem;

void take_runs(LoadedExperiment& e, const PointRunOptions& options) {
  const Experiment& d = e.declared;
  const bool has_means = d.x != ChartAxis::time && d.x != ChartAxis::lives;
  if (has_means && (options.perturb || options.perturb_up_to))
    take_runs(e, options.perturb.value_or(d.perturb),
              options.perturb_up_to.value_or(options.perturb.value_or(d.perturb_up_to)));
}

PointRuns::PointRuns(PointRunOptions options)
    : options_(std::move(options)),
      mib_(options_.mib ? *options_.mib : bound_from_environment("HEDDLE_POINTS_MIB", 16384)) {}

void PointRuns::run(const std::vector<ExperimentPoints>& experiments) {
  Points first, further;
  for (const ExperimentPoints& e : experiments)
    for (const ExperimentPoint* p : e.first()) first.emplace(p->folder, p);
  run_missing(first);
  for (const ExperimentPoints& e : experiments)
    for (const ExperimentPoint* p : e.further(failed_)) further.emplace(p->folder, p);
  if (!further.empty()) {
    fmt::print("Further runs, where cycles differ: ");
    run_missing(further);
  }
  points_.insert(first.begin(), first.end());
  points_.insert(further.begin(), further.end());
  bound_store();
}

void PointRuns::run_missing(const Points& points) {
  std::vector<PooledCommand> missing;
  for (const auto& [folder, point] : points) {
    if (!options_.force && point->stored()) continue;
    fs::remove_all(folder);
    missing.push_back(point->run);
  }
  fmt::print("{} points: {} to run, {} stored\n", points.size(), missing.size(),
             points.size() - missing.size());
  std::fflush(stdout);
  fs::create_directories(options_.store);
  const std::vector<Problem> problems = run_all_commands(missing, options_.jobs);
  for (const auto& [folder, point] : points) {
    const bool wrong = point->wrong();
    if (point->stored() && !wrong) continue;
    failed_.insert(folder);
    const auto said = std::ranges::find(problems, point->run.label, &Problem::place);
    if (wrong)
      messages_.push_back(fmt::format("{}: the workload's result differs from its reference: '{}'",
                                      point->run.label, (folder / "stats.json").string()));
    else if (said != problems.end())
      messages_.emplace_back(Error(*said).what());
    else
      messages_.push_back(
          fmt::format("{}: the run has left no whole results: '{}'", point->run.label, folder.string()));
  }
}

void PointRuns::bound_store() const {
  std::set<fs::path> used;
  for (const auto& [folder, point] : points_) {
    for (const fs::path& path : {folder, point->timeline()}) {
      mark_used(path);
      used.insert(path);
    }
  }
  bound_cache(entries_of_points(options_.store), mib_ << 20, used);
}

bool PointRuns::lacks(const ExperimentPoints& experiment) const {
  return std::ranges::any_of(experiment.first(),
                             [&](const ExperimentPoint* p) { return failed_.contains(p->folder); });
}

void PointRuns::require_all(const std::string& so) const {
  if (messages_.empty()) return;
  std::fflush(stdout);
  for (const std::string& message : messages_) fmt::print(stderr, "heddle: error: {}\n", message);
  throw Error({.what = fmt::format("{} of {} points have no result{}", failed_.size(), points_.size(), so)});
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/point_options.hpp"

#include "tb/experiment/perturbed_runs.hpp"

namespace heddle {

void add_point_options(CLI::App& app, PointRunOptions& options) {
  app.add_option("--jobs", options.jobs, "Run at most this many at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  app.add_option(
         "--perturb", options.perturb,
         "Run each point so often, with irrelevant latencies moved by a cycle and CTAs that start up to "
         "three cycles later, and show means with their spread; not over time (default: as the "
         "experiment says, else two runs, and five where cycles differ by over 1 %)")
      ->type_name("RUNS")
      ->check(CLI::Range(1u, most_perturbed_runs));
  app.add_option(
         "--perturb-up-to", options.perturb_up_to,
         "Run the points of a workload so often where its cycles differ by over 1 % between the runs of "
         "--perturb, of which there are two or more (default: as the experiment says; with --perturb, no "
         "further runs)")
      ->type_name("RUNS")
      ->check(CLI::Range(1u, most_perturbed_runs));
  app.add_flag("--force", options.force, "Repeat the runs that are stored already");
  app.add_option("--points", options.store, "Keep finished runs in this folder, and do not run them again")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_option("--points-mib", options.mib,
                 "Let this folder grow to this many MiB, then remove the runs that were used longest ago "
                 "(default: the environment variable HEDDLE_POINTS_MIB, or 16384)")
      ->type_name("MIB")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 40));
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "tb/cli/command.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/run/coverage/coverage_runs.hpp"
#include "tb/run/named.hpp"
#include "tb/run/result_folder.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::coverage_command {
namespace {

struct Options {
  CoverageRuns runs{};
  std::vector<std::string> variants{};
  std::string out = "results/coverage";
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

int run(Options o) {
  if (o.runs.workloads.empty()) o.runs.workloads = Registry<Workload>::instance().names();
  for (const std::string& workload : o.runs.workloads) named<Workload>(workload);
  for (const std::string& variant : o.variants) o.runs.variants.push_back(parse_variant(variant));
  o.runs.check();
  const ResultFolder folder(o.out, {"coverage.json", "coverage.csv"});
  const CoverageTable table = run_coverage(o.runs, o.jobs);
  fmt::print("{}", table.text());
  folder.write({{"coverage.json", table.json().dump(2) + "\n"}, {"coverage.csv", table.csv()}});
  fmt::print("written: {}\n", std::filesystem::proximate(folder.path()).string());
  return table.complete() ? 0 : 1;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "coverage",
    .help =
        "Run the workloads and list which coverage points of each block they reach, and which none reaches",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      app.add_option("workload", o->runs.workloads, "Run these workloads (default: all)")
          ->type_name("WORKLOAD");
      add_platform_options(app, o->runs.platform);
      app.add_option(
             "--variant", o->variants,
             "Run all workloads on this variant of the machine, too: other values, or a file, which is a "
             "name in configs/coverage or a YAML file; may be repeated")
          ->type_name("KEY=VALUE|NAME|FILE,...")
          ->allow_extra_args(false)
          ->group("The machine");
      app.add_flag("--full", o->runs.full, "Use the workloads' full sizes instead of the small ones");
      app.add_option("--jobs", o->jobs, "Run at most this many at a time")
          ->check(CLI::Range(1u, 1024u))
          ->capture_default_str();
      app.add_option("--out", o->out, "Write coverage.json and coverage.csv to this folder")
          ->capture_default_str();
      app.footer("The exit status is 1 when a point that a system can reach was not reached.");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle::coverage_command

// SPDX-License-Identifier: Apache-2.0
// heddle tune: the level of similarity for a target error.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "tb/cli/command.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/run/program.hpp"
#include "tb/run/report.hpp"
#include "tb/warp_approximation/cli/level_errors.hpp"

namespace heddle::tune_command {
namespace {

constexpr const char* technique = "warp_approximation";

struct TuneOptions {
  RunRequest request{};
  std::string error = "1%";
  bool without_machine = false;
};

/// "1%" or "0.01". Throws Error unless it is a number from 0 to 100 %.
double share_of(const std::string& text) {
  double value = -1;
  std::size_t read = 0;
  try {
    value = std::stod(text, &read);
  } catch (const std::exception&) {
  }
  if (text.substr(read) == "%") {
    value /= 100;
    ++read;
  }
  if (read != text.size() || !(value >= 0 && value <= 1))
    throw Error({.place = "command line",
                 .what = "--error is no share",
                 .value = text,
                 .legal = "0% to 100%, or 0 to 1"});
  return value;
}

/// A bar of one character for each factor of about 1.8 above 0.001 %.
std::string bar(double error) {
  const double length = error <= 0 ? 0 : 1 + 4 * std::log10(std::max(1.0, error / 1e-5));
  return std::string(static_cast<std::size_t>(length), '#');
}

void print_curve(const std::vector<LevelError>& levels) {
  fmt::print("  {:>5}  {:>10}  {:>8}\n", "level", "error", "one lane");
  for (const LevelError& l : levels)
    fmt::print("  {:>5}  {:>8.4f} %  {:>6.1f} %  {}\n", l.level, 100 * l.error, 100 * l.representative,
               bar(l.error));
}

/// The machine's own figures with these parameters, against those of the exact machine.
void print_run(RunRequest request, const std::string& name, const std::vector<std::string>& set,
               const RunResult& exact) {
  std::vector<std::string>& all = request.platform.assignments;
  all.insert(all.end(), set.begin(), set.end());
  const RunResult run = run_apart(request);
  const auto change = [&](const char* path) {
    return 100 * (statistic(run.stats, path) / statistic(exact.stats, path) - 1);
  };
  fmt::print(
      "  {} on {}: error {:.4f} %, cycles {:+.1f} %, energy of the register files {:+.1f} %, of the "
      "GPU {:+.1f} %\n",
      name, request.platform.gpu, 100 * run.quality.value_or(Quality{}).error(measure_of(request)),
      change("cycles"), change("register_file_energy.total"), change("energy.total"));
}

/// The machine at a level that was found before.
void print_run_at(const RunRequest& request, unsigned level, const RunResult& exact) {
  print_run(request, fmt::format("level {:<2}", level), {fmt::format("warp_approximation.level={}", level)},
            exact);
}

int tune(const TuneOptions& options) {
  const double target = share_of(options.error);
  RunRequest request = options.request;
  std::vector<std::string>& techniques = request.platform.techniques;
  if (std::find(techniques.begin(), techniques.end(), technique) == techniques.end())
    techniques.emplace_back(technique);
  request.platform.assignments.push_back("warp_approximation.override_levels=true");
  const std::vector<LevelError> levels = level_errors(request);
  fmt::print("{}: {} by level of similarity, against an exact run; target {}\n", request.target,
             name_of(measure_of(request)), options.error);
  print_curve(levels);
  const ProposedLevels proposed = proposed_levels(levels, target);
  fmt::print("  the largest level within the target is {}\n", proposed.largest_within);
  if (proposed.least_with_error)
    fmt::print("  no level with an error is within the target; the least level with an error is {}\n",
               *proposed.least_with_error);
  if (options.without_machine) return 0;
  const RunResult exact = run_baseline(request);
  print_run_at(request, proposed.largest_within, exact);
  if (proposed.least_with_error) print_run_at(request, *proposed.least_with_error, exact);
  print_run(request, fmt::format("closed loop, {}", options.error),
            {"warp_approximation.closed_loop.enabled=true",
             fmt::format("warp_approximation.closed_loop.error={}", 100 * target)},
            exact);
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "tune",
    .help = "Find the level of similarity at which an approximated workload holds a target error",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<TuneOptions>();
      RunRequest& request = options->request;
      const std::string group = "The program";
      app.add_option("target", request.target, "A workload (see heddle workloads)")
          ->required()
          ->type_name("WORKLOAD");
      app.add_option("--error", options->error, "Hold this error, by the measure of Wong2016 Table 1")
          ->type_name("SHARE")
          ->capture_default_str();
      app.add_flag("--without-machine", options->without_machine,
                   "Show only the errors, which need no simulation of time");
      add_size_options(app, request.workload, group);
      app.add_option("--seed", request.workload.seed, "Draw the input data from this seed")
          ->check(natural_number())
          ->capture_default_str()
          ->group(group);
      app.add_option("--ptx", request.workload.variant,
                     "Choose among the workload's PTX files (default: the one whose regions are marked, if "
                     "there is one)")
          ->type_name("VARIANT")
          ->group(group);
      add_platform_options(app, request.platform);
      return [options] { return tune(*options); };
    }}};

}  // namespace heddle::tune_command

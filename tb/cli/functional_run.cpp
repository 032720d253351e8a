#include "tb/cli/functional_run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "models/host/functional_device.hpp"
#include "tb/cli/functional_check.hpp"
#include "tb/cli/program.hpp"
#include "tb/cli/report.hpp"

namespace heddle {
namespace {

/// What a run without time can take; --gpu, --config and --set for the limits of a thread and a CTA.
constexpr std::array legal{"target", "--launch",     "--functional",    "--size", "--small",
                           "--seed", "--ptx",        "--max-registers", "--gpu",  "--config",
                           "--set",  "--technology", "--no-out",        "--help"};

bool is_check(const CLI::Option& option) {
  const std::vector<std::string> checks = Registry<FunctionalCheck>::instance().names();
  return std::any_of(checks.begin(), checks.end(),
                     [&](const std::string& name) { return option.check_name("--" + name); });
}

}  // namespace

void refuse_timing_options(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const auto same = [&](const char* name) { return option->check_name(name); };
    if (option->count() == 0 || is_check(*option) || std::any_of(legal.begin(), legal.end(), same)) continue;
    throw Error({.place = "command line",
                 .what = "--functional gives results without time; this option needs the machine",
                 .value = option->get_name(),
                 .legal =
                     "--size, --small, --seed, --ptx, --max-registers, --launch, and --gpu, --config and "
                     "--set for the limits of a CTA"});
  }
}

FunctionalRun run_functional(const SimulationRequest& request, const std::string& check) {
  const GpuConfig gpu = resolve_platform(request.platform).gpu;
  const auto program = program_of(request, gpu);
  FunctionalDevice device({.memory_bytes = gpu.memory_mib << 20,
                           .limits = {.threads_per_cta = gpu.sm.threads,
                                      .shared_bytes_per_cta = gpu.sm.load_store.shared_bytes}});
  std::unique_ptr<CheckingDevice> checking;
  if (!check.empty()) checking = Registry<FunctionalCheck>::instance().find(check).make(device, gpu.sm);
  TimedDevice timed(checking ? checking->device() : device);
  FunctionalRun run;
  run.result = program(timed);
  run.warp_instructions = device.warp_instructions();
  run.host = timed.cost();
  if (checking) {
    run.check_label = checking->label();
    run.check_text = checking->report();
  }
  return run;
}

std::string report(const SimulationRequest& request, const FunctionalRun& run) {
  const HostCost& h = run.host;
  return fmt::format("{}, functional: results without time\n", request.target) +
         report_line("result check", result_text(run.result)) +
         report_line("warp instructions", grouped(run.warp_instructions)) +
         (run.check_text.empty() ? "" : report_line(run.check_label, run.check_text)) +
         report_line("host", fmt::format("{:.3f} s in launches: {} warp instructions/s; peak memory {} MiB",
                                         h.launch_seconds,
                                         grouped(static_cast<std::uint64_t>(run.instructions_per_second())),
                                         h.peak_bytes >> 20));
}

}  // namespace heddle

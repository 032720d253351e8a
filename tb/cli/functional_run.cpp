#include "tb/cli/functional_run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "hw/sm/occupancy.hpp"
#include "models/host/functional_device.hpp"
#include "tb/cli/program.hpp"
#include "tb/cli/report.hpp"

namespace heddle {
namespace {

/// What a run without time can take; --gpu, --config and --set for the limits of a thread and a CTA.
constexpr std::array legal{"target", "--launch",     "--functional",    "--size",     "--small",
                           "--seed", "--ptx",        "--max-registers", "--gpu",      "--config",
                           "--set",  "--technology", "--no-out",        "--releases", "--help"};

/// The plan for as many warps as an SM of the GPU holds, with a renaming table of the paper's size.
ReleasePlan plan_for(const LaunchRequest& r, const SmConfig& sm) {
  const Occupancy fit = occupancy(static_cast<std::uint32_t>(r.cta.count()), r.kernel.registers,
                                  r.kernel.shared_bytes + r.dynamic_shared_bytes, sm);
  return plan_releases(r.kernel, {}, std::max(1u, fit.warps()));
}

std::string release_text(const ReleaseCounts& c) {
  return fmt::format(
      "{} pir and {} pbr, fetched anew each time: {:.1f} % more instructions; no value is read after its "
      "release",
      grouped(c.pirs), grouped(c.pbrs), 100 * c.growth());
}

}  // namespace

void refuse_timing_options(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const auto same = [&](const char* name) { return option->check_name(name); };
    if (option->count() == 0 || std::any_of(legal.begin(), legal.end(), same)) continue;
    throw Error({.place = "command line",
                 .what = "--functional gives results without time; this option needs the machine",
                 .value = option->get_name(),
                 .legal =
                     "--size, --small, --seed, --ptx, --max-registers, --launch, and --gpu, --config and "
                     "--set for the limits of a CTA"});
  }
}

FunctionalRun run_functional(const SimulationRequest& request, bool by_release_plan) {
  const GpuConfig gpu = resolve_platform(request.platform).gpu;
  const auto program = program_of(request, gpu);
  FunctionalDevice device({.memory_bytes = gpu.memory_mib << 20,
                           .limits = {.threads_per_cta = gpu.sm.threads,
                                      .shared_bytes_per_cta = gpu.sm.load_store.shared_bytes}});
  std::optional<ReleaseCheckedDevice> checked;
  if (by_release_plan) checked.emplace(device, [&](const LaunchRequest& r) { return plan_for(r, gpu.sm); });
  TimedDevice timed(checked ? static_cast<Device&>(*checked) : device);
  FunctionalRun run;
  run.result = program(timed);
  run.warp_instructions = device.warp_instructions();
  run.host = timed.cost();
  if (checked) run.releases = checked->counts();
  return run;
}

std::string report(const SimulationRequest& request, const FunctionalRun& run) {
  const HostCost& h = run.host;
  return fmt::format("{}, functional: results without time\n", request.target) +
         report_line("result check", result_text(run.result)) +
         report_line("warp instructions", grouped(run.warp_instructions)) +
         (run.releases ? report_line("release flags", release_text(*run.releases)) : "") +
         report_line("host", fmt::format("{:.3f} s in launches: {} warp instructions/s; peak memory {} MiB",
                                         h.launch_seconds,
                                         grouped(static_cast<std::uint64_t>(run.instructions_per_second())),
                                         h.peak_bytes >> 20));
}

}  // namespace heddle

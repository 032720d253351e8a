// SPDX-License-Identifier: Apache-2.0
#include "tb/run/functional_run.hpp"

#include <fmt/format.h>

#include "hw/sm/launch/occupancy.hpp"
#include "models/host/functional_device.hpp"
#include "tb/run/functional_check.hpp"
#include "tb/run/program.hpp"
#include "tb/run/report.hpp"

namespace heddle {

FunctionalDevice::Options functional_device_of(const GpuConfig& gpu) {
  return {
      .memory_bytes = gpu.memory_mib << 20,
      .max_instructions = gpu.max_cycles,
      .limits = {.threads_per_cta = gpu.sm.threads, .shared_bytes_per_cta = gpu.sm.load_store.shared_bytes},
      .divergence = gpu.sm.divergence,
      .code_generation = gpu.sm.code_generation(),
      .resident_ctas = [sms = gpu.sms, sm = gpu.sm](const LaunchRequest& r) {
        return std::uint64_t{sms} * occupancy(static_cast<std::uint32_t>(r.cta.count()), r.kernel.registers,
                                              r.kernel.shared_bytes + r.dynamic_shared_bytes, sm)
                                        .ctas;
      }};
}

FunctionalRun run_functional(const RunRequest& request, const std::string& check) {
  const GpuConfig gpu = resolve_platform(request.platform).gpu;
  const auto program = program_of(request, gpu);
  FunctionalDevice device(functional_device_of(gpu));
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

std::string report(const RunRequest& request, const FunctionalRun& run) {
  const HostCost& h = run.host;
  return fmt::format("{}{}, functional: results without time\n", request.target, size_text(request)) +
         report_line("result check", result_text(run.result)) + figure_lines(run.result) +
         report_line("warp instructions", grouped(run.warp_instructions)) +
         (run.check_text.empty() ? "" : report_line(run.check_label, run.check_text)) +
         report_line("host", fmt::format("{:.3f} s in launches: {} warp instructions/s; peak memory {} MiB",
                                         h.launch_seconds,
                                         grouped(static_cast<std::uint64_t>(run.instructions_per_second())),
                                         h.peak_bytes >> 20));
}

}  // namespace heddle

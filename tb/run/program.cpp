// SPDX-License-Identifier: Apache-2.0
#include "tb/run/program.hpp"

#include <algorithm>

#include "tb/recording/recording.hpp"
#include "tb/run/foreign_input.hpp"
#include "tb/run/named.hpp"
#include "tb/workloads/launch_file.hpp"

namespace heddle {

namespace {

bool is_kernel(const RunRequest& request) { return request.target.ends_with(".ptx"); }
bool is_recording(const RunRequest& request) { return request.target.ends_with(".json"); }

}  // namespace

bool is_workload(const RunRequest& request) {
  return !request.program && !is_kernel(request) && !is_recording(request);
}

ErrorMeasure measure_of(const RunRequest& request) {
  return is_workload(request) ? named<Workload>(request.target).error : ErrorMeasure::relative;
}

std::string variant_of(const RunRequest& request, const Workload& workload) {
  if (!request.workload.variant.empty()) return request.workload.variant;
  const auto there = workload.variants();
  for (const std::string& technique : request.platform.techniques) {
    const std::string& own = named<TechniqueEntry>(technique).ptx_variant;
    if (std::find(there.begin(), there.end(), own) != there.end()) return own;
  }
  return default_variant;
}

ptx::BuildOptions build_options(ptx::BuildOptions wanted, const GpuConfig& gpu) {
  wanted.max_registers = std::min(wanted.max_registers, gpu.sm.registers_per_thread);
  // A smaller file does not make the code another: kernels that do not fit are refused.
  wanted.file_registers = std::max(wanted.file_registers, gpu.sm.registers);
  return wanted;
}

std::function<WorkloadResult(Device&)> program_of(const RunRequest& request, const GpuConfig& gpu) {
  if (request.program) return request.program;
  refuse_foreign_input(request.target);
  refuse_unlinkable(request.target, request.linked);
  WorkloadOptions options = request.workload;
  options.build = build_options(options.build, gpu);
  if (!is_kernel(request) && !request.launch.empty())
    throw Error({.place = "command line",
                 .what = "a launch file belongs to a .ptx file; a workload or a recording launches itself",
                 .value = request.target});
  if (!is_workload(request) && !request.workload.variant.empty())
    throw Error(
        {.place = "command line",
         .what = "--ptx chooses among the kernels of a workload; a .ptx file or a recording has its own",
         .value = request.workload.variant});
  if (!is_workload(request) && options.small)
    throw Error({.place = "command line",
                 .what = "--small is a size of workloads; a launch file or a recording has its own sizes",
                 .value = request.target,
                 .legal = "--size NAME=VALUE, where the launch file has sizes"});
  if (is_recording(request))
    return [recording = load_recording(request.target), options](Device& device) {
      Context context(device, {.build = options.build});
      return replay(context, context.load(recording.ptx()), recording);
    };
  if (is_workload(request)) {
    const Workload& workload = named<Workload>(request.target);
    options.variant = variant_of(request, workload);
    from_command_line([&] {  // refuse a wrong variant or size before anything is built
      workload.check_variant(options.variant);
      workload.size_tree(options);
    });
    return [&workload, options](Device& device) { return workload.run(device, options); };
  }
  if (request.launch.empty())
    throw Error({.place = "command line",
                 .what = "a .ptx file needs a launch file",
                 .value = request.target,
                 .legal = "--launch FILE, see configs/launches/README.md"});
  LaunchFile launch = load_launch_file(request.launch, options.sizes);
  const std::vector<std::string> files = ptx_files(request.target, request.linked);
  check_fits(launch, files, options.build);
  check_writes(launch, request.writes);
  return [launch = std::move(launch), options, files, writes = request.writes](Device& device) {
    Context context(device, {.build = options.build});
    return run_launch(context, context.link({files.begin(), files.end()}), launch, writes);
  };
}

}  // namespace heddle

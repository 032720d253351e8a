#include "tb/run/program.hpp"

#include <algorithm>

#include "tb/run/named.hpp"
#include "tb/workloads/launch_file.hpp"

namespace heddle {

std::function<WorkloadResult(Device&)> program_of(const RunRequest& request, const GpuConfig& gpu) {
  if (request.program) return request.program;
  WorkloadOptions options = request.workload;
  options.build.max_registers = std::min(options.build.max_registers, gpu.sm.registers_per_thread);
  if (!request.target.ends_with(".ptx")) {
    if (!request.launch.empty())
      throw Error({.place = "command line",
                   .what = "a launch file belongs to a .ptx file; a workload launches itself",
                   .value = request.target});
    const Workload& workload = named<Workload>(request.target);
    from_command_line(
        [&] { workload.check_variant(options.variant); });  // complains before anything is built
    return [&workload, options](Device& device) { return workload.run(device, options); };
  }
  if (request.launch.empty())
    throw Error({.place = "command line",
                 .what = "a .ptx file needs a launch file",
                 .value = request.target,
                 .legal = "--launch FILE, see configs/launches/saxpy.yaml"});
  LaunchFile launch = load_launch_file(request.launch, options.sizes);
  check_fits(launch, request.target, options.build);
  return [launch = std::move(launch), options, file = request.target](Device& device) {
    Context context(device, {.build = options.build});
    return run_launch(context, context.load(file), launch);
  };
}

}  // namespace heddle

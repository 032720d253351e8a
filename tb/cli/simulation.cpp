#include "tb/cli/simulation.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "hw/gpu/simulated_gpu.hpp"
#include "tb/cli/child_process.hpp"
#include "tb/cli/energy_summary.hpp"
#include "tb/cli/kernel_records.hpp"
#include "tb/cli/named.hpp"
#include "tb/cli/register_recorder.hpp"
#include "tb/cli/summary.hpp"
#include "tb/cli/systemc_reports.hpp"
#include "tb/cosim/verilated_library.hpp"
#include "tb/workloads/launch_file.hpp"

namespace heddle {
namespace {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::uint64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// A device that measures the time in which another one runs kernels.
class TimedDevice final : public Device {
 public:
  explicit TimedDevice(Device& device) : device_(device) {}
  DevicePointer allocate(std::size_t bytes) override { return device_.allocate(bytes); }
  void write(DevicePointer to, std::span<const std::byte> from) override { device_.write(to, from); }
  void read(std::span<std::byte> to, DevicePointer from) override { device_.read(to, from); }
  void release(DevicePointer buffer) override { device_.release(buffer); }
  std::uint64_t picoseconds() const override { return device_.picoseconds(); }
  void launch(const LaunchRequest& request) override {
    const double before = processor_seconds();
    device_.launch(request);
    seconds_ += processor_seconds() - before;
  }
  double seconds() const { return seconds_; }

 private:
  Device& device_;
  double seconds_ = 0;
};

constexpr std::size_t most_recorded = 65'536;  // 8 MiB

bool is_file(const std::string& target) { return target.ends_with(".ptx"); }

/// What runs on the device; everything that can be read and checked before is.
std::function<WorkloadResult(Device&)> program_of(const SimulationRequest& request, const GpuConfig& gpu) {
  WorkloadOptions options = request.workload;
  options.build.max_registers = std::min(options.build.max_registers, gpu.sm.registers_per_thread);
  if (!is_file(request.target)) {
    if (!request.launch.empty())
      throw Error({.place = "command line",
                   .what = "a launch file belongs to a .ptx file; a workload launches itself",
                   .value = request.target});
    const Workload& workload = named<Workload>(request.target);
    from_command_line(
        [&] { return workload.ptx_file(options.variant); });  // complains before anything is built
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

void add_result(StatGroup& stats, const WorkloadResult& result) {
  StatGroup& group = stats.group("result");
  group.counter("checked", "elements", "of the output, compared with the reference") += result.checked;
  group.counter("mismatches", "elements", "farther from the reference than the tolerance") +=
      result.mismatches;
}

std::string text_of(const Simulation& s) {
  const WorkloadResult& r = s.result;
  return nlohmann::ordered_json{{"result", {r.checked, r.mismatches, r.first, r.max_error, r.tolerance}},
                                {"stats", s.stats},
                                {"csv", s.csv},
                                {"kernels", s.kernels},
                                {"config", s.config},
                                {"machine", {s.sms, s.core_mhz}},
                                {"host", {s.host.launch_seconds, s.host.seconds, s.host.peak_bytes}}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Simulation simulation_of(const std::string& text) {
  const auto json = nlohmann::ordered_json::parse(text);
  const auto &r = json.at("result"), &m = json.at("machine"), &h = json.at("host");
  return {.result = {r[0], r[1], r[2], r[3].is_null() ? HUGE_VAL : r[3].get<double>(),
                     r[4]},  // JSON knows no infinity
          .stats = json.at("stats"),
          .csv = json.at("csv"),
          .kernels = json.at("kernels"),
          .config = json.at("config"),
          .sms = m[0],
          .core_mhz = m[1],
          .host = {h[0], h[1], h[2]}};
}

}  // namespace

Simulation simulate(const SimulationRequest& request) {
  try {
    const Platform platform = resolve_platform(request.platform);
    const auto program = program_of(request, platform.gpu);
    VerilatedLibrary rtl =
        from_command_line([&] { return VerilatedLibrary(parse_rtl_selection(request.rtl)); });
    const auto recorded = std::make_shared<RecordedRegisters>();
    FormMaker form = platform.form;
    if (!request.record_registers.empty()) form = recording(form, recorded, most_recorded);
    StatGroup stats;
    SimulatedGpu gpu(platform.gpu, form, &rtl, stats);
    KernelRecords kernels(stats);
    RecordedDevice recorded_gpu(gpu, kernels);
    TimedDevice device(recorded_gpu);
    Simulation s;
    s.result = program(device);
    if (!request.record_registers.empty()) write_registers(request.record_registers, *recorded);
    add_summary(stats, platform.gpu, platform.costs);
    add_energy_summary(stats, platform.gpu, platform.gpu_costs);
    add_result(stats, s.result);
    s.stats = json_of(stats);
    s.stats["kernels"] = kernels.json();
    s.csv = csv_of(stats);
    s.kernels = kernels.csv();
    s.config = show(platform.tree);
    s.sms = platform.gpu.sms;
    s.core_mhz = platform.gpu.core_mhz;
    s.host = {device.seconds(), processor_seconds(), peak_bytes()};
    return s;
  } catch (const sc_core::sc_report& report) {
    throw error_of(report);
  }
}

Simulation simulate_apart(const SimulationRequest& request) {
  return simulation_of(in_child_process(request.target, [&] { return text_of(simulate(request)); }));
}

}  // namespace heddle

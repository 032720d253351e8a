// SPDX-License-Identifier: Apache-2.0
#include "tb/run/run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "hw/gpu/energy_summary.hpp"
#include "hw/gpu/rates.hpp"
#include "hw/gpu/register_file_summary.hpp"
#include "hw/gpu/simulated_gpu.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/cosim/watch/reached_json.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/functional_run.hpp"
#include "tb/run/gpgpu_sim_names.hpp"
#include "tb/run/kernel_records.hpp"
#include "tb/run/named.hpp"
#include "tb/run/program.hpp"
#include "tb/run/quality_picture.hpp"
#include "tb/run/register_recorder.hpp"
#include "tb/run/systemc_reports.hpp"
#include "tb/tandem/tandem_check.hpp"

namespace heddle {
namespace {

constexpr std::size_t most_recorded = 65'536;  // 8 MiB

void add_result(StatGroup& stats, const WorkloadResult& result) {
  StatGroup& group = stats.group("result");
  group.counter("checked", "elements", "of the output that were compared with the reference") +=
      result.checked;
  group.counter("mismatches", "elements", "that differ from the reference by more than the tolerance") +=
      result.mismatches;
  for (const Figure& f : result.figures)
    group.formula(f.name, f.unit, "measured by the kernel", [value = f.value] { return value; });
}

/// Adds the formulas over the GPU's own statistics: rates, register file, energy.
void add_summaries(StatGroup& stats, const Platform& platform) {
  add_rates(stats);
  add_register_file_summary(stats, platform);
  add_energy_summary(stats, platform);
}
void add_reports(StatGroup& stats, const RunResult& run, const KernelRecords& kernels, ErrorMeasure measure) {
  add_result(stats, run.result);
  if (run.quality) add_quality(stats, *run.quality, measure);
  add_gpgpu_sim_names(stats, kernels);
}

/// Returns null when nothing is to be sampled.
std::unique_ptr<StatisticSampler> add_sampler(const SampleRequest& request, const StatGroup& stats,
                                              Gpu& gpu) {
  if (request.statistics.empty()) return nullptr;
  auto sampler = from_command_line(
      [&] { return std::make_unique<StatisticSampler>(stats, request, [&gpu] { gpu.settle(); }); });
  gpu.sample(*sampler);
  return sampler;
}

nlohmann::ordered_json json_of(const std::vector<Figure>& figures) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Figure& f : figures) json.push_back({f.name, f.unit, f.value});
  return json;
}

nlohmann::ordered_json json_of(const Quality& q) {
  return {q.elements, q.differing, q.relative_error, q.relative_error_left, q.near_zero, q.l1, q.rms};
}

/// As numbers, since JSON has no strings of arbitrary bytes.
nlohmann::ordered_json json_of(const std::map<std::string, std::string>& files) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, content] : files) {
    auto& bytes = json[name] = nlohmann::ordered_json::array();
    for (const char c : content) bytes.push_back(static_cast<unsigned char>(c));
  }
  return json;
}
std::map<std::string, std::string> files_of(const nlohmann::ordered_json& json) {
  std::map<std::string, std::string> files;
  for (const auto& [name, bytes] : json.items()) {
    std::string& content = files[name];
    for (const auto& byte : bytes) content += static_cast<char>(byte.get<unsigned char>());
  }
  return files;
}

bool changes_results(const Platform& platform) {
  const auto values = values_of(platform.techniques);
  return values != nullptr && !values->exact();
}

/// Runs the program once more on the functional device, without approximation.
WorkloadResult exact_result(const std::function<WorkloadResult(Device&)>& program, const GpuConfig& gpu) {
  FunctionalDevice exact(functional_device_of(gpu));
  return program(exact);
}

VerilatedLibrary rtl_of(const std::string& selection, const UserRtl& options = {}) {
  return from_command_line([&] { return VerilatedLibrary(parse_rtl_selection(selection, options)); });
}
/// Checks that the machine, which has been built by now, has all blocks that are to be RTL.
void require_blocks(const VerilatedLibrary& rtl, const PlatformOptions& machine) {
  from_command_line([&] { rtl.require_blocks_of(name_of(machine)); });
}

std::string text_of(const RunResult& s) {
  const WorkloadResult& r = s.result;
  return nlohmann::ordered_json{
      {"result", {r.checked, r.mismatches, r.first, r.max_error, r.tolerance, r.ulp, json_of(r.figures)}},
      {"quality", s.quality ? json_of(*s.quality) : nullptr},
      {"stats", s.stats},
      {"csv", s.csv},
      {"kernels", s.kernels},
      {"config", s.config},
      {"files", json_of(s.files)},
      {"machine", {s.sms, s.core_mhz}},
      {"host", {s.host.launch_seconds, s.host.launch_wall, s.host.seconds, s.host.peak_bytes}}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RunResult result_of(const std::string& text) {
  const auto json = nlohmann::ordered_json::parse(text);
  const auto &r = json.at("result"), &m = json.at("machine"), &h = json.at("host");
  std::vector<Figure> figures;
  for (const auto& f : r[6]) figures.push_back({f[0], f[1], f[2]});
  const auto& q = json.at("quality");
  std::optional<Quality> quality;
  if (!q.is_null()) quality = {q[0], q[1], q[2], q[3], q[4], q[5], q[6]};
  return {.result = {r[0], r[1], r[2], r[3].is_null() ? HUGE_VAL : r[3].get<double>(), r[4], r[5],
                     std::move(figures)},  // JSON has no infinity
          .quality = quality,
          .stats = json.at("stats"),
          .csv = json.at("csv"),
          .kernels = json.at("kernels"),
          .config = json.at("config"),
          .files = files_of(json.at("files")),
          .sms = m[0],
          .core_mhz = m[1],
          .host = {h[0], h[1], h[2], h[3]}};
}

/// The machine, after the runs that its techniques need ahead of it (Technique::first_pass), with what these
/// have left. They run apart, and need the same program alone.
Platform platform_of(const RunRequest& request) {
  PlatformOptions machine = request.platform;
  Platform platform = resolve_platform(machine);
  for (const auto& technique : platform.techniques) {
    const std::vector<std::string> settings = technique->first_pass();
    if (settings.empty()) continue;
    RunRequest first{.target = request.target,
                     .linked = request.linked,
                     .launch = request.launch,
                     .writes = request.writes,
                     .program = request.program,
                     .workload = request.workload,
                     .platform = machine};
    first.platform.assignments.insert(first.platform.assignments.end(), settings.begin(), settings.end());
    for (const auto& [name, text] : run_apart(first).files)
      if (name.ends_with(".yaml")) machine.texts.emplace_back("the first run's " + name, text);
  }
  const bool as_before = machine.texts.size() == request.platform.texts.size();
  return as_before ? platform : resolve_platform(machine);
}

}  // namespace

RunResult run(const RunRequest& request) {
  route_systemc_reports();
  try {
    const Platform platform = platform_of(request);
    const auto program = program_of(request, platform.gpu);
    VerilatedLibrary rtl = rtl_of(request.rtl, request.rtl_options);
    RegisterRecorder recorder(most_recorded);
    StatGroup stats;
    std::optional<Timeline> timeline;  // destroyed after the GPU, also when that throws
    if (!request.timeline.empty())
      timeline.emplace(request.timeline, request.timeline_window, platform.gpu.core_period_fs());
    SystemCoverage watcher;
    SimulatedGpu gpu(platform.gpu, platform.techniques,
                     {request.rtl.empty() ? nullptr : &rtl, request.coverage ? &watcher : request.watcher},
                     stats, request.threads);
    require_blocks(rtl, request.platform);
    if (timeline) gpu.gpu().draw(*timeline);
    if (!request.record_registers.empty()) gpu.gpu().observe(recorder);
    std::optional<TandemCheck> check;
    if (request.check) check.emplace(gpu, platform.gpu, values_of(platform.techniques));
    add_summaries(stats, platform);
    const auto sampler = add_sampler(request.samples, stats, gpu.gpu());
    KernelRecords kernels(stats);
    RecordedDevice recorded_gpu(check ? static_cast<Device&>(*check) : gpu, kernels);
    TimedDevice device(recorded_gpu);
    RunResult s;
    {
      const auto watching = request.on_start ? request.on_start(gpu) : nullptr;
      s.result = program(device);
    }
    if (timeline) timeline->close();
    if (!request.record_registers.empty()) recorder.write(request.record_registers);
    if (check) s.checked = check->counts();
    if (changes_results(platform)) {
      const WorkloadResult exact = exact_result(program, platform.gpu);
      s.quality = quality_of(exact, s.result);
      s.picture = png_of(exact, s.result);
    }
    add_reports(stats, s, kernels, measure_of(request));
    s.stats = json_of(stats);
    // Moves GPGPU-Sim's names to the end.
    auto names = std::move(s.stats["gpgpu_sim"]);
    s.stats.erase("gpgpu_sim");
    s.stats["kernels"] = kernels.json();
    s.stats["gpgpu_sim"] = std::move(names);
    s.csv = csv_of(stats);
    s.kernels = kernels.csv();
    s.config = show(platform.tree);
    s.files = gpu.files();
    s.rtl_notes = rtl.notes();
    if (sampler) s.samples = sampler->csv();
    s.sms = platform.gpu.sms;
    s.core_mhz = platform.gpu.core_mhz;
    s.host = device.cost();
    if (request.threads > 1) s.one_thread = gpu.gpu().core().why_serial();
    if (request.coverage) s.coverage = json_of(watcher.reached());
    return s;
  } catch (const sc_core::sc_report& report) {
    throw error_of(report);
  }
}

RunResult run_apart(const RunRequest& request) {
  return result_of(in_child_process(request.target, [&] { return text_of(run(request)); }));
}

RunResult run_baseline(RunRequest request) {
  if (is_workload(request)) request.workload.variant = variant_of(request, named<Workload>(request.target));
  request.platform.techniques.clear();
  request.rtl.clear();
  request.rtl_options = {};
  request.record_registers.clear();
  request.timeline.clear();
  request.coverage = false;
  request.check = false;
  request.samples = {};
  return run_apart(request);
}

nlohmann::ordered_json declared_statistics(const PlatformOptions& options, bool while_it_runs) {
  return nlohmann::ordered_json::parse(in_child_process("the machine", [&] {
    const Platform platform = resolve_platform(options);
    StatGroup stats;
    const SimulatedGpu gpu(platform.gpu, platform.techniques, nullptr, stats);
    add_summaries(stats, platform);
    const KernelRecords kernels(stats);
    RunResult none;
    if (changes_results(platform)) none.quality.emplace();
    if (!while_it_runs) add_reports(stats, none, kernels, {});
    return json_of(stats).dump();
  }));
}

void require_machine(const PlatformOptions& options, const std::string& rtl) {
  in_child_process("the machine", [&] {
    const Platform platform = resolve_platform(options);
    VerilatedLibrary library = rtl_of(rtl);
    StatGroup stats;
    const SimulatedGpu gpu(platform.gpu, platform.techniques, &library, stats);
    require_blocks(library, options);
    return std::string();
  });
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/experiment/chart.hpp"
#include "tb/microbench/core/core_report.hpp"
#include "tb/microbench/core/published_core.hpp"
#include "tb/microbench/crossbar_load.hpp"
#include "tb/microbench/dram_patterns.hpp"
#include "tb/microbench/footprint_sweep.hpp"
#include "tb/microbench/gpumembench.hpp"
#include "tb/microbench/memory_load.hpp"
#include "tb/microbench/microbench_report.hpp"
#include "tb/run/platform.hpp"
#include "tb/run/result_folder.hpp"

namespace heddle::microbench_command {
namespace {

struct MicrobenchOptions {
  std::string what{};
  std::vector<double> loads{};
  unsigned ports = 0;
  std::optional<std::uint64_t> seed{};
  std::vector<std::string> groups{};
  PlatformOptions platform{};
  std::string folder{};
};

void add(MicrobenchReport& report, const LoadCurve& curve) {
  report.curves.push_back({.name = curve.name});
  for (const LoadPoint& p : curve.points)
    report.curves.back().rows.push_back({p.offered, p.accepted, p.latency});
}

MicrobenchReport crossbar(const MicrobenchOptions& options, const GpuConfig& gpu) {
  CrossbarLoad load{.config = gpu.icnt,
                    .inputs = gpu.icnt.ports(gpu.dram.address.channels()),
                    .outputs = gpu.sms,
                    .packet_bytes = gpu.icnt.header_bytes + 128,
                    .seed = options.seed.value_or(1)};
  MicrobenchReport report{
      .title = fmt::format("answers of 128 B, {} x {} ports, buffers of {} and {} flits", load.inputs,
                           load.outputs, gpu.icnt.input_flits, gpu.icnt.output_flits),
      .columns = {"offered", "accepted", "latency"},
      .units = {"flits/cycle/input", "flits/cycle/input", "cycles"}};
  if (options.ports != 0) {
    load.inputs = load.outputs = options.ports;
    load.packet_bytes = gpu.icnt.flit_bytes;
    report.title = fmt::format("packets of one flit, {0} x {0} ports, buffers of {1} and {2} flits",
                               options.ports, gpu.icnt.input_flits, gpu.icnt.output_flits);
    report.published = {
        {"FIFOs, many ports (Karol, Hluchyj, Morgan, IEEE Trans. Communications 35(12), 1987)", {{0.586, 0}}},
        {"virtual output queues with iSLIP (McKeown, IEEE/ACM Trans. Networking 7(2), 1999)", {{1, 0}}}};
  }
  const std::vector<double> loads =
      options.loads.empty() ? std::vector{0.05, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0} : options.loads;
  for (const Traffic t : {Traffic::uniform, Traffic::permutation, Traffic::hotspot}) {
    load.traffic = t;
    add(report, measure(load, loads));
  }
  return report;
}

std::string of_card(const char* what) {
  return fmt::format("GTX 480 at 775 and 950 MHz, {} (gpumembench)", what);
}

MicrobenchReport memory(const MicrobenchOptions& options, const GpuConfig& gpu) {
  const MemoryBounds bounds = bounds_of(gpu);
  MicrobenchReport report{
      .title = fmt::format("reads of 128 B; bounds in GB/s: L2 ports {:.1f}, crossbar {:.1f}, DRAM {:.1f}",
                           bounds.l2_ports, bounds.crossbar, bounds.dram),
      .columns = {"offered", "accepted", "latency"},
      .units = {"GB/s", "GB/s", "ns"}};
  const std::vector<double> loads =
      options.loads.empty() ? std::vector{0.02, 0.25, 0.5, 0.7, 0.8, 0.9, 1.0} : options.loads;
  constexpr std::array patterns{ReadPattern::l2, ReadPattern::dram, ReadPattern::stream};
  for (const LoadCurve& curve :
       measure({.gpu = gpu, .source = {.seed = options.seed.value_or(1)}}, patterns, loads))
    add(report, curve);
  const auto publish = [&](const char* what, const auto& points) {
    report.published.push_back({of_card(what), {}});
    for (const gpumembench::Point& p : points)
      report.published.back().points.emplace_back(p.gigabytes, gpumembench::round_trip(p));
  };
  publish("L2", gpumembench::in_l2);
  publish("DRAM", gpumembench::in_dram);
  return report;
}

MicrobenchReport footprint(const GpuConfig& gpu) {
  MicrobenchReport report{.title = "reads that go round a footprint, 48 warps an SM with one under way each",
                          .columns = {"footprint", "bandwidth", "round trip"},
                          .units = {"KB", "GB/s", "ns"},
                          .x = 0,
                          .y = 1,
                          .curves = {{.name = "reads"}}};
  constexpr std::array<unsigned, 9> steps{2, 4, 6, 8, 9, 11, 13, 16, 24};
  for (const FootprintPoint& p : measure(FootprintSweep{.gpu = gpu}, steps))
    report.curves.front().rows.push_back({p.kilobytes, p.gigabytes, p.round_trip});
  report.published.push_back({of_card("reads"), {}});
  const auto publish = [&](const auto& points) {
    for (const gpumembench::Point& p : points)
      report.published.front().points.emplace_back(p.kilobytes, p.gigabytes);
  };
  publish(gpumembench::in_l2);
  publish(gpumembench::around_the_l2s_size);
  publish(gpumembench::in_dram);
  return report;
}

/// Refuses an option that this benchmark would ignore.
void check(const MicrobenchOptions& o) {
  const auto refuse = [&](const char* option, const char* legal) {
    throw Error({.place = "command line",
                 .what = fmt::format("{} does not go with {}", option, o.what),
                 .legal = fmt::format("{} with {}", option, legal)});
  };
  if (o.ports != 0 && o.what != "crossbar") refuse("--ports", "crossbar");
  if (!o.loads.empty() && o.what != "crossbar" && o.what != "memory") refuse("--loads", "crossbar or memory");
  if (o.seed && (o.what == "footprint" || o.what == "core")) refuse("--seed", "crossbar, memory or dram");
  if (!o.groups.empty() && o.what != "core") refuse("--group", "core");
}

using Files = std::map<std::string, std::string>;

/// The files that a benchmark leaves beside config.yaml.
std::vector<std::string> files_of(const std::string& what) {
  if (what == "dram") return {"patterns.json", "config.yaml"};
  if (what == "core") return {"core.json", "core.csv", "config.yaml"};
  return {"curves.json", "chart.svg", "config.yaml"};
}

Files measure_dram_alone(const MicrobenchOptions& options, const GpuConfig& gpu) {
  const auto patterns = measure_dram(gpu, options.seed.value_or(1));
  fmt::print("{} channels alone, bursts of {} B, peak {:.1f} GB/s\n{}", gpu.dram.address.channels(),
             gpu.dram.gddr5.burst_bytes(), gpu.dram.peak_bandwidth(), text_of(patterns));
  return {{"patterns.json", json_of(patterns).dump(2) + "\n"}};
}

Files core(const MicrobenchOptions& options, const CostedGpu& machine) {
  const auto all = measure_core(machine, core_groups(options.groups));
  const bool published = has_published_core(options.platform.gpu);
  fmt::print(
      "the core of {}: one SM of {} MHz, in cycles of that clock; chains in one warp, rates of many{}\n{}",
      name_of(options.platform), machine.gpu.core_mhz,
      published ? "; published: of a GTX 480, two of whose hot clocks are a cycle" : "",
      text_of(all, published));
  return {{"core.json", json_of(all, published).dump(2) + "\n"}, {"core.csv", csv_of(all, published)}};
}

Files curves(const MicrobenchOptions& options, const GpuConfig& gpu) {
  const MicrobenchReport report = options.what == "crossbar" ? crossbar(options, gpu)
                                  : options.what == "memory" ? memory(options, gpu)
                                                             : footprint(gpu);
  fmt::print("{}", text_of(report));
  if (options.folder.empty()) return {};
  const auto table = json_of(report);
  return {{"curves.json", table.dump(2) + "\n"}, {"chart.svg", draw_chart(table)}};
}

int measure_and_show(const MicrobenchOptions& options) {
  check(options);
  core_groups(options.groups);  // refuse a wrong name before anything is built
  const Platform platform = resolve_platform(options.platform);
  const auto names = files_of(options.what);
  std::optional<ResultFolder> folder;
  if (!options.folder.empty()) {
    if (std::find(names.begin(), names.end(), "chart.svg") != names.end()) check_charts_can_be_drawn();
    folder.emplace(options.folder, names);
  }
  Files files = options.what == "dram"   ? measure_dram_alone(options, platform.gpu)
                : options.what == "core" ? core(options, platform)
                                         : curves(options, platform.gpu);
  if (!folder) return 0;
  files["config.yaml"] = show(platform.tree);
  folder->write(files);
  fmt::print("  {:<12} {}\n", "written", std::filesystem::proximate(folder->path()).string());
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "microbench",
    .help = "Measure latency against load of the crossbar or of the whole memory, bandwidth over footprint, "
            "DRAM against its timing, or latencies and rates of an SM's core",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<MicrobenchOptions>();
      app.add_option(
             "what", options->what,
             "crossbar: the crossbar from the L2 to the SMs alone, with uniform, permutation and hotspot "
             "traffic; memory: reads from the SMs' ports that hit the L2, random lines of DRAM, a stream of "
             "lines; footprint: reads that go round footprints up to three times the L2; dram: the "
             "controllers "
             "and devices alone, six patterns of accesses against bounds that the timing sets; core: small "
             "kernels on one SM, beside what was published of a GTX 480")
          ->required()
          ->check(CLI::IsMember({"crossbar", "memory", "footprint", "dram", "core"}));
      app.add_option(
             "--loads", options->loads,
             "Offer these loads: shares of a flit a cycle and input, or of the least bound on the way")
          ->delimiter(',')
          ->check(CLI::Range(0.001, 1.0));
      app.add_option(
             "--ports", options->ports,
             "crossbar: Have so many inputs and outputs, and packets of one flit, as in the literature")
          ->check(CLI::Range(2u, 512u));
      app.add_option("--seed", options->seed, "Draw times and addresses from this seed (default: 1)")
          ->check(natural_number());
      app.add_option("--group", options->groups,
                     "core: Measure only these groups: arithmetic, shared, constant, l1, control, "
                     "launch")
          ->type_name("NAME,...")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--out", options->folder,
                     "Write the figures and config.yaml to this folder: curves.json and chart.svg, "
                     "patterns.json of dram, core.json and core.csv of core")
          ->type_name("FOLDER");
      add_platform_options(app, options->platform);
      return [options] { return measure_and_show(*options); };
    }}};

}  // namespace heddle::microbench_command

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "models/base/config.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/experiment/chart.hpp"
#include "tb/microbench/crossbar_load.hpp"
#include "tb/microbench/footprint_sweep.hpp"
#include "tb/microbench/load_report.hpp"
#include "tb/microbench/memory_load.hpp"
#include "tb/run/platform.hpp"
#include "tb/run/result_folder.hpp"
#include "tb/run/systemc_reports.hpp"

namespace heddle::microbench_command {
namespace {

struct MicrobenchOptions {
  std::string what{};
  std::vector<double> loads{};
  unsigned ports = 0;
  std::uint64_t seed = 1;
  PlatformOptions platform{};
  std::string folder{};
};

LoadReport crossbar(const MicrobenchOptions& options, const GpuConfig& gpu) {
  CrossbarLoad load{.config = gpu.icnt,
                    .inputs = gpu.icnt.ports(gpu.dram.address.channels()),
                    .outputs = gpu.sms,
                    .packet_bytes = gpu.icnt.header_bytes + 128,
                    .seed = options.seed};
  LoadReport report{.title = fmt::format("answers of 128 B through {} x {} ports", load.inputs, load.outputs),
                    .load_unit = "flits a cycle and input",
                    .latency_unit = "cycles"};
  if (options.ports != 0) {
    load.inputs = load.outputs = options.ports;
    load.packet_bytes = gpu.icnt.flit_bytes;
    report.title = fmt::format("packets of one flit through {0} x {0} ports", options.ports);
    // Karol, Hluchyj, Morgan, IEEE Transactions on Communications 35(12), 1987, for many ports; McKeown,
    // IEEE/ACM Transactions on Networking 7(2), 1999.
    report.published = {{"one queue an input saturates (Karol 1987)", {{0.586, 0.586, 0}}},
                        {"queues by output with iSLIP saturate (McKeown 1999)", {{1, 1, 0}}}};
  }
  for (const Traffic t : {Traffic::uniform, Traffic::permutation, Traffic::hotspot}) {
    load.traffic = t;
    report.curves.push_back(measure(load, options.loads));
  }
  return report;
}

LoadReport memory(const MicrobenchOptions& options, const GpuConfig& gpu) {
  const MemoryBounds bounds = bounds_of(gpu);
  LoadReport report{
      .title = fmt::format("reads of 128 B; bounds in GB/s: L2 ports {:.1f}, crossbar {:.1f}, DRAM {:.1f}",
                           bounds.l2_ports, bounds.crossbar, bounds.dram),
      .load_unit = "GB/s",
      .latency_unit = "ns"};
  constexpr std::array footprints{Footprint::l2, Footprint::dram, Footprint::stream};
  report.curves = measure({.gpu = gpu, .seed = options.seed}, footprints, options.loads);
  // gpumembench (Konstantinidis and Cotronis, PDP 2016): 48 warps an SM with a read each under way, so that
  // the latency is 48 x 15 x 128 B over the bandwidth; the instruction between two reads is in it.
  report.published = {
      {"GTX 480 at 775 and 950 MHz, footprint in the L2 (gpumembench)", {{0, 273.8, 337}, {0, 262.6, 351}}},
      {"GTX 480 at 775 and 950 MHz, DRAM (gpumembench)", {{0, 155, 595}, {0, 167, 552}}}};
  return report;
}

/// Bandwidth over footprint, with the footprint in the place of the load.
LoadReport footprint(const GpuConfig& gpu) {
  LoadReport report{.title = "reads of 48 warps an SM, one under way each, round a footprint (offered: KB)",
                    .load_unit = "GB/s",
                    .latency_unit = "ns"};
  constexpr std::array<unsigned, 9> steps{2, 4, 6, 8, 9, 11, 13, 16, 24};
  report.curves = {measure(FootprintSweep{.gpu = gpu}, steps)};
  // gpumembench on the card of gtx480_measured.
  report.published = {{"553 KB", {{0, 273.8, 337}}},
                      {"737 KB", {{0, 262.6, 351}}},
                      {"829 KB", {{0, 243, 379}}},
                      {"1198 KB", {{0, 157, 587}}},
                      {"1.3 MB and more, least", {{0, 151.6, 608}}},
                      {"1.3 MB and more, most", {{0, 169.5, 544}}}};
  return report;
}

int measure_and_show(MicrobenchOptions& options) {
  try {
    const Platform platform = resolve_platform(options.platform);
    std::optional<ResultFolder> folder;
    if (!options.folder.empty()) {
      check_charts_can_be_drawn();
      folder.emplace(options.folder, std::vector<std::string>{"load.json", "load.svg", "config.yaml"});
    }
    const bool of_memory = options.what == "memory";
    if (options.loads.empty())
      options.loads = of_memory ? std::vector{0.02, 0.25, 0.5, 0.7, 0.8, 0.9, 1.0}
                                : std::vector{0.05, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0};
    const LoadReport report = options.what == "footprint" ? footprint(platform.gpu)
                              : of_memory                 ? memory(options, platform.gpu)
                                                          : crossbar(options, platform.gpu);
    fmt::print("{}", text_of(report));
    if (folder) {
      const auto table = json_of(report);
      folder->write({{"load.json", table.dump(2) + "\n"},
                     {"load.svg", draw_chart(table)},
                     {"config.yaml", show(platform.tree)}});
      fmt::print("  {:<12} {}\n", "written", std::filesystem::proximate(folder->path()).string());
    }
    return 0;
  } catch (const sc_core::sc_report& report) {
    throw error_of(report);
  }
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "microbench",
    .help =
        "Measure latency against load of the crossbar alone, or of the memory from the crossbar to DRAM, and "
        "bandwidth over footprint",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<MicrobenchOptions>();
      app.add_option(
             "what", options->what,
             "crossbar: answers of the L2, to drawn SMs, each port to one of its own, and all to one; "
             "memory: reads of what is in the L2, of lines of DRAM, and of a stream of them; "
             "footprint: reads that go round less than the L2 holds, and more")
          ->required()
          ->check(CLI::IsMember({"crossbar", "memory", "footprint"}));
      app.add_option("--loads", options->loads,
                     "Offer these shares: of a flit a cycle and port, or of the bandwidth that the ports and "
                     "pins on the way allow")
          ->delimiter(',')
          ->check(CLI::Range(0.001, 1.0));
      app.add_option(
             "--ports", options->ports,
             "crossbar: so many inputs and outputs, and packets of one flit, as the literature has them")
          ->check(CLI::Range(2u, 512u));
      app.add_option("--seed", options->seed, "Draw times and addresses from this seed")
          ->capture_default_str();
      app.add_option("--out", options->folder, "Write load.json, load.svg and config.yaml to this folder")
          ->type_name("FOLDER");
      add_platform_options(app, options->platform);
      return [options] { return measure_and_show(*options); };
    }}};

}  // namespace heddle::microbench_command

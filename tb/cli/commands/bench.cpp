#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "tb/cli/command.hpp"
#include "tb/cli/named.hpp"
#include "tb/cli/report.hpp"
#include "tb/cli/simulation.hpp"

namespace heddle {
namespace {

struct Options {
  std::vector<std::string> workloads{};
  std::vector<unsigned> sms{15, 1};
  SimulationRequest request{};
  std::string technique = "warped_compression", json{};
};

struct Row {
  std::string workload, technique;
  unsigned sms = 0;
  double warp_instructions = 0, cycles = 0;
  HostCost host{};
  bool passed = false;

  double instructions_per_second() const { return warp_instructions / host.launch_seconds; }
  double cycles_per_second() const { return cycles / host.launch_seconds; }
};

Row measure(const Options& o, const std::string& workload, unsigned sms, bool with_technique) {
  SimulationRequest request = o.request;
  request.target = workload;
  if (with_technique) request.platform.techniques = {o.technique};
  request.platform.assignments.push_back(fmt::format("sms={}", sms));
  const Simulation s = simulate_apart(request);
  return {.workload = workload,
          .technique = with_technique ? o.technique : "-",
          .sms = sms,
          .warp_instructions = statistic(s.stats, "sm_total.warp_instructions"),
          .cycles = statistic(s.stats, "cycles"),
          .host = s.host,
          .passed = s.result.passed()};
}

void print(const Row& r) {
  fmt::print("{:<12} {:>3}  {:<20} {:>12} {:>12} {:>8.2f} {:>14} {:>12} {:>8}{}\n", r.workload, r.sms,
             r.technique, grouped(static_cast<std::uint64_t>(r.warp_instructions)),
             grouped(static_cast<std::uint64_t>(r.cycles)), r.host.launch_seconds,
             grouped(static_cast<std::uint64_t>(r.instructions_per_second())),
             grouped(static_cast<std::uint64_t>(r.cycles_per_second())), r.host.peak_bytes >> 20,
             r.passed ? "" : "  RESULT CHECK FAILED");
  std::fflush(stdout);
}

nlohmann::ordered_json json_of(const Row& r) {
  return {{"workload", r.workload},
          {"sms", r.sms},
          {"technique", r.technique},
          {"passed", r.passed},
          {"warp_instructions", r.warp_instructions},
          {"cycles", r.cycles},
          {"cpu_seconds_in_launches", r.host.launch_seconds},
          {"cpu_seconds", r.host.seconds},
          {"warp_instructions_per_cpu_second", r.instructions_per_second()},
          {"cycles_per_cpu_second", r.cycles_per_second()},
          {"peak_bytes", r.host.peak_bytes}};
}

int run(const Options& o) {
  named<TechniqueEntry>(o.technique);
  auto workloads = o.workloads;
  for (const std::string& workload : workloads) named<Workload>(workload);
  if (workloads.empty()) workloads = Registry<Workload>::instance().names();
  fmt::print("{:<12} {:>3}  {:<20} {:>12} {:>12} {:>8} {:>14} {:>12} {:>8}\n", "workload", "SMs", "technique",
             "warp instr", "cycles", "CPU s", "warp instr/s", "cycles/s", "peak MiB");
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  bool passed = true;
  for (const unsigned sms : o.sms)
    for (const bool with_technique : {false, true})
      for (const std::string& workload : workloads) {
        const Row row = measure(o, workload, sms, with_technique);
        print(row);
        json.push_back(json_of(row));
        passed &= row.passed;
      }
  if (!o.json.empty()) {
    std::ofstream out(o.json);
    out << json.dump(2) << "\n";
    if (!out) throw Error({.place = "command line", .what = "the file cannot be written", .value = o.json});
  }
  return passed ? 0 : 1;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "bench",
    .help = "How fast Heddle simulates: every workload, plain and with a technique",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      app.add_option("--workloads", o->workloads, "Only these")->delimiter(',')->type_name("NAME,...");
      app.add_option("--sms", o->sms, "Numbers of SMs")->delimiter(',')->capture_default_str();
      app.add_option("--technique", o->technique, "What the second run of each has")->capture_default_str();
      app.add_flag("--small", o->request.workload.small, "The workloads' sizes for tests");
      app.add_option("--gpu", o->request.platform.gpu, "GPU: a name in configs/gpus, or a YAML file")
          ->capture_default_str();
      app.add_option("--rtl", o->request.rtl, "Blocks that are RTL: BLOCK[=FILE.sv],...");
      app.add_option("--json", o->json, "Write the figures to this file, too")->type_name("FILE");
      app.footer(
          "Each run has a process of its own. CPU s is processor time in launches; peak MiB its resident "
          "memory.");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle

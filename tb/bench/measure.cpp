#include "tb/bench/measure.hpp"

#include <algorithm>

#include "tb/run/child_process.hpp"
#include "tb/run/functional_run.hpp"
#include "tb/run/report.hpp"

namespace heddle {
namespace {

BenchRow row_of(const RunRequest& request) {
  const RunResult s = run_apart(request);
  return {.workload = request.target,
          .technique = request.platform.techniques.empty() ? "-" : request.platform.techniques.front(),
          .sms = s.sms,
          .warp_instructions = statistic(s.stats, "sm_total.warp_instructions"),
          .cycles = statistic(s.stats, "cycles"),
          .host = s.host,
          .passed = s.quality.has_value() || s.result.passed()};
}

BenchRow functional_row_of(const RunRequest& request) {
  const auto json = nlohmann::json::parse(in_child_process(request.target, [&] {
    const FunctionalRun r = run_functional(request);
    return nlohmann::json{r.warp_instructions, r.host.launch_seconds, r.host.seconds, r.host.peak_bytes,
                          r.result.passed()}
        .dump();
  }));
  return {.workload = request.target,
          .warp_instructions = json[0],
          .host = {json[1], json[2], json[3]},
          .passed = json[4]};
}

template <class Measure>
BenchRow best_of(unsigned repeats, Measure&& measure) {
  BenchRow best = measure();
  for (unsigned k = 1; k < repeats; ++k)
    if (const BenchRow row = measure(); row.host.launch_seconds < best.host.launch_seconds) best = row;
  return best;
}

}  // namespace

BenchRow measure(const RunRequest& request, unsigned repeats) {
  return best_of(repeats, [&] { return row_of(request); });
}

BenchRow measure_functional(const RunRequest& request, unsigned repeats) {
  return best_of(repeats, [&] { return functional_row_of(request); });
}

nlohmann::ordered_json json_of(const BenchRow& r) {
  nlohmann::ordered_json json{{"workload", r.workload},
                              {"sms", r.sms},
                              {"technique", r.technique},
                              {"passed", r.passed},
                              {"warp_instructions", r.warp_instructions}};
  if (r.sms != 0) json["cycles"] = r.cycles;
  json["cpu_seconds_in_launches"] = r.host.launch_seconds;
  json["cpu_seconds"] = r.host.seconds;
  json["warp_instructions_per_cpu_second"] = r.instructions_per_second();
  if (r.sms != 0) json["cycles_per_cpu_second"] = r.cycles_per_second();
  json["peak_bytes"] = r.host.peak_bytes;
  return json;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
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
          .offered = statistic(s.stats, "sm_total.injected_moves") +
                     statistic(s.stats, "sm_total.offered_instructions"),
          .cycles = statistic(s.stats, "cycles"),
          .host = s.host,
          .all_seconds = {s.host.launch_seconds},
          .all_wall = {s.host.launch_wall},
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
          .host = {.launch_seconds = json[1], .seconds = json[2], .peak_bytes = json[3]},
          .passed = json[4]};
}

/// Another run of the same: the faster one counts.
void add(BenchRow& row, const BenchRow& again) {
  std::vector<double> all = row.all_seconds, wall = row.all_wall;
  all.insert(all.end(), again.all_seconds.begin(), again.all_seconds.end());
  wall.insert(wall.end(), again.all_wall.begin(), again.all_wall.end());
  if (again.host.launch_seconds < row.host.launch_seconds) row = again;
  row.all_seconds = std::move(all);
  row.all_wall = std::move(wall);
}

template <class Measure>
BenchRow best_of(unsigned repeats, Measure&& measure) {
  BenchRow best = measure();
  for (unsigned k = 1; k < repeats; ++k) add(best, measure());
  return best;
}

}  // namespace

BenchRow measure(const RunRequest& request, unsigned repeats) {
  return best_of(repeats, [&] { return row_of(request); });
}

std::array<BenchRow, 2> measure_by_turns(const std::array<RunRequest, 2>& requests, unsigned repeats) {
  std::array<BenchRow, 2> rows{row_of(requests[0]), row_of(requests[1])};
  for (unsigned k = 1; k < repeats; ++k)
    for (unsigned r = 0; r < rows.size(); ++r) add(rows[r], row_of(requests[r]));
  return rows;
}

BenchRow measure_functional(const RunRequest& request, unsigned repeats) {
  return best_of(repeats, [&] { return functional_row_of(request); });
}

RateShare rate_share(const BenchRow& run, const BenchRow& other) {
  std::vector<double> shares;
  for (std::size_t k = 0; k < std::min(run.all_seconds.size(), other.all_seconds.size()); ++k)
    shares.push_back(run.warp_instructions / run.all_seconds[k] /
                     (other.warp_instructions / other.all_seconds[k]));
  if (shares.empty()) return {};
  std::sort(shares.begin(), shares.end());
  const double median = shares[shares.size() / 2];
  const auto executed = [](const BenchRow& r) { return 1 + r.offered / r.warp_instructions; };
  return {median, shares.front(), shares.back(), median * executed(run) / executed(other)};
}

SpeedUp speed_up(const BenchRow& run, const BenchRow& other) {
  std::vector<double> all;
  for (std::size_t k = 0; k < std::min(run.all_wall.size(), other.all_wall.size()); ++k)
    all.push_back(other.all_wall[k] / run.all_wall[k]);
  if (all.empty()) return {};
  std::sort(all.begin(), all.end());
  return {all[all.size() / 2], all.front(), all.back()};
}

nlohmann::ordered_json json_of(const BenchRow& r) {
  nlohmann::ordered_json json{{"workload", r.workload},
                              {"sms", r.sms},
                              {"technique", r.technique},
                              {"passed", r.passed},
                              {"warp_instructions", r.warp_instructions}};
  if (r.sms != 0) json["offered_instructions"] = r.offered;
  if (r.sms != 0) json["cycles"] = r.cycles;
  json["cpu_seconds_in_launches"] = r.host.launch_seconds;
  if (r.all_seconds.size() > 1) json["cpu_seconds_in_launches_of_all_runs"] = r.all_seconds;
  json["cpu_seconds"] = r.host.seconds;
  json["warp_instructions_per_cpu_second"] = r.instructions_per_second();
  if (r.sms != 0) json["cycles_per_cpu_second"] = r.cycles_per_second();
  json["peak_bytes"] = r.host.peak_bytes;
  return json;
}

}  // namespace heddle

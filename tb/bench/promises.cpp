// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/promises.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

constexpr double instructions_goal = 500e3, cycles_goal = 50e3, technique_share = 0.5;
constexpr double check_goal = 3;
constexpr double megabytes_goal = 200, flatness_goal = 1.2, functional_goal = 20e6;

/// These workloads wait for memory most of the time, so that their goal is a number of cycles per second.
bool waits_for_memory(const std::string& workload) { return workload == "vectoradd" || workload == "bfs"; }

const BenchRow* find(const std::vector<BenchRow>& rows, const std::string& workload, unsigned sms,
                     bool baseline) {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](const BenchRow& r) {
    return r.workload == workload && r.sms == sms && r.baseline() == baseline;
  });
  return it == rows.end() ? nullptr : &*it;
}

/// Returns the greatest cost of a warp instruction, divided by the least.
double spread(const std::vector<BenchRow>& rows) {
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.instructions_per_second() < b.instructions_per_second();
  });
  return most->instructions_per_second() / least->instructions_per_second();
}

void add_rates(std::vector<Promise>& promises, const std::vector<BenchRow>& rows) {
  for (const std::string& w : promised_workloads())
    for (const bool baseline : {true, false}) {
      const BenchRow* row = find(rows, w, 15, baseline);
      if (row == nullptr) continue;
      const std::string what = fmt::format("{}, 15 SMs{}", w, baseline ? "" : ", " + row->technique);
      const double share = baseline ? 1 : technique_share;
      if (waits_for_memory(w))
        promises.push_back({what, "cycles/s", row->cycles_per_second(), share * cycles_goal});
      else
        promises.push_back({what, "warp instr/s", row->instructions_per_second(), share * instructions_goal});
    }
}

}  // namespace

const PeerFigures* peer_of(unsigned sms) {
  return sms == 15 ? &gpgpu_sim_15_sms : sms == 1 ? &gpgpu_sim_1_sm : nullptr;
}

std::vector<std::string> promised_workloads() {
  return {"matmul", "pathfinder", "hotspot", "vectoradd", "bfs"};
}

std::vector<Promise> promises_of(const std::vector<BenchRow>& rows) {
  std::vector<Promise> promises;
  add_rates(promises, rows);
  double peak = 0;
  for (const BenchRow& r : rows) peak = std::max(peak, r.sms != 0 ? r.peak_megabytes() : 0);
  if (peak != 0) promises.push_back({"peak memory of all runs", "MB", peak, megabytes_goal, true});
  for (const std::string& w : promised_workloads()) {
    const BenchRow *one = find(rows, w, 1, true), *all = find(rows, w, 15, true);
    if (one != nullptr && all != nullptr)
      promises.push_back({w + ", cost of a warp instruction, 15 SMs over 1", "",
                          one->instructions_per_second() / all->instructions_per_second(), flatness_goal,
                          true});
  }
  if (const BenchRow* row = find(rows, "matmul", 0, true))
    promises.push_back(
        {"matmul without time", "warp instr/s", row->instructions_per_second(), functional_goal});
  return promises;
}

std::vector<Promise> length_promises_of(const std::vector<BenchRow>& rows) {
  if (rows.size() < 2) return {};
  return {{"cost of a warp instruction over lengths", "", spread(rows), flatness_goal, true}};
}

std::vector<Promise> check_promises_of(const std::vector<BenchRow>& rows,
                                       const std::vector<BenchRow>& checked) {
  std::vector<Promise> promises;
  for (const BenchRow& c : checked)
    if (const BenchRow* baseline = find(rows, c.workload, c.sms, true))
      promises.push_back({fmt::format("{}, {} SMs, CPU time under --check over unchecked", c.workload, c.sms),
                          "", c.host.launch_seconds / baseline->host.launch_seconds, check_goal, true});
  return promises;
}

nlohmann::ordered_json json_of(const Promise& p) {
  return {{"what", p.what}, {"unit", p.unit},       {"measured", p.measured},
          {"goal", p.goal}, {"at_most", p.at_most}, {"kept", p.kept()}};
}

}  // namespace heddle

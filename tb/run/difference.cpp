// SPDX-License-Identifier: Apache-2.0
#include "tb/run/difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "models/base/error.hpp"
#include "tb/run/report.hpp"

namespace heddle {
namespace {

using Stats = nlohmann::ordered_json;

void rank(std::vector<ChangedFigure>& figures) {
  std::erase_if(figures, [](const ChangedFigure& f) { return f.before == 0 && f.after == 0; });
  std::ranges::stable_sort(figures, std::ranges::greater{},
                           [](const ChangedFigure& f) { return std::abs(f.change()); });
}

/// Names and figures of one run, by name.
using Parts = std::map<std::string, double>;

ChangedSum sum_of(const std::string& name, double before, double after, const Parts& parts_before,
                  const Parts& parts_after) {
  ChangedSum sum{.whole = {name, before, after}};
  std::map<std::string, ChangedFigure> all;
  for (const auto& [part, value] : parts_before) all[part].before = value;
  for (const auto& [part, value] : parts_after) all[part].after = value;
  for (auto& [part, figure] : all) {
    figure.name = part;
    sum.parts.push_back(std::move(figure));
  }
  rank(sum.parts);
  return sum;
}

Parts cycles_by_slots(const Stats& stats) {
  constexpr std::array kinds{std::pair{"active", "issuing"},
                             std::pair{"memory_stall", "waiting for the load/store path"},
                             std::pair{"compute_stall", "waiting for a pipeline"},
                             std::pair{"data_dependence", "waiting for earlier results"},
                             std::pair{"idle", "without an instruction"}};
  double slots = 0;
  for (const auto& [path, name] : kinds)
    slots += statistic_or_zero(stats, fmt::format("sm_total.issue_slots.{}", path));
  const double cycles = statistic_or_zero(stats, "cycles");
  if (slots == 0 || cycles == 0)
    throw Error({.what = "this run has no cycles and issue slots", .legal = "the stats.json of heddle run"});
  Parts parts;
  for (const auto& [path, name] : kinds)
    parts[name] = statistic_or_zero(stats, fmt::format("sm_total.issue_slots.{}", path)) * cycles / slots;
  return parts;
}

/// Energies of the machine's parts; those of register files apart, as what is done with registers decides
/// them.
Parts energy_parts(const Stats& stats) {
  Parts parts;
  if (!stats.contains("energy")) return parts;
  for (const auto& [component, values] : stats["energy"].items()) {
    if (!values.is_object()) continue;
    for (const auto& [part, value] : values.items()) {
      constexpr std::array sums{"dynamic", "static", "total", "power"};
      if (!value.is_number() || std::ranges::find(sums, part) != sums.end()) continue;
      std::string name = component + ": " + part;
      std::ranges::replace(name, '_', ' ');
      parts[name] += value.get<double>();
    }
  }
  const std::string files = "cores: register files";
  if (const auto whole = parts.find(files); whole != parts.end() && stats.contains("register_file_energy")) {
    for (const char* part : {"compression", "decompression"}) {
      const double of_part = statistic_or_zero(stats, fmt::format("register_file_energy.{}", part)) * 1e-3;
      if (of_part == 0) continue;
      parts[fmt::format("cores: {} of registers", part)] = of_part;
      whole->second -= of_part;
    }
  }
  return parts;
}

std::vector<ChangedFigure> kernels_of(const Stats& before, const Stats& after) {
  std::vector<ChangedFigure> all;
  if (!before.contains("kernels") || !after.contains("kernels") || after["kernels"].size() < 2) return all;
  for (const auto& [name, kernel] : after["kernels"].items())
    all.push_back(
        {name, before["kernels"].contains(name) ? statistic_or_zero(before["kernels"][name], "cycles") : 0,
         statistic_or_zero(kernel, "cycles")});
  rank(all);
  return all;
}

std::vector<ChangedFigure> counts_of(const Stats& before, const Stats& after) {
  constexpr std::array counts{
      std::pair{"sm_total.warp_instructions", "warp instructions"},
      std::pair{"sm_total.injected_moves", "injected MOVs"},
      std::pair{"sm_total.register_file.bank_reads", "reads of register banks"},
      std::pair{"sm_total.register_file.bank_writes", "writes of register banks"},
      std::pair{"sm_total.register_file.read_conflicts", "reads that met a taken register bank"},
      std::pair{"sm_total.result_bus_stalls", "results that waited for a bus"},
      std::pair{"sm_total.l1i.misses", "misses in the instruction caches"},
      std::pair{"sm_total.l1d.misses", "misses in the L1 data caches"},
      std::pair{"sm_total.l1c.misses", "misses in the constant caches"},
      std::pair{"sm_total.load_store.replays", "replays of the load/store path"},
      std::pair{"sm_total.load_store.shared_conflict_cycles", "cycles of conflicts in shared memory"},
      std::pair{"sm_total.memory.data.average_latency", "cycles that a request for data takes"},
      std::pair{"crossbar.responses.flits", "flits from the L2 to the SMs"},
      std::pair{"crossbar.requests.flits", "flits from the SMs to the L2"},
      std::pair{"l2_total.misses", "misses in the L2"},
      std::pair{"dram_total.bursts", "bursts of DRAM"},
      std::pair{"dram_total.activates", "activates of DRAM rows"},
      std::pair{"dram_total.read_latency", "cycles that a read of DRAM takes"}};
  constexpr double least = 0.01;
  std::vector<ChangedFigure> all;
  for (const auto& [path, name] : counts)
    all.push_back({name, statistic_or_zero(before, path), statistic_or_zero(after, path)});
  std::erase_if(all, [](const ChangedFigure& f) {
    return (f.before == 0 && f.after == 0) || std::abs(f.relative()) < least;
  });
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const ChangedFigure& f) { return std::abs(std::log(f.after / f.before)); });
  return all;
}

}  // namespace

RunDifference difference(const Stats& before, const Stats& after) {
  return {
      .cycles = sum_of("cycles", statistic_or_zero(before, "cycles"), statistic_or_zero(after, "cycles"),
                       cycles_by_slots(before), cycles_by_slots(after)),
      .energy = sum_of("energy", statistic_or_zero(before, "energy.total"),
                       statistic_or_zero(after, "energy.total"), energy_parts(before), energy_parts(after)),
      .kernels = kernels_of(before, after),
      .counts = counts_of(before, after)};
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/machine/machine_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "tb/estimate/report_tables.hpp"

namespace heddle::estimate {
namespace {

double scaled(double value, const Estimate& e, double Scaling::*factor) {
  return e.scaling ? value / (*e.scaling).*factor : value;
}

/// Returns a statistic below sm_total; 0 when this machine does not have it.
std::uint64_t statistic(const nlohmann::ordered_json& stats, std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  const nlohmann::ordered_json::json_pointer at("/sm_total/" + path);
  return stats.contains(at) && stats.at(at).is_number() ? stats.at(at).get<std::uint64_t>() : 0;
}

void count_operations(BlockCost& cost, const nlohmann::ordered_json& stats) {
  for (const BlockStatistic& activation : cost.estimate.card.activations) {
    cost.counts += (cost.counts.empty() ? "" : ", ") + activation.counts;
    for (const std::string& path : activation.of) cost.operations += statistic(stats, path);
  }
}

/// mm2 and mW of one block: as it stands in the machine, else with its default parameters and random
/// operations.
std::pair<double, double> one_block(const MachineEstimate& machine, const std::string& block,
                                    EstimateRequest request) {
  const auto there = std::find_if(machine.blocks.begin(), machine.blocks.end(),
                                  [&](const BlockCost& b) { return b.estimate.card.name == block; });
  if (there != machine.blocks.end()) return {there->area_mm2(), there->estimate.leakage_mw};
  request.block = block;
  request.overrides.clear();
  request.recorded.clear();
  BlockCost alone;
  alone.estimate = estimate(request);
  return {alone.area_mm2(), alone.estimate.leakage_mw};
}

}  // namespace

double BlockCost::area_mm2() const {
  double um2 = estimate.area_um2;
  for (const ReaderCost& r : estimate.readers) um2 += r.reader.count * r.area_um2;
  return scaled(um2, estimate, &Scaling::area) * 1e-6;
}

double BlockCost::area_with_memories_mm2() const {
  const std::optional<WithSram> with = with_sram(estimate);
  const double saved_um2 = with ? scaled(estimate.area_um2, estimate, &Scaling::area) - with->area_um2 : 0;
  return area_mm2() - saved_um2 * 1e-6;
}

double BlockCost::critical_path_ns() const {
  return scaled(estimate.timing.critical_path(), estimate, &Scaling::delay);
}

double BlockCost::switching_pj() const {
  if (moving_kept == 0) return 0;
  const OperationEnergy& e = estimate.energies.at(0);
  return scaled(e.registers_pj + e.logic_pj, estimate, &Scaling::energy) * static_cast<double>(kept) /
         static_cast<double>(moving_kept);
}

Spread BlockCost::switching_pj_spread() const {
  const Spread& own = estimate.energies.at(0).moving_cycle_pj;
  return {scaled(own.least, estimate, &Scaling::energy), scaled(own.most, estimate, &Scaling::energy)};
}

double BlockCost::clock_pj() const {
  return scaled(estimate.energies.at(0).clock_pj, estimate, &Scaling::energy);
}

double BlockCost::switching_uj() const { return switching_pj() * static_cast<double>(moving) * 1e-6; }

double BlockCost::clock_uj(const MachineRun& run) const {
  return clock_pj() * static_cast<double>(run.cycles) * instances * 1e-6;
}

double BlockCost::leakage_uj(const MachineRun& run) const {
  return estimate.leakage_mw * instances * static_cast<double>(run.cycles) / run.clock_mhz * 1e-3;
}

double BlockCost::total_uj(const MachineRun& run) const {
  return switching_uj() + clock_uj(run) + leakage_uj(run);
}

double BlockCost::operation_pj() const {
  return operations == 0 ? 0 : switching_uj() * 1e6 / static_cast<double>(operations);
}

double MachineEstimate::area_mm2() const {
  double sum = 0;
  for (const BlockCost& b : blocks) sum += b.area_mm2() * b.instances;
  return sum;
}

double MachineEstimate::area_with_memories_mm2() const {
  double sum = 0;
  for (const BlockCost& b : blocks) sum += b.area_with_memories_mm2() * b.instances;
  return sum;
}

double MachineEstimate::leakage_mw() const {
  double sum = 0;
  for (const BlockCost& b : blocks) sum += b.estimate.leakage_mw * b.instances;
  return sum;
}

const BlockCost& MachineEstimate::critical() const {
  return *std::max_element(blocks.begin(), blocks.end(), [](const BlockCost& a, const BlockCost& b) {
    return a.critical_path_ns() < b.critical_path_ns();
  });
}

MachineEstimate estimate_machine(const MachineRun& run, const std::vector<const BlockGroup*>& groups,
                                 const nlohmann::ordered_json& stats, EstimateRequest request,
                                 const MachineBeside& beside) {
  if (groups.empty()) throw Error({.what = "the machine has no blocks to estimate", .value = run.machine});
  MachineEstimate all{.run = run};
  const auto say = request.progress;
  for (const BlockGroup* group : groups) {
    if (say)
      request.progress = [&, k = all.blocks.size() + 1](std::string_view step) {
        say(fmt::format("block {} of {}, {}: {}", k, groups.size(), group->block, step));
      };
    BlockCost& cost = all.blocks.emplace_back();
    request.recorded.clear();
    for (const auto& instance : group->instances) {
      const RecordedPins& pins = instance->pins();
      if (pins.cycles() == 0) continue;
      request.recorded.push_back(&pins);
      cost.kept += pins.cycles();
      cost.moving_kept += static_cast<std::uint64_t>(std::count(pins.moved.begin(), pins.moved.end(), true));
    }
    if (cost.kept == 0) throw Error({.what = "a block was never clocked in the run", .value = group->block});
    request.block = group->block;
    request.overrides = group->overrides;
    cost.estimate = estimate(request);
    cost.instances = static_cast<unsigned>(group->instances.size());
    cost.moving = group->moving();
    count_operations(cost, stats);
  }
  all.beside_model = {.machine = beside.machine,
                      .gpu = beside.gpu_costs,
                      .storage = beside.storage_costs,
                      .sram = read_sram_model(data_file("configs/technologies/sram_45nm.yaml")),
                      .block = [&](const std::string& block) { return one_block(all, block, request); }};
  all.beside = beside_cost(beside.blocks, all.beside_model, stats);
  all.beside_model.block = nullptr;
  return all;
}

}  // namespace heddle::estimate

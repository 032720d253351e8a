// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tb/estimate/report.hpp"
#include "tb/estimate/report_tables.hpp"

namespace heddle::estimate {
namespace {

using nlohmann::json;

json scaling_json(const Scaling& s) {
  return {{"node_nm", s.node_nm},
          {"area_divisor", s.area},
          {"delay_divisor", s.delay},
          {"energy_divisor", s.energy},
          {"area_error_percent", s.area_band},
          {"delay_error_percent", s.delay_band},
          {"energy_error_percent", s.energy_band},
          {"source", s.source}};
}

json energy_json(const OperationEnergy& e, double divide) {
  return {{"clock_pj", e.clock_pj / divide},
          {"registers_pj", e.registers_pj / divide},
          {"logic_pj", e.logic_pj / divide},
          {"glitches_pj", e.glitches_pj / divide},
          {"without_glitches_pj", e.without_glitches_pj() / divide},
          {"without_glitches_least_and_most_pj",
           {e.without_glitches_spread.least / divide, e.without_glitches_spread.most / divide}},
          {"with_glitches_pj", e.with_glitches_pj() / divide}};
}

/// Returns all figures, divided by the scaling factors of `s`.
json figures_json(const Estimate& e, const Scaling& s) {
  json energies = json::array();
  for (const OperationEnergy& energy : e.energies) {
    json one = energy_json(energy, s.energy);
    one["vectors"] = energy.vectors;
    one["operations"] = energy.operations;
    energies.push_back(std::move(one));
  }
  return {{"area_um2", e.area_um2 / s.area},
          {"area_least_and_most_um2", {e.area_spread.least / s.area, e.area_spread.most / s.area}},
          {"critical_path_least_and_most_ns",
           {e.critical_path_spread.least / s.delay, e.critical_path_spread.most / s.delay}},
          {"area_without_flip_flops_um2", (e.area_um2 - e.flip_flop_area_um2) / s.area},
          {"critical_path_ns", e.timing.critical_path() / s.delay},
          {"highest_clock_mhz", 1000 * s.delay / e.timing.critical_path()},
          {"energy_per_operation", std::move(energies)}};
}

}  // namespace

json report_json(const Estimate& e) {
  json all{
      {"block", e.card.name},
      {"set", e.set},
      {"parameters", e.parameters},
      {"technology",
       {{"name", e.technology.name}, {"liberty", e.technology.liberty}, {"node_nm", e.technology.node_nm}}},
      {"nand2_equivalents", e.area_um2 / e.nand2_um2},
      {"nand2_equivalents_without_flip_flops", (e.area_um2 - e.flip_flop_area_um2) / e.nand2_um2},
      {"orders_of_synthesis", e.orders},
      {"gates", e.gates},
      {"flip_flops", e.flip_flops},
      {"pipeline_cycles", e.latency_cycles},
      {"leakage_mw", e.leakage_mw},
      {"library", figures_json(e, Scaling{})}};
  if (e.scaling) {
    all["scaling"] = scaling_json(*e.scaling);
    all["scaled"] = figures_json(e, *e.scaling);
  }
  if (e.stages)
    all["stages"] = {{"clock_hz", e.stages->clock_hz}, {"needed", e.stages->needed},
                     {"logic_ns", e.stages->logic_ns}, {"overhead_ns", e.stages->overhead_ns},
                     {"fixed", e.stages->fixed},       {"splittable", e.stages->splittable}};
  if (!e.tables.empty()) all["tables"] = tables_json(e);
  if (!e.readers.empty()) all["readers"] = readers_json(e);
  json published = json::array();
  for (const PublishedFigure& f : e.card.published)
    published.push_back({{"quantity", f.quantity},
                         {"value", f.value},
                         {"unit", f.unit},
                         {"node_nm", f.node_nm},
                         {"units", f.units},
                         {"source", f.source}});
  all["published"] = std::move(published);
  return all;
}

}  // namespace heddle::estimate

// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/machine/machine_coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/cosim/watch/reached_json.hpp"

namespace heddle::fuzz {
namespace {

bool reached(const StatGroup& run, std::string_view counter) {
  const Statistic* s = run.look_up(counter);
  return s != nullptr && s->sums().above != 0;
}

}  // namespace

void MachineCoverage::add(const MachineCoverage& other) {
  structural.runs += other.structural.runs;
  structural.reached += other.structural.reached;
  for (const auto& [name, counts] : other.statistics) {
    statistics[name].runs += counts.runs;
    statistics[name].reached += counts.reached;
  }
  for (const auto& [name, block] : other.blocks) {
    blocks[name].instances += block.instances;
    blocks[name].add(block.activity, block.points);
  }
  hazards.add(other.hazards);
}

void MachineCoverage::add(const StatGroup& run) {
  ++structural.runs;
  structural.reached +=
      reached(run, "sm_total.issue_slots.memory_stall") || reached(run, "sm_total.issue_slots.compute_stall");
  run.visit([&](const std::string& path, const Statistic& s) {
    if (s.is_ratio() || s.formula) return;
    if (path.find_first_of("0123456789") < path.find('.')) return;  // a part: "sm3", "dram0"
    ++statistics[path].runs;
    statistics[path].reached += s.sums().above != 0;
  });
}

nlohmann::ordered_json json_of(const MachineCoverage& c) {
  nlohmann::ordered_json statistics = nlohmann::ordered_json::object();
  for (const auto& [name, counts] : c.statistics) statistics[name] = {counts.runs, counts.reached};
  return {{"structural", {c.structural.runs, c.structural.reached}},
          {"statistics", statistics},
          {"blocks", json_of(c.blocks)},
          {"hazards", c.hazards.counts}};
}

MachineCoverage machine_coverage_of(const nlohmann::ordered_json& json) {
  MachineCoverage c;
  c.structural = {json.at("structural")[0], json.at("structural")[1]};
  for (const auto& [name, counts] : json.at("statistics").items())
    c.statistics[name] = {counts[0], counts[1]};
  c.blocks = reached_of(json.at("blocks"));
  c.hazards.counts = json.at("hazards").get<decltype(c.hazards.counts)>();
  return c;
}

std::string text_of(const MachineCoverage& c) {
  std::vector<std::string> never;
  for (const auto& [name, counts] : c.statistics)
    if (counts.reached == 0) never.push_back(name);
  std::string text =
      fmt::format("structural stalls in {} of {} runs\n", c.structural.reached, c.structural.runs);
  text += fmt::format("statistics of the machines: {} of {} were other than 0 in some run{}{}\n",
                      c.statistics.size() - never.size(), c.statistics.size(),
                      never.empty() ? "" : "; never: ", fmt::join(never, ", "));
  return text;
}

}  // namespace heddle::fuzz

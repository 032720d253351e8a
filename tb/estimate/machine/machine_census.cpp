// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/machine/machine_census.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "hw/sim/block_entry.hpp"
#include "tb/estimate/gate_simulation.hpp"

namespace heddle::estimate {

std::uint64_t BlockGroup::moving() const {
  return std::accumulate(instances.begin(), instances.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& each) { return sum + each->moving(); });
}

void MachineCensus::watch(std::string_view block, Block& made, const ConfigTree& config) {
  const BlockEntry& entry = Registry<BlockEntry>::instance().find(block);
  const RtlParameters parameters = entry.rtl_parameters(config);
  auto group = std::find_if(groups_.begin(), groups_.end(), [&](const auto& g) {
    return g->block == entry.name && g->parameters == parameters;
  });
  if (group == groups_.end()) {
    auto fresh = std::make_unique<BlockGroup>();
    fresh->block = entry.name;
    fresh->parameters = parameters;
    for (const ParameterInfo& p : entry.parameters)
      fresh->overrides.push_back(fmt::format("{}={}", p.path, config.take(p.path)->values.at(0)));
    groups_.push_back(std::move(fresh));
    group = groups_.end() - 1;
  }
  auto& instances = (*group)->instances;
  instances.push_back(
      std::make_unique<PinRecording>(fmt::format("pin_recording_{}", made_++).c_str(), made,
                                     instances.size() < GateSimulation::streams ? kept_cycles_ : 0));
}

std::vector<const BlockGroup*> MachineCensus::groups() const {
  std::vector<const BlockGroup*> all;
  for (const auto& group : groups_) all.push_back(group.get());
  std::stable_sort(all.begin(), all.end(),
                   [](const BlockGroup* a, const BlockGroup* b) { return a->block < b->block; });
  return all;
}

}  // namespace heddle::estimate

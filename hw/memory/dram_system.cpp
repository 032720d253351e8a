// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/dram_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace heddle {

DramSystem::DramSystem(sc_core::sc_module_name name, const DramConfig& config, std::uint64_t data_bytes,
                       ClockDomain& domain, StatGroup& stats, const LineEdges& edges)
    : sc_module(name),
      config_(config),
      mapping_(config.address, config.gddr5, data_bytes),
      cycles_(stats.group("dram").counter("cycles", "cycles", "Cycles of the DRAM's command clock")) {
  stats.group("dram").formula("peak_bandwidth", "GB/s", "What all channels together can move",
                              [peak = config.peak_bandwidth()] { return peak; });
  std::vector<StatGroup*> groups;
  for (unsigned k = 0; k < channels(); ++k) groups.push_back(&stats.group(fmt::format("dram_{}", k)));
  const unsigned each = config.address.channels_per_controller;
  for (unsigned c = 0; c < config.address.controllers; ++c)
    controllers_.emplace_back(fmt::format("controller{}", c).c_str(), c * each, config_.gddr5,
                              config_.controller, mapping_, domain, std::span(groups).subspan(c * each, each),
                              cycles_, edges);
  for (unsigned k = 0; k < channels(); ++k) {
    devices_.emplace_back(fmt::format("gddr5_{}", k).c_str(), config_.gddr5);
    auto& from = controller_of(k).device;
    if (config_.controller.check_protocol) {
      checkers_.emplace_back(fmt::format("checker{}", k).c_str(), config_.gddr5);
      from.bind(checkers_.back().from_controller);
      checkers_.back().to_device.bind(devices_.back().socket);
    } else {
      from.bind(devices_.back().socket);
    }
  }
  domain.attach(*this);
  static_cast<void>(stats.total("dram_total", groups));
}

ChannelController& DramSystem::controller_of(unsigned channel) {
  const unsigned each = config_.address.channels_per_controller;
  return controllers_[channel / each].channel(channel % each);
}

bool DramSystem::idle() const {
  return std::all_of(controllers_.begin(), controllers_.end(), [](const MemoryController& controller) {
    const auto& all = controller.channels();
    return std::all_of(all.begin(), all.end(), [](const ChannelController& c) { return c.idle(); });
  });
}

}  // namespace heddle

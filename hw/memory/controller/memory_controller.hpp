// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <span>
#include <systemc>

#include "hw/memory/controller/channel_controller.hpp"

namespace heddle {

/// A memory controller: its channels, each with a scheduler of its own, a port for its L2 slice and one for
/// its DRAM device. They may share the entries of their queues (ControllerConfig::shared_queues). Controller
/// c has the channels from c x channels on.
class MemoryController : public sc_core::sc_module {
 public:
  /// `groups` has one for each channel; `edges`: the machine's line edges.
  MemoryController(sc_core::sc_module_name name, unsigned first_channel, const Gddr5Config& device,
                   const ControllerConfig& config, const AddressMapping& mapping, ClockDomain& domain,
                   std::span<StatGroup* const> groups, const Counter& clock, const LineEdges& edges)
      : sc_module(name) {
    for (unsigned k = 0; k < groups.size(); ++k) {
      if (k == 0 || !config.shared_queues) entries_.emplace_back(config);
      channels_.emplace_back(sc_core::sc_gen_unique_name("channel"), first_channel + k, device, config,
                             mapping, entries_.back(), domain, *groups[k], clock, edges);
    }
  }

  /// `k` counts within the controller.
  ChannelController& channel(unsigned k) { return channels_[k]; }
  const std::deque<ChannelController>& channels() const { return channels_; }

 private:
  std::deque<ControllerEntries> entries_;  ///< of each channel, or those that all share
  std::deque<ChannelController> channels_;
};

}  // namespace heddle

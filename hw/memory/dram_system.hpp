// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <systemc>

#include "hw/memory/controller/memory_controller.hpp"
#include "hw/memory/dram_config.hpp"
#include "hw/memory/gddr5/gddr5_channel.hpp"
#include "hw/memory/gddr5/protocol_checker.hpp"

namespace heddle {

/// All memory controllers with their GDDR5 channels, and protocol checkers between them where the
/// configuration wants them. Slice k of the L2 binds to port(k), and sends only addresses of channel k.
class DramSystem : public sc_core::sc_module, public Clocked {
 public:
  /// `domain` runs at the command clock. Declares the groups dram (peak, cycles), dram_0, dram_1, ... and
  /// dram_total below `stats`. `edges`: the machine's line edges.
  DramSystem(sc_core::sc_module_name name, const DramConfig& config, std::uint64_t data_bytes,
             ClockDomain& domain, StatGroup& stats, const LineEdges& edges = {});

  const AddressMapping& mapping() const { return mapping_; }
  unsigned channels() const { return mapping_.channels(); }
  TargetPort& port(unsigned channel) { return controller_of(channel).port; }
  ChannelController& controller_of(unsigned channel);
  Gddr5Channel& device(unsigned channel) { return devices_[channel]; }
  /// Is no request under way?
  bool idle() const;

  Cycle tick(Cycle) override { return never; }
  void credit(Cycle elapsed) override { cycles_ += elapsed; }

 private:
  const DramConfig config_;
  const AddressMapping mapping_;
  Counter& cycles_;
  std::deque<MemoryController> controllers_;
  std::deque<ProtocolChecker> checkers_;
  std::deque<Gddr5Channel> devices_;
};

}  // namespace heddle

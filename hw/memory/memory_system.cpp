// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/memory_system.hpp"

#include <fmt/format.h>

namespace heddle {
namespace {

SliceMap map_of(const MemoryConfig& config) {
  return AddressMapping(config.dram.address, config.dram.gddr5, config.data_bytes).slices();
}

}  // namespace

MemorySystem::MemorySystem(sc_core::sc_module_name name, const MemoryConfig& config, unsigned sms,
                           const Clocking& clocking, StatGroup& stats, const LineEdges& edges)
    : sc_module(name),
      map_(map_of(config)),
      icnt_clock_("icnt_clock", config.icnt.period_fs(), clocking),
      l2_clock_("l2_clock", config.l2.period_fs(), clocking),
      dram_clock_("dram_clock", config.dram.gddr5.period_fs(), clocking),
      crossbar_("crossbar", config.icnt, map_, sms, icnt_clock_, stats.group("crossbar")),
      dram_("dram", config.dram, config.data_bytes, dram_clock_, stats, edges) {
  std::vector<StatGroup*> groups;
  for (unsigned k = 0; k < map_.slices(); ++k) {
    const std::string slice = fmt::format("l2_{}", k);
    groups.push_back(&stats.group(slice));
    slices_.emplace_back(slice.c_str(), k, config.l2, map_, l2_clock_, *groups.back(), edges);
    crossbar_.slice(k).socket.bind(slices_.back().in.socket);
    slices_.back().out.socket.bind(dram_.port(k).socket);
  }
  stats.total("l2_total", groups);
}

void MemorySystem::settle() {
  icnt_clock_.settle();
  l2_clock_.settle();
  dram_clock_.settle();
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "hw/memory/crossbar/crossbar.hpp"
#include "hw/memory/dram_system.hpp"
#include "hw/memory/l2/l2_slice.hpp"

namespace heddle {

struct MemoryConfig {
  CrossbarConfig icnt;
  L2Config l2;
  DramConfig dram;
  std::uint64_t data_bytes = std::uint64_t{1536} << 20;  ///< what the DRAM holds, metadata apart
};

/// All that is beyond the SMs: crossbar, L2 slices and DRAM, each in its own clock domain. There is one slice
/// for each DRAM channel, and it serves the channel's addresses.
class MemorySystem : public sc_core::sc_module {
 public:
  /// `clocking` as in ClockDomain; `edges`: where lines are encoded; those at the SMs belong to the SMs.
  /// Statistics: groups crossbar, l2_N, l2_total, and those of DramSystem.
  MemorySystem(sc_core::sc_module_name name, const MemoryConfig& config, unsigned sms,
               const Clocking& clocking, StatGroup& stats, const LineEdges& edges = {});

  /// Where SM `k`, or any other TLM-2.0 initiator, binds.
  auto& sm(unsigned k) { return crossbar_.sm(k).socket; }
  /// Credits all modules up to now; call before statistics are read.
  void settle();

  Crossbar& crossbar() { return crossbar_; }
  L2Slice& slice(unsigned k) { return slices_[k]; }
  /// To be called at the end of a launch: throws Error when something of it is left in the L2.
  void check_balance() const {
    for (const L2Slice& slice : slices_) slice.check_balance(Balance(slice.name()));
  }
  const SliceMap& map() const { return map_; }
  DramSystem& dram() { return dram_; }

 private:
  const SliceMap map_;
  ClockDomain icnt_clock_, l2_clock_, dram_clock_;
  Crossbar crossbar_;
  std::deque<L2Slice> slices_;
  DramSystem dram_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <deque>

#include "hw/gpu/gpu_config.hpp"
#include "hw/memory/memory_system.hpp"
#include "hw/sim/failure.hpp"

namespace heddle {

/// The memory of a GPU, from the crossbar to DRAM, with a source of reads in the place of each SM. There is
/// one in a process: SystemC elaborates once.
template <class Source>
class DrivenMemory {
 public:
  DrivenMemory(const GpuConfig& gpu, const typename Source::Config& config)
      : period_fs_(gpu.core_period_fs()),
        core_("core", period_fs_, gpu.clocking()),
        memory_("memory", {gpu.icnt, gpu.l2, gpu.dram, gpu.memory_mib << 20}, gpu.sms, gpu.clocking(),
                statistics_) {
    for (unsigned k = 0; k < gpu.sms; ++k) {
      sources_.emplace_back(fmt::format("source{}", k).c_str(), k, config, core_);
      sources_.back().port.socket.bind(memory_.sm(k));
    }
  }

  std::deque<Source>& sources() { return sources_; }
  /// Of the SMs' clock.
  double ns(std::uint64_t cycles) const { return static_cast<double>(cycles * period_fs_) * 1e-6; }
  void run(std::uint64_t cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * period_fs_));
    rethrow_failure();
  }
  /// Runs until all reads that are under way have been answered.
  void drain() {
    for (Source& s : sources_) s.stop();
    for (bool busy = true; busy;) {
      run(100);
      busy = false;
      for (const Source& s : sources_) busy |= s.port.outstanding() != 0;
    }
  }

 private:
  const std::uint64_t period_fs_;
  StatGroup statistics_;
  ClockDomain core_;
  MemorySystem memory_;
  std::deque<Source> sources_;
};

}  // namespace heddle

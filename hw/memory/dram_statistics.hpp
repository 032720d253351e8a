#pragma once

#include "hw/memory/dram_channel.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Watches the requests of a Dram and counts; changes nothing. Cycles are those of the DRAM's command clock.
class DramStatistics {
 public:
  DramStatistics(StatGroup& group, const DramConfig& config);

  void see_access(const DramAccess& access, bool write, unsigned bursts);
  void see_response(Cycle latency) {
    ++responses_;
    latency_ += latency;
  }
  void see_atomic() { ++atomics_; }
  void see_error() { ++errors_; }
  void see_queue_wait(Cycle cycles) {
    ++queue_full_;
    queue_wait_ += cycles;
  }
  void see_refusal() { ++refused_; }
  void see_cycles(Cycle cycles) { cycles_ += cycles; }

 private:
  Counter &cycles_, &requests_, &reads_, &writes_, &atomics_, &bursts_, &bytes_, &hits_, &closed_,
      &conflicts_, &busy_, &responses_, &latency_, &errors_, &queue_full_, &queue_wait_, &refused_;
};

}  // namespace heddle

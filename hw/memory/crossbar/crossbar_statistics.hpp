// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/clock_domain.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What is counted for one direction of the crossbar. Cycles are the interconnect's.
class CrossbarStatistics {
 public:
  CrossbarStatistics(StatGroup& group, unsigned outputs);

  void see_packet(unsigned flits, unsigned bytes) {
    ++packets_;
    flits_ += flits;
    bytes_ += bytes;
  }
  void see_latency(Cycle cycles) {
    ++delivered_;
    latency_ += cycles;
  }
  /// `elapsed` cycles in which so many packets waited for each reason.
  void see_cycles(Cycle elapsed, unsigned contending, unsigned output_full, unsigned input_full) {
    cycles_ += elapsed;
    contention_ += elapsed * contending;
    output_full_ += elapsed * output_full;
    input_full_ += elapsed * input_full;
  }

 private:
  Counter &cycles_, &packets_, &flits_, &bytes_, &delivered_, &latency_, &contention_, &output_full_,
      &input_full_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/memory/controller/command_scheduler.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What is counted for one DRAM channel. Cycles are those of the command clock.
class ControllerStatistics {
 public:
  /// `clock` counts the cycles of the DRAM's clock, once for all channels: so their bandwidths add up.
  ControllerStatistics(StatGroup& group, const Gddr5Config& device, const Counter& clock);

  void see_cycles(Cycle elapsed, std::size_t reads, std::size_t writes, bool gate_closed) {
    cycles_ += elapsed;
    reads_queued_ += elapsed * reads;
    writes_queued_ += elapsed * writes;
    if (gate_closed) queue_full_ += elapsed;
  }
  void see_command(const CommandScheduler::Command& command);
  void see_drains(std::uint64_t drains) { write_drains_ += drains - write_drains_.value(); }
  void see_forward() { ++forwarded_; }
  void see_error() { ++errors_; }
  void see_response(bool read, Cycle latency) {
    ++(read ? read_responses_ : write_responses_);
    (read ? read_latency_ : write_latency_) += latency;
  }

 private:
  void see_first(const DramRequest& request);

  const unsigned burst_bytes_, burst_cycles_;
  Counter &cycles_, &requests_, &reads_, &writes_, &forwarded_, &errors_;
  Counter &commands_, &activates_, &precharges_, &refreshes_, &bursts_, &read_bursts_, &write_bursts_;
  Counter &hits_, &misses_, &conflicts_, &write_drains_, &bytes_, &busy_;
  Counter &reads_queued_, &writes_queued_, &queue_full_;
  Counter &read_responses_, &write_responses_, &read_latency_, &write_latency_;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/run/run.hpp"

namespace heddle {

/// The host's time and memory for one run. Rates are per second of processor time in launches.
struct BenchRow {
  std::string workload{}, technique = "-";  ///< "-": none
  unsigned sms = 0;                         ///< 0: without time
  double warp_instructions = 0;             ///< of the program
  double offered = 0;  ///< warp instructions that techniques have issued: MOVs, assist warps
  double cycles = 0;
  HostCost host{};                    ///< of the fastest run
  std::vector<double> all_seconds{};  ///< processor time in launches of each run
  std::vector<double> all_wall{};     ///< time that passed in them
  bool passed = false;

  bool baseline() const { return technique == "-"; }
  double instructions_per_second() const { return warp_instructions / host.launch_seconds; }
  double cycles_per_second() const { return cycles / host.launch_seconds; }
  double peak_megabytes() const { return static_cast<double>(host.peak_bytes) * 1e-6; }
};

/// Runs the request `repeats` times, each in a process of its own; the fastest counts, because other work on
/// the host only ever slows a run.
BenchRow measure(const RunRequest& request, unsigned repeats);
/// The same for two requests, by turns, so that what else the host does slows both alike.
std::array<BenchRow, 2> measure_by_turns(const std::array<RunRequest, 2>& requests, unsigned repeats);
/// The same as `measure`, without time.
BenchRow measure_functional(const RunRequest& request, unsigned repeats);

/// The rate of a run by that of another one on the same workload, over the turns. The program's instructions
/// count alone; by instruction executed, those of techniques count, too: simulating them is the work of a
/// run.
struct RateShare {
  double median = 0, least = 0, most = 0;
  double by_executed = 0;  ///< the median by instruction executed
};
RateShare rate_share(const BenchRow& run, const BenchRow& other);

/// By how many times fewer seconds pass in a run than in another one of the same, over the turns.
struct SpeedUp {
  double median = 0, least = 0, most = 0;
};
SpeedUp speed_up(const BenchRow& run, const BenchRow& other);

nlohmann::ordered_json json_of(const BenchRow& row);

}  // namespace heddle

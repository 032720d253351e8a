// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/bench/measure.hpp"

namespace heddle {

/// The speed of a peer on the same kernels: GPGPU-Sim 4.2 with its GTX 480 configuration (a fault of its hash
/// map mended, compression off), measured on the machine on which Heddle's goals were set. Ranges are over
/// vector add of 1 M, matmul 192, pathfinder 50000 x 21, hotspot 256 and bfs of 16 k.
struct PeerFigures {
  double least_instructions, most_instructions;  ///< warp instructions per CPU second
  double least_cycles, most_cycles;              ///< cycles per CPU second; 0: not measured
};
inline constexpr PeerFigures gpgpu_sim_15_sms{9e3, 21e3, 0.9e3, 2.5e3};
inline constexpr PeerFigures gpgpu_sim_1_sm{20e3, 38e3, 0, 0};
inline constexpr double gpgpu_sim_least_megabytes = 90, gpgpu_sim_most_megabytes = 210;

/// The peer's figures for a machine of so many SMs; null when it was not measured with them.
const PeerFigures* peer_of(unsigned sms);

/// The workloads to which the promises refer, at their default sizes.
std::vector<std::string> promised_workloads();

/// A goal that the project has set itself.
struct Promise {
  std::string what{}, unit{};
  double measured = 0, goal = 0;
  bool at_most = false;  ///< the goal is an upper bound

  bool kept() const { return at_most ? measured <= goal : measured >= goal; }
};

/// The promises for which `rows` hold the figures: rate of the platform on 15 SMs without techniques and
/// compressed, memory, cost of a warp instruction on 1 against 15 SMs, rate without time. Whether they hold
/// depends on the host.
std::vector<Promise> promises_of(const std::vector<BenchRow>& rows);
/// Rows of one workload, as long as they are in `rows`: the cost of a warp instruction is flat.
std::vector<Promise> length_promises_of(const std::vector<BenchRow>& rows);

/// Runs of the same machines under tandem execution.
std::vector<Promise> check_promises_of(const std::vector<BenchRow>& rows,
                                       const std::vector<BenchRow>& checked);

nlohmann::ordered_json json_of(const Promise& promise);

}  // namespace heddle

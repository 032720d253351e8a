// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hw/gpu/gpu_config.hpp"

namespace heddle {

/// A pattern of accesses, the same in each channel, and the least command cycles that the device's timing
/// allows a burst of it.
struct DramPattern {
  std::string name{}, limit{};
  double cycles_a_burst = 0;
};

/// What the timing of one channel allows, computed from its parameters alone and not from a scheduler's
/// state:
///
/// - `row`: lines of one open row. Bursts of a bank, and so of a bank group, are tCCDL apart.
/// - `rows`: bursts that go round the bank groups, all rows open: tCCD, or what is left of tCCDL.
/// - `conflicts`: a new row of the same bank for each burst: activate to activate of a bank.
/// - `banks`: a new row for each burst, going round the banks: activates of any banks are tRRD apart, and a
///   burst takes three commands.
/// - `turns`: reads and writes in turn, bursts that go round the bank groups, all rows open. The bus turns
/// round
///   twice for as many bursts of each as the controller's queues can gather.
/// - `random`: bursts of random rows of random banks; tRRD again, where no two of them meet in a bank.
std::vector<DramPattern> dram_patterns(const DramConfig& dram);

struct DramMeasurement {
  DramPattern pattern{};
  double bound = 0, measured = 0;  ///< GB/s of all channels
};

/// Measures the controllers and devices of a GPU alone, driven at their ports with as many requests as they
/// take. `cycles`: of the command clock, for each pattern. One call a process.
std::vector<DramMeasurement> measure_dram(const GpuConfig& gpu, std::uint64_t seed = 1,
                                          unsigned cycles = 40'000);

std::string text_of(const std::vector<DramMeasurement>& all);
nlohmann::ordered_json json_of(const std::vector<DramMeasurement>& all);

}  // namespace heddle

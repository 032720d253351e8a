// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "models/base/statistics.hpp"
#include "tb/cosim/watch/system_coverage.hpp"
#include "tb/fuzz/machine/hazard_watch.hpp"

namespace heddle::fuzz {

/// What runs on machines have reached: which statistics were ever nonzero (each kind of stall and each path
/// of a technique has one), and, in the runs that were watched, the coverage points of the blocks and close
/// dependences.
struct MachineCoverage {
  struct Counts {
    std::uint64_t runs = 0, reached = 0;
  };
  Counts structural{};  ///< runs; those in which issue slots were lost to full pipelines or memory
  std::map<std::string, Counts> statistics{};  ///< runs that have it; those in which it was not 0
  ReachedByBlock blocks{};
  CloseHazards hazards{};

  void add(const MachineCoverage& other);
  /// Adds a run's counters: the totals over SMs, slices and channels, not the parts.
  void add(const StatGroup& run);
};

nlohmann::ordered_json json_of(const MachineCoverage& coverage);
MachineCoverage machine_coverage_of(const nlohmann::ordered_json& json);

/// For people: how many statistics were reached, and the names of those that were not.
std::string text_of(const MachineCoverage& coverage);

}  // namespace heddle::fuzz

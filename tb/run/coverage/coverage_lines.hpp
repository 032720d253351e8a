// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/cosim/watch/system_coverage.hpp"

namespace heddle {

/// How much of a block's coverage a system has reached.
struct ReachedPoints {
  unsigned demanded = 0, reached = 0;                           ///< points that can arise anywhere
  unsigned bench_only = 0, never_in_system = 0, by_chance = 0;  ///< points that are not demanded
  std::vector<std::string> missing{};                           ///< demanded and never seen
  std::vector<std::string> wrong{};  ///< seen, though declared never to arise in a system
};
ReachedPoints count_points(const BlockReached& block);

/// The names as a list; consecutive members of a family become one entry: "read {} granted" with the numbers
/// 3..7.
std::vector<std::string> in_families(const std::vector<Coverage::Point>& points);

/// The coverage of a run as lines of its report.
std::string coverage_lines(const ReachedByBlock& reached);

}  // namespace heddle

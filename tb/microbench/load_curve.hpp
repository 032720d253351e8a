// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle {

/// What came of one load that was offered. The units are the curve's.
struct LoadPoint {
  double offered = 0, accepted = 0, latency = 0;
};

/// Latency against load, of one kind of traffic.
struct LoadCurve {
  std::string name{};
  std::vector<LoadPoint> points{};
};

}  // namespace heddle

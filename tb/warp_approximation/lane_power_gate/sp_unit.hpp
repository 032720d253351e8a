// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/warp_approximation/lane_power_gate/lane_power_gate.hpp"
#include "models/base/random.hpp"

namespace heddle {

/// An SP unit that keeps to the rules: an instruction wants its lanes until they are on, is dispatched, and
/// keeps them busy in each stage; then there is a gap, often of about as many cycles as idle lanes stay on.
class SpUnit {
 public:
  SpUnit(const LanePowerGateConfig& config, std::uint64_t seed) : config_(config), random_(seed) {}

  /// Begins with an empty pipeline.
  void begin();
  /// The next cycle's demand from the power that is seen.
  LaneDemand next(const LanePower& power);

 private:
  LaneMask draw_lanes();

  LanePowerGateConfig config_;
  Random random_;
  std::array<LaneMask, 8> stages_{};
  unsigned depth_ = 1, gap_ = 0;
  LaneMask wanted_ = 0;
  bool approximated_ = false;  // all instructions execute in the representative lane
  LaneMask representative_ = 0;
};

}  // namespace heddle

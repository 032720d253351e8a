// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"
#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// How the windows of a controller's throttle end.
class AssistThrottleCoverage {
 public:
  AssistThrottleCoverage(Coverage& coverage, const AssistWarpControllerConfig& config);

  /// An edge; `any_low`: an assist warp of low priority lives before it. `throttled` is what the state says.
  void see(const AssistUse& use, bool any_low, bool throttled);
  void see_reset();

 private:
  void see_end();

  const AssistWarpControllerConfig config_;
  unsigned cycles_ = 0, idle_ = 0, busy_ = 0;
  bool throttled_ = false, paused_ = false;

  std::uint64_t& whole_;
  std::uint64_t *pauses_ = nullptr, *reset_within_ = nullptr, *for_idle_ = nullptr, *idle_limit_ = nullptr,
                *for_busy_ = nullptr, *busy_limit_ = nullptr, *goes_on_ = nullptr, *stays_ = nullptr,
                *nobody_ = nullptr, *reset_throttled_ = nullptr;
};

}  // namespace heddle

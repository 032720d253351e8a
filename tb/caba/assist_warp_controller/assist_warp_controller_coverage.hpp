// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/caba/assist_warp_controller/assist_event_coverage.hpp"
#include "tb/caba/assist_warp_controller/assist_flow_coverage.hpp"
#include "tb/caba/assist_warp_controller/assist_throttle_coverage.hpp"

namespace heddle {

/// What comes to a controller, and in which state: events, the flow of instructions, and the throttle.
class AssistWarpControllerCoverage final : public BlockCoverage {
 public:
  explicit AssistWarpControllerCoverage(const AssistWarpControllerConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  SeenAssistWarps seen_;
  bool in_reset_ = true;
  AssistEventCoverage events_;
  AssistFlowCoverage flow_;
  AssistThrottleCoverage throttle_;
};

}  // namespace heddle

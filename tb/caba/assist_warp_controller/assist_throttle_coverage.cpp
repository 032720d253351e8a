// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_controller/assist_throttle_coverage.hpp"

namespace heddle {
namespace {

const Arises load = by_chance("how busy an SM is beside its assist warps is the workload's choice");

}  // namespace

AssistThrottleCoverage::AssistThrottleCoverage(Coverage& coverage, const AssistWarpControllerConfig& config)
    : config_(config), whole_(coverage.point("a window of the throttle ends", load)) {
  if (config.throttle_window > 1) {
    pauses_ = &coverage.point("a window goes on after a time without low priority", load);
    reset_within_ = &coverage.point("reset within a window", only_a_bench_resets());
  }
  const bool by_idle = config.least_idle != 0, by_busy = config.most_busy < config.throttle_window;
  if (by_idle) for_idle_ = &coverage.point("throttled, as too few slots were idle", load);
  if (by_idle && config.least_idle <= config.throttle_window)
    idle_limit_ = &coverage.point("just as many slots were idle as must be", load);
  if (by_busy) {
    for_busy_ = &coverage.point("throttled, as units were busy too often", load);
    busy_limit_ = &coverage.point("units were just as often busy as they may be", load);
  }
  if (!by_idle && !by_busy) return;
  stays_ = &coverage.point("throttled for two windows", load);
  nobody_ = &coverage.point("throttled while nobody of low priority lives", load);
  reset_throttled_ = &coverage.point("reset while throttled", only_a_bench_resets());
  if (config.least_idle <= config.throttle_window)
    goes_on_ = &coverage.point("throttled no more behind a window", load);
}

void AssistThrottleCoverage::see_end() {
  ++whole_;
  const bool few = idle_<config_.least_idle, many = busy_> config_.most_busy;
  if (for_idle_ != nullptr) *for_idle_ += few && !many;
  if (idle_limit_ != nullptr) *idle_limit_ += idle_ == config_.least_idle && !many;
  if (for_busy_ != nullptr) {
    *for_busy_ += many && !few;
    *busy_limit_ += busy_ == config_.most_busy && !few;
  }
  if (goes_on_ != nullptr) *goes_on_ += throttled_ && !few && !many;
  if (stays_ != nullptr) *stays_ += throttled_ && (few || many);
  cycles_ = idle_ = busy_ = 0;
}

void AssistThrottleCoverage::see(const AssistUse& use, bool any_low, bool throttled) {
  throttled_ = throttled;
  if (nobody_ != nullptr) *nobody_ += throttled && !any_low;
  if (!any_low) {
    paused_ = cycles_ != 0;
    return;
  }
  if (pauses_ != nullptr) *pauses_ += paused_;
  paused_ = false;
  idle_ += use.idle;
  busy_ += use.busy;
  if (++cycles_ == config_.throttle_window) see_end();
}

void AssistThrottleCoverage::see_reset() {
  if (reset_within_ != nullptr) *reset_within_ += cycles_ != 0;
  if (reset_throttled_ != nullptr) *reset_throttled_ += throttled_;
  cycles_ = idle_ = busy_ = 0;
  throttled_ = paused_ = false;
}

}  // namespace heddle

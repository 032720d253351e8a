// SPDX-License-Identifier: Apache-2.0
#include "tb/caba/assist_warp_controller/assist_warp_controller_coverage.hpp"

namespace heddle {

AssistWarpControllerCoverage::AssistWarpControllerCoverage(const AssistWarpControllerConfig& config)
    : seen_(config), events_(coverage, config), flow_(coverage, config), throttle_(coverage, config) {}

void AssistWarpControllerCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  const auto& answer = *reinterpret_cast<const Beat<AssistAnswer>*>(out[0]);
  const auto& fetch = *reinterpret_cast<const Beat<AssistFetch>*>(out[1]);
  const AssistState& state = reinterpret_cast<const Level<AssistState>*>(out[2])->payload;
  if (!rst_n) {
    if (!in_reset_) {
      events_.reset(answer.valid, seen_);
      flow_.reset(fetch.valid, seen_);
      throttle_.see_reset();
    }
    in_reset_ = true;
    seen_.reset();
    return;
  }
  in_reset_ = false;
  if (answer.valid) events_.decided(answer.payload, seen_);
  if (fetch.valid) flow_.decided(fetch.payload, seen_);
  seen_.decided(answer, fetch);

  const AssistInputs inputs(in);
  events_.come(inputs, seen_);
  flow_.come(inputs, seen_, state);
  throttle_.see(inputs.use, seen_.any_low(), state.throttled);
  seen_.come(inputs);
}

}  // namespace heddle

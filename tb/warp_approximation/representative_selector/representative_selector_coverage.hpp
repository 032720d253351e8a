// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/warp_approximation/representative_selector/representative_selector.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warp_approximation/lane_mask_coverage.hpp"

namespace heddle {

/// Which lanes were chosen, of which.
class RepresentativeSelectorCoverage final
    : public FeedForwardCoverage<RepresentedLanes, RepresentativeLane> {
 public:
  explicit RepresentativeSelectorCoverage(const RepresentativeSelectorConfig& config)
      : FeedForwardCoverage(1),
        masks_(coverage),
        same_again_(coverage.point("the same lanes again", chance_of_program())) {
    const auto policy = static_cast<RepresentativePolicy>(config.policy);
    // The lowest of several is not lane 31; the highest and the middle one are not lane 0.
    using enum RepresentativePolicy;
    first_ = policy == highest || policy == middle ? 1 : 0;
    chosen_ = coverage.points("lane {} is chosen of several", first_,
                              policy == lowest ? warp_size - 2 : warp_size - 1, chance_of_program());
    if (policy == random)
      other_lane_ = &coverage.point("the lanes of the request before, by another lane", chance_of_program());
  }

 private:
  unsigned see_request(const RepresentedLanes& request) override {
    masks_.see(request.active);
    const bool again = request == last_;
    same_again_ += again;
    last_ = request;
    const bool several = (request.active & (request.active - 1)) != 0;
    return (again ? 2 : 0) | (several ? 1 : 0);
  }

  void see_response(const RepresentativeLane& response, unsigned remembered, Neighbours) override {
    if (remembered & 1) ++*chosen_[response.lane.value - first_];
    if (other_lane_ != nullptr) *other_lane_ += (remembered & 2) != 0 && response.lane != last_lane_;
    last_lane_ = response.lane;
  }

  LaneMaskCoverage masks_;
  std::uint64_t& same_again_;
  std::vector<std::uint64_t*> chosen_;
  unsigned first_ = 0;
  std::uint64_t* other_lane_ = nullptr;
  RepresentedLanes last_{};
  Bits<5> last_lane_{};
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hw/warp_approximation/similarity_selector/similarity_selector.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warp_approximation/lane_mask_coverage.hpp"

namespace heddle {

/// Which lanes' values a selector gave.
class SimilaritySelectorCoverage final : public FeedForwardCoverage<ExecutedResult, SelectedResult> {
 public:
  explicit SimilaritySelectorCoverage(const SimilaritySelectorConfig&)
      : FeedForwardCoverage(1),
        masks_(coverage),
        unique_(coverage.points("the value of lane {} is selected, which no other lane has", 0, warp_size - 1,
                                chance_of_program())),
        same_again_(coverage.point("the same request again", chance_of_program())),
        other_lanes_(coverage.point("the same data with other active lanes", chance_of_program())) {}

 private:
  unsigned see_request(const ExecutedResult& request) override {
    masks_.see(request.active);
    same_again_ += request == last_;
    other_lanes_ += request.data == last_.data && request.active != last_.active;
    last_ = request;
    return lowest_lane(request.active);
  }

  void see_response(const SelectedResult& response, unsigned lane, Neighbours) override {
    const auto& lanes = response.data.lane;
    if (response.active != 0 && std::count(lanes.begin(), lanes.end(), response.representative) == 1)
      ++*unique_[lane];
  }

  LaneMaskCoverage masks_;
  std::vector<std::uint64_t*> unique_;
  std::uint64_t &same_again_, &other_lanes_;
  ExecutedResult last_{};
};

}  // namespace heddle

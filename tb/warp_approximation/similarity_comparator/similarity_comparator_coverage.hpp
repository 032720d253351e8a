// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/warp_approximation/similarity_comparator/similarity_comparator.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warp_approximation/lane_mask_coverage.hpp"

namespace heddle {

/// Which lane and which bit decided what a comparator said.
class SimilarityComparatorCoverage final : public FeedForwardCoverage<SelectedResult, ComparedResult> {
 public:
  explicit SimilarityComparatorCoverage(const SimilarityComparatorConfig& config);

 private:
  using Points = std::vector<std::uint64_t*>;

  unsigned see_request(const SelectedResult& request) override;
  void see_response(const ComparedResult& response, unsigned d, Neighbours of_request) override;
  void see_lanes(const SelectedResult& request);
  void see_bounds(const SelectedResult& request);

  const bool selects_;
  LaneMaskCoverage masks_;
  std::array<Points, 32> decides_;  ///< by bit and lane
  std::array<Points, 31> unequal_;  ///< by bit below d, and lane
  Points inactive_;
  Points similar_, dissimilar_;                                 ///< by d
  Points difference_at_, difference_below_, difference_above_;  ///< by d
  Points input_counts_, input_free_;                            ///< by bit
  std::array<std::uint64_t*, 4> verdicts_;                      ///< by bypass and similar
  std::uint64_t &equal_, &only_similar_, &same_again_, &other_lanes_, &other_d_, &other_value_;
  SelectedResult last_{};
};

}  // namespace heddle

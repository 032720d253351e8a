// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "hw/warp_approximation/value_broadcaster/value_broadcaster.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "tb/warp_approximation/lane_mask_coverage.hpp"

namespace heddle {

/// Which lanes' values were broadcast.
class ValueBroadcasterCoverage final : public FeedForwardCoverage<ReadOperand, SpreadOperand> {
 public:
  explicit ValueBroadcasterCoverage(const ValueBroadcasterConfig&)
      : FeedForwardCoverage(1),
        unique_(coverage.points("the value of lane {} is broadcast, which no other lane has", 0,
                                warp_size - 1, chance_of_program())),
        others_(coverage.points("a value is broadcast that all lanes but lane {} have", 0, warp_size - 1,
                                chance_of_program())),
        named_(
            coverage.points("lane {} is named without a broadcast", 0, warp_size - 1, chance_of_program())),
        same_again_(coverage.point("the same request again", chance_of_program())),
        other_lane_(coverage.point("another lane of the same data", chance_of_program())),
        begins_(coverage.point("a broadcast behind the same request without one", chance_of_program())),
        ends_(coverage.point("no broadcast behind the same request with one", chance_of_program())) {}

 private:
  unsigned see_request(const ReadOperand& request) override {
    const bool same_lane = request.lane == last_.lane;
    if (request.broadcast)
      see_broadcast(request);
    else
      ++*named_[request.lane.value];
    if (request.data == last_.data) {
      same_again_ += request == last_;
      other_lane_ += !same_lane && request.broadcast && last_.broadcast;
      begins_ += same_lane && request.broadcast && !last_.broadcast;
      ends_ += same_lane && !request.broadcast && last_.broadcast;
    }
    last_ = request;
    return 0;
  }

  void see_broadcast(const ReadOperand& request) {
    const auto& lanes = request.data.lane;
    const std::uint32_t value = lanes[request.lane.value];
    const auto alike = std::count(lanes.begin(), lanes.end(), value);
    if (alike == 1) ++*unique_[request.lane.value];
    if (alike == warp_size - 1)
      for (unsigned i = 0; i < warp_size; ++i) *others_[i] += lanes[i] != value;
  }

  void see_response(const SpreadOperand&, unsigned, Neighbours) override {}

  std::vector<std::uint64_t*> unique_, others_, named_;
  std::uint64_t &same_again_, &other_lane_, &begins_, &ends_;
  ReadOperand last_{};
};

}  // namespace heddle

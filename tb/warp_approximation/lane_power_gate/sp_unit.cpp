// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/lane_power_gate/sp_unit.hpp"

#include <algorithm>

namespace heddle {

void SpUnit::begin() {
  stages_ = {};
  depth_ = 1 + random_.below(static_cast<unsigned>(stages_.size()));
  gap_ = 0;
  wanted_ = 0;
  approximated_ = random_.one_in(2);
  representative_ = LaneMask{1} << random_.below(warp_size);
}

LaneMask SpUnit::draw_lanes() {
  if (approximated_) return representative_;
  const std::uint64_t r = random_();
  switch (random_.below(4)) {
    case 0:
      return all_lanes;
    case 1:
      return LaneMask{1} << (r & 31);
    case 2:  // a warp whose last lanes were never launched
      return all_lanes >> (r & 31);
    default:
      return static_cast<LaneMask>(r);
  }
}

LaneDemand SpUnit::next(const LanePower& power) {
  // What was wanted in the cycle that is seen is dispatched in it, if its lanes were on.
  const bool dispatched = wanted_ != 0 && (wanted_ & ~power.on) == 0;
  std::copy_backward(stages_.begin(), stages_.end() - 1, stages_.end());
  stages_[0] = dispatched ? wanted_ : 0;
  if (dispatched) {
    wanted_ = 0;
    const unsigned about = random_.below(depth_ + config_.idle_detect + 3);
    gap_ = random_.one_in(2)   ? random_.below(3)
           : random_.one_in(3) ? depth_ + config_.idle_detect - 1
                               : about;
  }
  if (wanted_ == 0 && gap_-- == 0) wanted_ = draw_lanes();
  LaneDemand demand{.wanted = wanted_, .busy = 0};
  for (unsigned s = 0; s < depth_; ++s) demand.busy |= stages_[s];
  return demand;
}

}  // namespace heddle

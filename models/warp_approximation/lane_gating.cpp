// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/lane_gating.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

template <class F>
void for_each_lane(LaneMask lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace

void LaneGating::step(std::uint64_t now, LaneMask wanted, LaneMask busy) {
  const LaneMask called = gated_ & wanted, idle = on_ & ~wanted & ~busy;
  for_each_lane(called, [&](unsigned i) { turns_[i] = now + wake_up_; });
  for_each_lane(idle & ~idle_, [&](unsigned i) { turns_[i] = now + idle_detect_ - 1; });
  LaneMask due = 0;
  for_each_lane(waking() | called | idle, [&](unsigned i) {
    if (turns_[i] <= now) due |= LaneMask{1} << i;
  });
  woken_ = due & ~idle;
  on_ = (on_ | woken_) & ~(due & idle);
  gated_ = (gated_ & ~called) | (due & idle);
  idle_ = idle & ~due;
}

std::uint64_t LaneGating::next(std::uint64_t now) const {
  // A lane that is on since this edge may be idle from the next one on.
  if (woken_ != 0) return now + 1;
  std::uint64_t first = ~std::uint64_t{0};
  for_each_lane(waking() | idle_, [&](unsigned i) { first = std::min(first, turns_[i]); });
  return first;
}

}  // namespace heddle

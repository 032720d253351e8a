// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/barrier_clocks.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

using Time = BarrierClocks::Time;

template <class F>
void for_each_warp(BarrierClocks::WarpSet warps, F&& f) {
  for (; warps != 0; warps &= warps - 1) f(static_cast<unsigned>(std::countr_zero(warps)));
}

}  // namespace

BarrierClocks::BarrierClocks(unsigned warps)
    : time_(warps, 0), seen_(warps, std::vector<Time>(warps, 0)), at_(warps, 0) {}

Time BarrierClocks::seen_of_all(unsigned warp) const {
  return *std::min_element(seen_[warp].begin(), seen_[warp].end());
}

void BarrierClocks::arrive(unsigned warp, const BarrierArrival& arrival) {
  Barrier& b = barriers_[arrival.number];
  if (b.expected != 0 && b.arrivals >= b.expected) b = {};  // the barrier has opened and no warp waited there
  if (b.seen.empty()) b.seen.assign(time_.size(), 0);
  b.expected = arrival.warps != 0 ? arrival.warps : static_cast<unsigned>(time_.size());
  ++b.arrivals;
  time_[warp] = ++now_;
  join(b.seen, seen_[warp]);
  b.seen[warp] = now_;
  at_[warp] = static_cast<std::uint8_t>(arrival.number);
}

std::vector<Time> BarrierClocks::release(unsigned warp) {
  time_[warp] = ++now_;
  std::vector<Time> released = seen_[warp];
  released[warp] = now_;
  return released;
}

void BarrierClocks::join(std::vector<Time>& into, const std::vector<Time>& other) {
  into.resize(other.size());
  for (std::size_t k = 0; k < into.size(); ++k) into[k] = std::max(into[k], other[k]);
}

void BarrierClocks::open(WarpSet released, bool whole) {
  if (whole) last_whole_ = ++now_;
  while (released != 0) {
    const unsigned number = at_[static_cast<unsigned>(std::countr_zero(released))];
    Barrier& b = barriers_[number];
    WarpSet here = 0;
    for_each_warp(released, [&](unsigned w) { here |= WarpSet{at_[w] == number} << w; });
    released &= ~here;
    // Warps that wait here, and those that have ended, have made no accesses since their last clock value.
    if (whole) for_each_warp(here | ended_, [&](unsigned w) { b.seen[w] = now_; });
    for_each_warp(here, [&](unsigned w) {
      join(seen_[w], b.seen);
      if (whole) time_[w] = now_;
    });
    b = {};
  }
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>

#include "models/base/warp_register.hpp"
#include "models/warp_approximation/functional/parameters.hpp"

namespace heddle::approximate {

constexpr LaneMask mask_of(unsigned lane) { return LaneMask{1} << lane; }
constexpr bool within(LaneMask lanes, LaneMask all) { return (lanes & ~all) == 0; }

/// Calls f(lane) for each lane, the lowest first.
template <class F>
constexpr void each_lane(LaneMask lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// The lane of `lanes` that represents them. `lanes` is not empty.
constexpr unsigned representative_of(LaneMask lanes, Policy policy) {
  if (policy == Policy::highest) return warp_size - 1 - static_cast<unsigned>(std::countl_zero(lanes));
  if (policy == Policy::middle)
    for (int below = std::popcount(lanes) / 2; below > 0; --below) lanes &= lanes - 1;
  return static_cast<unsigned>(std::countr_zero(lanes));
}

/// The smallest d at which `lanes` hold d-similar values (Wong2016, section 1), 0 to 32.
constexpr unsigned level_of(const WarpRegister& value, LaneMask lanes) {
  std::uint32_t ones = 0, zeros = 0;  // bits that are 1, or 0, in some lane
  each_lane(lanes, [&](unsigned lane) {
    ones |= value[lane];
    zeros |= ~value[lane];
  });
  return static_cast<unsigned>(std::bit_width(ones & zeros));
}

}  // namespace heddle::approximate

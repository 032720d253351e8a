// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {

/// The next of a set of warps after the one that was taken last.
class RoundRobin {
 public:
  /// `warps` is not zero.
  unsigned next(WarpMask warps) {
    const WarpMask after = last_ == 63 ? 0 : warps >> (last_ + 1) << (last_ + 1);
    return last_ = static_cast<unsigned>(std::countr_zero(after != 0 ? after : warps));
  }

 private:
  unsigned last_ = 63;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"

namespace heddle {

/// Masks of active lanes: none, all, halves, any, two; and in turn each lane alone, all but each, from each
/// lane upward, and up to each.
class LaneMasks {
 public:
  LaneMask draw(Random& random) {
    constexpr std::array<LaneMask, 4> shapes{0x0000ffff, 0xffff0000, 0x55555555, 0xaaaaaaaa};
    const std::uint32_t kind = random.below(32);
    if (kind < 2) return 0;
    if (kind < 4) return shapes[random.below(shapes.size())];
    if (kind < 8) return static_cast<LaneMask>(random());
    if (kind < 10) return 1u << random.below(warp_size) | 1u << random.below(warp_size);
    if (kind < 18) return all_lanes;
    const unsigned lane = turn_ % warp_size, shape = turn_ / warp_size % 4;
    ++turn_;
    const std::array<LaneMask, 4> turns{1u << lane, ~(1u << lane), all_lanes << lane,
                                        all_lanes >> (warp_size - 1 - lane)};
    return turns[shape];
  }

 private:
  unsigned turn_ = 0;
};

}  // namespace heddle

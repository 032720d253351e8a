// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/base/warp_register.hpp"
#include "models/warp_approximation/similarity.hpp"

namespace heddle {

/// Which active lane represents a warp (Wong2016, section 3.1.2, which uses the lowest and found that others
/// make no difference; those are Heddle's).
enum class RepresentativePolicy : std::uint8_t {
  lowest,
  highest,
  middle,  ///< of n active lanes the one with floor(n / 2) active lanes below it
  random,  ///< the first active lane from a random lane upward, wrapping
};
inline constexpr unsigned representative_policies = 4;

/// Chooses representative lanes. Only the random policy has a state: a shift register with linear feedback of
/// 16 bits, which passes through all values but 0 and makes one step for each choice.
class RepresentativeChoice {
 public:
  explicit constexpr RepresentativeChoice(RepresentativePolicy policy) : policy_(policy) {}

  /// The lane that represents `active`, 0 to 31; 0 when none is active.
  constexpr unsigned choose(LaneMask active) {
    const unsigned start = start_;
    start_ = static_cast<std::uint16_t>(start_ << 1 | feedback(start_));
    if (active == 0) return 0;
    switch (policy_) {
      case RepresentativePolicy::lowest:
        break;
      case RepresentativePolicy::highest:
        return 31 - static_cast<unsigned>(std::countl_zero(active));
      case RepresentativePolicy::middle:
        for (int below = std::popcount(active) / 2; below > 0; --below) active &= active - 1;
        break;
      case RepresentativePolicy::random:
        for (unsigned lane = start % warp_size;; lane = (lane + 1) % warp_size)
          if (active >> lane & 1) return lane;
    }
    return lowest_lane(active);
  }

  constexpr void reset() { start_ = first_start; }
  /// The register before the next choice; its five lowest bits are the lane from which that looks upward.
  constexpr std::uint16_t state() const { return start_; }

 private:
  static constexpr std::uint16_t first_start = 1;

  /// x^16 + x^15 + x^13 + x^4 + 1, which is primitive.
  static constexpr unsigned feedback(unsigned s) { return (s >> 15 ^ s >> 14 ^ s >> 12 ^ s >> 3) & 1; }

  RepresentativePolicy policy_;
  std::uint16_t start_ = first_start;
};

}  // namespace heddle

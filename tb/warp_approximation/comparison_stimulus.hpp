// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/warp_approximation/pins.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/random_words.hpp"
#include "tb/warp_approximation/lane_masks.hpp"

namespace heddle {

/// Results ahead of their comparison. Half of them are decided by one lane and one bit, each in turn, with d
/// below, at or above the bit; the others are equal, similar, affine in the lane or random, or the one before
/// again, as it was or with another mask or d.
class ComparisonStimulus {
 public:
  explicit ComparisonStimulus(std::uint64_t seed) : random_(seed), words_(seed + 1) {}

  /// Changes the request before to the next one.
  template <class Request>
  void draw(Request& request) {
    switch (random_.below(16)) {
      case 0:
        return;
      case 1:
        request.active = masks_.draw(random_);
        return;
      case 2:
        request.d = any_d();
        return;
      case 3:
        request.input = near_value(request.data, request.active, request.d.value);
        return;
      default:
        draw_values(request.data, request.active, request.d);
        request.input = near_value(request.data, request.active, request.d.value);
    }
  }

  /// The value with which these lanes are compared, or the same but for a bit at d or beside it, or anything.
  std::uint32_t near_value(const WarpRegister& data, LaneMask active, unsigned d);

 private:
  void draw_values(WarpRegister& data, LaneMask& active, Bits<5>& d);
  void one_lane_decides(WarpRegister& data, LaneMask& active, Bits<5>& d);
  Bits<5> any_d() { return {static_cast<std::uint8_t>(random_.below(32))}; }

  Random random_;
  RandomWords words_;
  LaneMasks masks_;
  static constexpr unsigned turns =
      2 * 32 * warp_size;  ///< each lane, each bit, which counts and which does not
  unsigned turn_ = 0;
};

}  // namespace heddle

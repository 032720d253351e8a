// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warped_compression/value_class.hpp"
#include "tb/warped_compression/value_generator.hpp"

namespace heddle {

/// The share of a class among the registers that are drawn by weight, of value_weight_sum: what workloads
/// show, and at least the floor.
unsigned value_weight(ValueClass value);
inline constexpr unsigned value_floor = 30;  ///< of 1,000 registers, before all weights are made to add up
inline constexpr unsigned value_weight_sum = 4096;

/// A succession of warp registers as a block of a GPU sees it: of all classes, by their weights; at times one
/// of the classes that decide between the block's encodings, the previous register again, or the previous one
/// with other values in some lanes. The first and the last register of a burst take all classes in turn, so
/// that each class stands beside idle cycles.
class ValueStimulus {
 public:
  /// A quarter of the registers are of the classes `decisive`, if there are any.
  explicit ValueStimulus(std::uint64_t seed, std::vector<ValueClass> decisive = {})
      : random_(seed), generator_(seed + 1), decisive_(std::move(decisive)) {}

  void draw(BurstPlace place, WarpRegister& lanes);

 private:
  void change_some(WarpRegister& lanes);

  Random random_;
  ValueGenerator generator_;
  const std::vector<ValueClass> decisive_;
  WarpRegister last_{};
  unsigned first_turn_ = 0, last_turn_ = 0;
};

}  // namespace heddle

#pragma once

#include <cstdint>

#include "models/base/random.hpp"
#include "models/base/warp_register.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/warped_compression/value_class.hpp"
#include "tb/warped_compression/value_generator.hpp"

namespace heddle {

/// The share of a class among the registers of a stimulus, of value_weight_sum: what workloads show, and at
/// least its floor.
unsigned value_weight(ValueClass value);
inline constexpr unsigned value_weight_sum = 4096;

/// A succession of warp registers as a block of a GPU sees it: of all classes, by their weights; at times the
/// register before once more, or with other values in some of its lanes. The first and the last register of a
/// burst take all classes in turn, so that each class stands beside idle cycles.
class ValueStimulus {
 public:
  explicit ValueStimulus(std::uint64_t seed) : random_(seed), generator_(seed + 1) {}

  void draw(BurstPlace place, WarpRegister& lanes);

 private:
  void change_some(WarpRegister& lanes);

  Random random_;
  ValueGenerator generator_;
  WarpRegister last_{};
  unsigned first_turn_ = 0, last_turn_ = 0;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/value_stimulus.hpp"

#include <algorithm>
#include <array>

namespace heddle {
namespace {

using Weights = std::array<unsigned, value_class_count>;

/// What is left by rounding goes to the last class, random.
Weights make_weights() {
  Weights weights{};
  unsigned sum = 0, left = value_weight_sum;
  for (unsigned k = 0; k < value_class_count; ++k) {
    weights[k] = std::max(value_classes[k].seen, value_floor);
    sum += weights[k];
  }
  for (unsigned& weight : weights) left -= weight = weight * value_weight_sum / sum;
  weights.back() += left;
  return weights;
}

const Weights& weights() {
  static const Weights all = make_weights();
  return all;
}

/// A class for each number below the sum of weights.
std::array<ValueClass, value_weight_sum> make_lots() {
  std::array<ValueClass, value_weight_sum> lots{};
  auto next = lots.begin();
  for (unsigned k = 0; k < value_class_count; ++k)
    next = std::fill_n(next, weights()[k], ValueClass{static_cast<std::uint8_t>(k)});
  return lots;
}

ValueClass drawn(Random& random) {
  static const auto lots = make_lots();
  return lots[random.below(value_weight_sum)];
}

ValueClass next_of(unsigned& turn) {
  return ValueClass{static_cast<std::uint8_t>(turn++ % value_class_count)};
}

}  // namespace

unsigned value_weight(ValueClass value) { return weights()[static_cast<unsigned>(value)]; }

void ValueStimulus::draw(BurstPlace place, WarpRegister& lanes) {
  const std::uint32_t kind = random_.below(16);
  if (place == BurstPlace::first)
    generator_.make(next_of(first_turn_), lanes);
  else if (place == BurstPlace::last)
    generator_.make(next_of(last_turn_), lanes);
  else if (kind == 0)
    lanes = last_;
  else if (kind == 1)
    change_some(lanes);
  else if (kind < 6 && !decisive_.empty())
    generator_.make(decisive_[random_.below(static_cast<std::uint32_t>(decisive_.size()))], lanes);
  else
    generator_.make(drawn(random_), lanes);
  last_ = lanes;
}

void ValueStimulus::change_some(WarpRegister& lanes) {
  WarpRegister other;
  generator_.make(drawn(random_), other);
  constexpr std::array<LaneMask, 4> shapes{0x0000ffff, 0xffff0000, 0x55555555, 0xaaaaaaaa};
  const LaneMask changed =
      random_.one_in(2) ? 1u << random_.below(warp_size) : shapes[random_.below(shapes.size())];
  for (unsigned i = 0; i < warp_size; ++i) lanes[i] = (changed >> i & 1) != 0 ? other[i] : last_[i];
}

}  // namespace heddle

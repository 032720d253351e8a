// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/warp_register.hpp"

namespace heddle {

/// The classes of values in the warp registers of a GPU. Each register is of exactly one class: of the first
/// in this order that describes it. value_classes.md tells how often workloads show each.
enum class ValueClass : std::uint8_t {
  zero,
  ones,
  sign_bit,
  largest,
  equal_small,
  equal_float,
  equal,
  lane_index,
  lane_index_from,
  affine_up,
  affine_down,
  byte_edge,
  byte_exceeded,
  half_edge,
  half_exceeded,
  one_lane_of_zero,
  one_lane_by_one,
  one_lane_by_bit,
  one_lane,
  pair_byte_edge,
  pair_byte_exceeded,
  pair_half_edge,
  pair_half_exceeded,
  pair_word_edge,
  pair_word_exceeded,
  one_pair,
  flags,
  width_edge,
  bytes,
  around_zero,
  halves,
  around_top,
  near_byte,
  near_half,
  outlier,
  pairs_equal,
  pairs_near,
  pair_outlier,
  three_bytes,
  denormals,
  floats,
  floats_special,
  doubles,
  mixed,
  random,
};
inline constexpr unsigned value_class_count = 45;

struct ValueClassInfo {
  const char* name;
  const char* description;
  /// Of 1,000 registers that workloads write, by value_classes.md.
  unsigned seen;
};

/// By number of the class.
extern const std::array<ValueClassInfo, value_class_count> value_classes;

inline const ValueClassInfo& info(ValueClass value) { return value_classes[static_cast<unsigned>(value)]; }

/// The class of a register, and the lowest and highest of its lanes' differences to lane 0.
struct Classified {
  ValueClass value;
  std::int32_t lowest_delta, highest_delta;
};
Classified look_at(const WarpRegister& lanes);
inline ValueClass classify(const WarpRegister& lanes) { return look_at(lanes).value; }

/// The lane that differs from all others, which are equal; of classes one_lane and those before it.
unsigned odd_lane(const WarpRegister& lanes);

/// Whether a lane has the first or last value of one, two or three bytes, or the next beyond.
bool at_width_edge(const WarpRegister& lanes);

}  // namespace heddle

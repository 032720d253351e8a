// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/warp_register.hpp"

namespace heddle {

/// Lee2015 section 3: how far the values of two successive threads are apart.
enum class ValueDistance : std::uint8_t { zero, within_128, within_32k, random };
inline constexpr std::array value_distance_words{"zero", "within_128", "within_32k", "random"};

/// The bin of |a - b|: 0, up to 128, up to 2^15, more. The difference is that of 32-bit words, modulo 2^32
/// and read as signed, which is what a compressor's subtractor makes.
constexpr ValueDistance value_distance(std::uint32_t a, std::uint32_t b) {
  const auto difference = static_cast<std::int32_t>(a - b);
  const std::uint32_t distance =
      difference < 0 ? 0u - static_cast<std::uint32_t>(difference) : static_cast<std::uint32_t>(difference);
  if (distance == 0) return ValueDistance::zero;
  if (distance <= 128) return ValueDistance::within_128;
  return distance <= 1u << 15 ? ValueDistance::within_32k : ValueDistance::random;
}

/// The 31 distances of a warp register.
struct ValueDistances {
  std::array<unsigned, value_distance_words.size()> count{};  ///< by bin
  ValueDistance largest = ValueDistance::zero;
};

constexpr ValueDistances value_distances(const WarpRegister& r) {
  ValueDistances all;
  for (unsigned i = 1; i < warp_size; ++i) {
    const ValueDistance d = value_distance(r[i], r[i - 1]);
    ++all.count[static_cast<std::size_t>(d)];
    if (d > all.largest) all.largest = d;
  }
  return all;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "models/base/warp_register.hpp"

// Value similarity within a warp (Wong2016, sections 1 and 3.1.1): values are d-similar when they differ in
// their d lowest bits only. d is 0 to 31; values that are 0-similar are equal.

namespace heddle {

inline constexpr unsigned similarity_bits = 5;  ///< d counts low bits of a 32-bit value that may differ
inline constexpr unsigned most_similarity = (1u << similarity_bits) - 1;

constexpr bool d_similar(std::uint32_t a, std::uint32_t b, unsigned d) { return (a ^ b) >> d == 0; }

/// The lowest active lane, 0 to 31; 0 when none is active.
constexpr unsigned lowest_lane(LaneMask active) {
  return active == 0 ? 0 : static_cast<unsigned>(std::countr_zero(active));
}

/// The value with which all active lanes are compared: that of the lowest of them; 0 when none is active.
constexpr std::uint32_t representative_value(const WarpRegister& data, LaneMask active) {
  return active == 0 ? 0 : data[lowest_lane(active)];
}

/// Bits in which any active lane differs from the representative value.
constexpr std::uint32_t differing_bits(const WarpRegister& data, LaneMask active,
                                       std::uint32_t representative) {
  std::uint32_t bits = 0;
  if (active == all_lanes)  // most often so; the host does several lanes at a time
    for (unsigned i = 0; i < warp_size; ++i) bits |= data[i] ^ representative;
  else
    for (unsigned i = 0; i < warp_size; ++i)
      if (active >> i & 1) bits |= data[i] ^ representative;
  return bits;
}

/// Whether the values of all active lanes are d-similar. No lane and a single one are similar to themselves.
constexpr bool similar(const WarpRegister& data, LaneMask active, unsigned d) {
  return d_similar(differing_bits(data, active, representative_value(data, active)), 0, d);
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "models/base/warp_register.hpp"

namespace heddle {

/// A warp register by pairs of lanes, the even one below.
using LanePairs = std::array<std::uint64_t, warp_size / 2>;

/// The value that all chunks have when all but one are equal.
template <class Chunks>
auto common(const Chunks& chunks) {
  return chunks[0] == chunks[1] || chunks[0] == chunks[2] ? chunks[0] : chunks[1];
}

/// Stops at the second one, which most registers have among their first lanes.
template <class Chunks, class Condition>
bool just_one(const Chunks& chunks, Condition&& is) {
  unsigned found = 0;
  for (const auto chunk : chunks)
    if (is(chunk) && ++found == 2) return false;
  return found == 1;
}

template <class Chunks>
bool all_but_one_equal(const Chunks& chunks) {
  return just_one(chunks, [usual = common(chunks)](auto chunk) { return chunk != usual; });
}

/// All within two bytes around lane 0 but one.
inline bool one_lane_far(const WarpRegister& r) {
  return just_one(r.lane, [base = r[0]](std::uint32_t lane) { return lane - base + 0x8000 > 0xffff; });
}

/// All within four bytes around the first but one.
inline bool one_pair_far(const LanePairs& pairs) {
  return just_one(pairs,
                  [base = pairs[0]](std::uint64_t pair) { return pair - base + 0x80000000u > 0xffffffffu; });
}

/// All upper lanes but one may be one value and its neighbours: without, no class of pairs fits.
inline bool upper_lanes_alike(const WarpRegister& r) {
  unsigned unlike_first = 0, unlike_second = 0;
  for (unsigned i = 1; i < warp_size; i += 2) {
    unlike_first += r[i] - r[1] + 1 > 2;
    unlike_second += r[i] != r[3];
    if (unlike_first > 1 && unlike_second > 1) return false;
  }
  return true;
}

/// All exponents are of nine in succession, and neither the least nor the greatest.
template <class Chunks>
bool exponents_near(const Chunks& chunks, unsigned shift, unsigned greatest) {
  constexpr unsigned range = 8;
  unsigned low = greatest, high = 0;
  for (const auto chunk : chunks) {
    const auto exponent = static_cast<unsigned>(chunk >> shift) & greatest;
    low = std::min(low, exponent);
    high = std::max(high, exponent);
    if (low == 0 || high == greatest || high - low > range) return false;
  }
  return true;
}

/// NaN or infinity occurs, and all others are zero, denormal or of a usual size.
inline bool floats_with_special(const WarpRegister& r) {
  bool special = false;
  for (const std::uint32_t lane : r.lane) {
    const std::uint32_t exponent = lane >> 23 & 0xff;
    if (exponent != 255 && exponent != 0 && exponent - 64 > 126) return false;
    special |= exponent == 255;
  }
  return special;
}

inline bool narrow_and_wide(const WarpRegister& r) {
  std::uint32_t narrow = 0, wide = 0;
  for (const std::uint32_t lane : r.lane) {
    narrow |= lane + 128 < 256;
    wide |= lane + 0x800000 > 0xffffff;
  }
  return narrow != 0 && wide != 0;
}

}  // namespace heddle

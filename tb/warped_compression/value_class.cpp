// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/value_class.hpp"

#include <algorithm>
#include <bit>

#include "tb/warped_compression/value_conditions.hpp"

namespace heddle {
namespace {

using enum ValueClass;
using Pairs = LanePairs;

/// The least and the greatest of signed numbers.
template <class Number>
struct Range {
  Number low = 0, high = 0;

  constexpr bool within(Number least, Number greatest) const { return low >= least && high <= greatest; }
  /// Counted from 0 upwards and from -1 downwards: numbers below 2^n fit into n + 1 bits, as two's
  /// complement.
  constexpr Number farthest() const { return std::max<Number>(high, -1 - low); }
  constexpr bool fits(unsigned bits) const { return farthest() >> (bits - 1) == 0; }
};

/// What one look at each lane tells.
struct Lanes {
  std::uint32_t differ = 0;  ///< bits in which a lane differs from lane 0
  std::uint32_t bend = 0;    ///< in which a stride differs from the first
  std::uint32_t any = 0;     ///< that are set in any lane
  Range<std::int32_t> value{}, delta{};

  explicit Lanes(const WarpRegister& r) {
    const std::uint32_t first = r[0], stride = r[1] - r[0];
    for (unsigned i = 1; i < warp_size; ++i) bend |= (r[i] - r[i - 1]) ^ stride;
    value = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(first)};
    for (unsigned i = 0; i < warp_size; ++i) {
      differ |= r[i] ^ first;
      any |= r[i];
      const auto v = static_cast<std::int32_t>(r[i]), d = static_cast<std::int32_t>(r[i] - first);
      value.low = v < value.low ? v : value.low;
      value.high = v > value.high ? v : value.high;
      delta.low = d < delta.low ? d : delta.low;
      delta.high = d > delta.high ? d : delta.high;
    }
  }
};

Range<std::int64_t> pair_deltas(const Pairs& pairs) {
  Range<std::int64_t> range;
  for (const std::uint64_t pair : pairs) {
    const auto d = static_cast<std::int64_t>(pair - pairs[0]);
    range.low = std::min(range.low, d);
    range.high = std::max(range.high, d);
  }
  return range;
}

ValueClass of_equal(std::uint32_t value) {
  if (value == 0) return zero;
  if (value == 0xffffffff) return ones;
  if (value == 0x80000000) return sign_bit;
  if (value == 0x7fffffff) return largest;
  if (value + 128 < 256) return equal_small;
  for (const std::uint32_t magnitude : {0x3f000000u, 0x3f800000u, 0x40000000u, 0x7f800000u})
    if ((value & 0x7fffffff) == magnitude) return equal_float;
  return value == 0x7fc00000 ? equal_float : equal;
}

ValueClass of_one_lane(const WarpRegister& r) {
  const std::uint32_t usual = common(r.lane), odd = r[odd_lane(r)];
  if (usual == 0) return one_lane_of_zero;
  if (odd - usual == 1 || usual - odd == 1) return one_lane_by_one;
  return std::has_single_bit(odd ^ usual) ? one_lane_by_bit : one_lane;
}

/// Of lanes that are not small.
ValueClass of_floats(const WarpRegister& r, const Pairs& pairs) {
  if (exponents_near(r.lane, 23, 255)) return floats;
  if (floats_with_special(r)) return floats_special;
  if (exponents_near(pairs, 52, 2047)) return doubles;
  return narrow_and_wide(r) ? mixed : random;
}

ValueClass of_deltas(const WarpRegister& r, const Lanes& all) {
  switch (all.delta.farthest()) {
    case 0x7f:
      return byte_edge;
    case 0x80:
      return byte_exceeded;
    case 0x7fff:
      return half_edge;
    case 0x8000:
      return half_exceeded;
    default:
      return all_but_one_equal(r.lane) ? of_one_lane(r) : random;
  }
}

ValueClass of_pairs(const Pairs& pairs, const Range<std::int64_t>& delta) {
  switch (delta.farthest()) {
    case 0x7f:
      return pair_byte_edge;
    case 0x80:
      return pair_byte_exceeded;
    case 0x7fff:
      return pair_half_edge;
    case 0x8000:
      return pair_half_exceeded;
    case 0x7fffffff:
      return pair_word_edge;
    case 0x80000000:
      return pair_word_exceeded;
    default:
      return all_but_one_equal(pairs) ? one_pair : random;
  }
}

ValueClass of_small(const WarpRegister& r, const Lanes& all) {
  if (all.any <= 1) return flags;
  if (at_width_edge(r)) return width_edge;
  if (all.any <= 255) return bytes;
  if (all.value.fits(16) && all.value.low < 0 && all.value.high >= 0) return around_zero;
  return all.value.within(-32768, 65535) ? halves : random;
}

ValueClass class_of(const WarpRegister& lanes, const Lanes& all) {
  if (all.differ == 0) return of_equal(lanes[0]);
  if (all.bend == 0) {
    const auto stride = static_cast<std::int32_t>(lanes[1] - lanes[0]);
    if (stride == 1) return lanes[0] == 0 ? lane_index : lane_index_from;
    return stride > 0 ? affine_up : affine_down;
  }
  if (const ValueClass found = of_deltas(lanes, all); found != random) return found;
  const auto pairs = std::bit_cast<Pairs>(lanes);
  const bool by_pairs = upper_lanes_alike(lanes);
  Range<std::int64_t> pair_delta;
  if (by_pairs) {
    pair_delta = pair_deltas(pairs);
    if (const ValueClass found = of_pairs(pairs, pair_delta); found != random) return found;
  }
  if (const ValueClass found = of_small(lanes, all); found != random) return found;
  if (all.delta.fits(16)) {
    if (all.value.low < -0x40000000 && all.value.high > 0x40000000) return around_top;
    return all.delta.fits(8) ? near_byte : near_half;
  }
  if (one_lane_far(lanes)) return outlier;
  if (by_pairs) {
    if (pair_delta.fits(32)) return pair_delta.within(0, 0) ? pairs_equal : pairs_near;
    if (one_pair_far(pairs)) return pair_outlier;
  }
  if (all.value.fits(24)) return three_bytes;
  if ((all.any & 0x7f800000) == 0) return denormals;
  return of_floats(lanes, pairs);
}

}  // namespace

unsigned odd_lane(const WarpRegister& lanes) {
  const std::uint32_t usual = common(lanes.lane);
  unsigned i = 0;
  while (i < warp_size - 1 && lanes[i] == usual) ++i;
  return i;
}

bool at_width_edge(const WarpRegister& r) {
  std::uint32_t hits = 0;
  for (const std::uint32_t lane : r.lane) {
    // -n - 1 as n: 127 and 128 stand for all four edges of a byte.
    const std::uint32_t size = lane ^ static_cast<std::uint32_t>(static_cast<std::int32_t>(lane) >> 31);
    const std::uint32_t half = (size + 1) >> 1;  // of the first and the last alike
    hits |= (half == 0x40) | (half == 0x4000) | (half == 0x400000);
  }
  return hits != 0;
}

Classified look_at(const WarpRegister& lanes) {
  const Lanes all(lanes);
  return {class_of(lanes, all), all.delta.low, all.delta.high};
}

}  // namespace heddle

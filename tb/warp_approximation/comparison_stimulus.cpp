// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_approximation/comparison_stimulus.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

std::uint32_t ComparisonStimulus::near_value(const WarpRegister& data, LaneMask active, unsigned d) {
  const std::uint32_t value = representative_value(data, active);
  const std::array<std::uint32_t, 6> bits{
      d, d, (d + 31) % 32, (d + 1) % 32, random_.below(32), random_.below(32)};
  const std::uint32_t kind = random_.below(9);
  if (kind < bits.size()) return value ^ 1u << bits[kind];
  if (kind == 6) return value;
  // Any lower bits, or any bits at all.
  return kind == 7 ? value ^ (static_cast<std::uint32_t>(random_()) & ~(all_lanes << d))
                   : static_cast<std::uint32_t>(random_());
}

void ComparisonStimulus::draw_values(WarpRegister& data, LaneMask& active, Bits<5>& d) {
  active = masks_.draw(random_);
  d = any_d();
  const std::uint32_t kind = random_.below(12);
  if (kind < 7) return one_lane_decides(data, active, d);
  words_.fill(data);
  if (kind == 7) return;
  const std::uint32_t base = random_.one_in(4) ? random_.below(256) : data[0];
  const std::uint32_t stride = random_.one_in(2) ? 1u << random_.below(8) : data[1];
  const std::uint32_t free = kind < 10 ? ~(all_lanes << d.value) : 0;  // bits in which lanes may differ
  for (unsigned i = 0; i < warp_size; ++i)
    data[i] = kind == 11 ? base + stride * i : (base & ~free) | (data[i] & free);
}

void ComparisonStimulus::one_lane_decides(WarpRegister& data, LaneMask& active, Bits<5>& d) {
  // One in eight of these lanes is not active, and decides nothing.
  const bool inactive = random_.one_in(8);
  const unsigned turn = inactive ? random_.below(turns) : turn_++ % turns;
  const unsigned lane = turn % warp_size, bit = turn / warp_size % 32;
  const bool below = turn >= turns / 2 && bit < 31;  // the bit is below d and does not count
  const std::array<unsigned, 3> counting{bit, bit == 0 ? 0 : bit - 1, random_.below(bit + 1)};
  const std::array<unsigned, 2> above{bit + 1, bit + 1 + random_.below(31 - std::min(bit, 30u))};
  d.value = static_cast<std::uint8_t>(below ? above[random_.below(2)] : counting[random_.below(3)]);
  // The other lanes are equal, or have any bits below d where the deciding one counts.
  words_.fill(data);
  const std::uint32_t base = data[0], free = below || random_.one_in(2) ? 0 : ~(all_lanes << d.value);
  for (auto& value : data.lane) value = (base & ~free) | (value & free);
  data[lane] ^= 1u << bit;
  if (active == 0 || std::popcount(active | 1u << lane) < 3) active = all_lanes;
  active = inactive ? active & ~(1u << lane) : active | 1u << lane;
}

}  // namespace heddle

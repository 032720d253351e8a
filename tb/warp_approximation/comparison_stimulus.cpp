#include "tb/warp_approximation/comparison_stimulus.hpp"

#include <algorithm>
#include <array>

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
  const unsigned lane = turn_ % warp_size, bit = turn_ / warp_size % 32;
  ++turn_;
  const std::array<unsigned, 4> bounds{bit, bit + 1, bit == 0 ? 0 : bit - 1, d.value};
  d.value = static_cast<std::uint8_t>(std::min(bounds[random_.below(4)], 31u));
  // The lanes are equal, or have any bits below d and below the deciding one.
  words_.fill(data);
  const std::uint32_t base = data[0],
                      free = random_.one_in(2) ? 0 : ~(all_lanes << std::min<unsigned>(d.value, bit));
  for (auto& value : data.lane) value = (base & ~free) | (value & free);
  data[lane] ^= 1u << bit;
  // An inactive lane decides nothing.
  if (random_.one_in(4))
    active &= ~(1u << lane);
  else
    active |= 1u << lane | (random_.one_in(2) ? all_lanes : 0);
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
// Registers whose lanes are numbers of certain widths or kinds, whatever their differences are.
#include "tb/warped_compression/edge_values.hpp"
#include "tb/warped_compression/value_generator.hpp"
#include "tb/warped_compression/value_generator_parts.hpp"

namespace heddle {

void ValueGenerator::numbers(WarpRegister& lanes, unsigned bits, bool with_sign) {
  words_.fill(lanes);
  const unsigned unused = 32 - bits;
  for (auto& lane : lanes.lane)
    lane = with_sign ? static_cast<std::uint32_t>(static_cast<std::int32_t>(lane << unused) >> unused)
                     : lane >> unused;
}

void ValueGenerator::width_edge(WarpRegister& lanes) {
  numbers(lanes, 8 * (1 + random_.below(4)), true);
  constexpr unsigned placed = 8, values = thread_boundaries.size();
  for (unsigned left = 1 + random_.below(2 * placed - 1); left > 0; --left) {
    const Crossed n = crossed(turn(ValueClass::width_edge, values * warp_size), warp_size, values);
    lanes[n.place] = static_cast<std::uint32_t>(thread_boundaries[n.what]);
  }
}

void ValueGenerator::around(WarpRegister& lanes, std::uint32_t middle) {
  numbers(lanes, random_.one_in(2) ? 15 : 2 + random_.below(13), true);
  for (auto& lane : lanes.lane) lane += middle;
}

void ValueGenerator::floats(WarpRegister& lanes, bool special) {
  // The first ones are infinity and NaN; the negative infinity is the edge of three bytes, too.
  constexpr std::array<std::uint32_t, 7> odd{0x7f800000, 0x7fc00000, 0x7f800001, 0xffc00000,
                                             1,          0x80000001, 0xff800000};
  words_.fill(lanes);
  const std::uint32_t sign = random_.one_in(2) ? 0x80000000 : 0, lowest = 100 + random_.below(48);
  const std::uint32_t exponents = random_.one_in(2) ? 1 : 7;  // two or eight in succession
  for (auto& lane : lanes.lane) lane = (lane & (sign | 0x7fffff)) | (lowest + (lane >> 23 & exponents)) << 23;
  if (!special) return;
  lanes[random_.below(warp_size)] = odd[random_.below(4)];
  const std::uint32_t known = random_.one_in(4) ? odd.size() : odd.size() - 1;
  for (unsigned left = random_.below(8); left > 0; --left)
    lanes[random_.below(warp_size)] = odd[random_.below(known)];
}

void ValueGenerator::doubles(WarpRegister& lanes) {
  words_.fill(lanes);
  const std::uint32_t sign = random_.one_in(2) ? 0x80000000 : 0, lowest = 1000 + random_.below(32);
  for (unsigned i = 1; i < warp_size; i += 2)
    lanes[i] = (lanes[i] & (sign | 0xfffff)) | (lowest + (lanes[i] >> 20 & 7)) << 20;
}

void ValueGenerator::mixed(WarpRegister& lanes) {
  words_.fill(lanes);
  for (auto& lane : lanes.lane) {
    const unsigned unused = 24 - 8 * (lane & 3);
    lane = static_cast<std::uint32_t>(static_cast<std::int32_t>(lane << unused) >> unused);
  }
  // A single bit that differs from the sign: each must be looked at.
  for (unsigned left = 1 + random_.below(3); left > 0; --left) {
    const Crossed n = crossed(turn(ValueClass::mixed, 32 * warp_size), warp_size, 32);
    const std::uint32_t power = std::uint32_t{1} << n.what;
    lanes[n.place] = random_.one_in(2) ? power : ~power;
  }
}

}  // namespace heddle

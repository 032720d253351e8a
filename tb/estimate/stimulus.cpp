// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimulus.hpp"

#include <array>

namespace heddle::estimate {

std::vector<WarpRegister> random_registers(unsigned count, Random& random) {
  constexpr std::array<std::uint32_t, 4> masks{0, 0x7f, 0x7fff, 0xffffffff};
  std::vector<WarpRegister> all(count);
  for (WarpRegister& r : all) {
    const std::uint32_t mask = masks[random.below(masks.size())];
    const auto base = static_cast<std::uint32_t>(random());
    for (std::uint32_t& lane : r.lane) lane = base + (static_cast<std::uint32_t>(random()) & mask);
    r[0] = base;
  }
  return all;
}

}  // namespace heddle::estimate

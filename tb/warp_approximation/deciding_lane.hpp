// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/base/warp_register.hpp"

namespace heddle {

/// A lane that differs in `bits` from all others, which agree.
struct DecidingLane {
  unsigned lane;
  std::uint32_t bits;
};

/// Of at least three active lanes the one that alone differs, as far as `counts` has bits; none if there is
/// no such.
inline std::optional<DecidingLane> deciding_lane(const WarpRegister& data, LaneMask active,
                                                 std::uint32_t counts) {
  std::array<std::uint32_t, 3> first{};
  unsigned seen = 0;
  for (unsigned i = 0; i < warp_size && seen < 3; ++i)
    if (active >> i & 1) first[seen++] = data[i] & counts;
  if (seen < 3) return {};
  const std::uint32_t usual = first[0] == first[1] || first[0] == first[2] ? first[0] : first[1];
  std::optional<DecidingLane> found;
  for (unsigned i = 0; i < warp_size; ++i) {
    const std::uint32_t bits = (data[i] ^ usual) & counts;
    if ((active >> i & 1) == 0 || bits == 0) continue;
    if (found) return {};
    found = DecidingLane{i, bits};
  }
  return found;
}

}  // namespace heddle

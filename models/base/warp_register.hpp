// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

inline constexpr unsigned warp_size = 32;

/// One architected 32-bit register of all 32 lanes of a warp (128 bytes).
struct alignas(64) WarpRegister {
  std::array<std::uint32_t, warp_size> lane{};

  std::uint32_t& operator[](std::size_t i) { return lane[i]; }
  const std::uint32_t& operator[](std::size_t i) const { return lane[i]; }
  bool operator==(const WarpRegister&) const = default;
};
static_assert(sizeof(WarpRegister) == 128);

using LaneMask = std::uint32_t;  ///< bit i = lane i
inline constexpr LaneMask all_lanes = 0xffffffffu;

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

/// The differences to lane 0 at which another encoding becomes necessary, and their neighbours.
inline constexpr std::array<std::int32_t, 8> boundary_deltas{-129,   -128,   127,   128,
                                                             -32769, -32768, 32767, 32768};
/// The same of pairs of lanes.
inline constexpr std::array<std::int64_t, 12> pair_boundary_deltas{
    -129,  -128,  127,           128,           -32769,       -32768,
    32767, 32768, -0x80000001LL, -0x80000000LL, 0x7fffffffLL, 0x80000000LL};

/// The values at which another byte becomes necessary, and their neighbours.
inline constexpr std::array<std::int32_t, 12> thread_boundaries{
    -129, -128, 127, 128, -32769, -32768, 32767, 32768, -8388609, -8388608, 8388607, 8388608};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace heddle::gpumembench {

/// What E. Konstantinidis and Y. Cotronis measured with gpumembench (PDP 2016; its README) on a GTX 480 at
/// 1550 MHz (775 MHz for 32 lanes) with memory at 950 MHz: the bandwidth of reads that go round a footprint.
struct Point {
  double kilobytes;  ///< of 1000 B
  double gigabytes;  ///< a second
};
inline constexpr std::array in_l2{Point{552.96, 273.8}, Point{737.28, 262.6}};
inline constexpr std::array around_the_l2s_size{Point{829.44, 243}, Point{1198.08, 157}};
/// Beyond: the least and the most.
inline constexpr std::array in_dram{Point{1300, 151.6}, Point{1300, 169.5}};

/// Its kernel keeps so many reads of a line of 128 B under way on the whole GPU: 15 SMs, six CTAs of eight
/// warps each, a read a warp.
inline constexpr unsigned ctas = 6, warps = 8, reads = 15 * ctas * warps;
/// So the round trip takes, in ns, with the instruction between two reads.
constexpr double round_trip(const Point& p) { return reads * 128 / p.gigabytes; }

}  // namespace heddle::gpumembench

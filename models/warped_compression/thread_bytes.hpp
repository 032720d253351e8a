// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/base/warp_register.hpp"

// Separate compression of each thread's register (the first alternative of Lee2015, section 5.2): a value is
// kept in as few of its low bytes as restore it by sign extension. The paper leaves the layout open. Here
// bank 2k holds byte k of lanes 0..15 and bank 2k + 1 that of lanes 16..31, so that a register whose widest
// value has n bytes takes 2n banks of its cluster, and single lanes can be written without reading the
// others.
//
//   bytes of a value   width   holds
//   1                    0     -128 .. 127
//   2                    1     -32768 .. 32767
//   3                    2     -2^23 .. 2^23 - 1
//   4                    3     any

namespace heddle {

/// The widths of the values of a register: lane i in bits 2i+1..2i.
using ThreadWidths = std::uint64_t;
inline constexpr unsigned widest_thread = 3;
inline constexpr ThreadWidths all_widest = ~ThreadWidths{0};

constexpr unsigned thread_width(ThreadWidths widths, unsigned lane) {
  return static_cast<unsigned>(widths >> (2 * lane) & 3);
}

/// Both bits of each of `lanes`.
constexpr ThreadWidths width_mask(LaneMask lanes) {
  ThreadWidths mask = 0;
  for (unsigned i = 0; i < warp_size; ++i)
    if (lanes >> i & 1) mask |= ThreadWidths{3} << (2 * i);
  return mask;
}

/// Banks of a register whose widest value has this width: 2, 4, 6 or 8.
constexpr unsigned thread_banks(unsigned widest) { return 2 * (widest + 1); }

/// The width of the widest of all threads.
constexpr unsigned widest_of(ThreadWidths widths) {
  constexpr ThreadWidths low = 0x5555555555555555u;
  const ThreadWidths upper = widths >> 1 & low;  // of each thread
  if (upper == 0) return (widths & low) != 0 ? 1 : 0;
  return (upper & widths) != 0 ? 3 : 2;
}

/// Its name in statistics: "bytes1" to "bytes4".
inline std::string thread_word(unsigned width) { return "bytes" + std::to_string(width + 1); }

/// A register as the banks hold it. Byte 32k + i of `data` is byte k of lane i, also beyond the lane's width.
struct ThreadBytes {
  WarpRegister data{};
  ThreadWidths widths = 0;
  std::uint8_t widest = 0;  ///< width of the widest of the lanes that count
  bool operator==(const ThreadBytes&) const = default;
};

/// `lanes` with their widths; only those of `counting` make the register wide.
ThreadBytes thread_compress(const WarpRegister& lanes, LaneMask counting = all_lanes);

/// The lanes of a register that the banks hold so. Bytes beyond a lane's width are not read.
WarpRegister thread_decompress(const WarpRegister& data, ThreadWidths widths);

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/thread_bytes.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

unsigned width_of(std::uint32_t value) {
  const auto number = static_cast<std::int32_t>(value);
  for (unsigned width = 0; width < widest_thread; ++width) {
    const unsigned unused = 32 - 8 * (width + 1);
    if (static_cast<std::int32_t>(value << unused) >> unused == number) return width;
  }
  return widest_thread;
}

}  // namespace

ThreadBytes thread_compress(const WarpRegister& lanes, LaneMask counting) {
  ThreadBytes out;
  std::array<std::uint8_t, sizeof(WarpRegister)> bytes;
  for (unsigned i = 0; i < warp_size; ++i) {
    for (unsigned k = 0; k < 4; ++k)
      bytes[warp_size * k + i] = static_cast<std::uint8_t>(lanes[i] >> (8 * k));
    const unsigned width = width_of(lanes[i]);
    out.widths |= ThreadWidths{width} << (2 * i);
    if (counting >> i & 1) out.widest = std::max(out.widest, static_cast<std::uint8_t>(width));
  }
  std::memcpy(out.data.lane.data(), bytes.data(), bytes.size());
  return out;
}

WarpRegister thread_decompress(const WarpRegister& data, ThreadWidths widths) {
  std::array<std::uint8_t, sizeof(WarpRegister)> bytes;
  std::memcpy(bytes.data(), data.lane.data(), bytes.size());
  WarpRegister lanes;
  for (unsigned i = 0; i < warp_size; ++i) {
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 4; ++k) value |= std::uint32_t{bytes[warp_size * k + i]} << (8 * k);
    const unsigned unused = 32 - 8 * (thread_width(widths, i) + 1);
    lanes[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(value << unused) >> unused);
  }
  return lanes;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "models/caba/bdi_pieces.hpp"

#include <algorithm>

#include "models/line_compression/bdi_line.hpp"

namespace heddle {
namespace {

std::uint64_t unsigned_at(const unsigned char* from, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  return value;
}

std::int32_t signed_at(const unsigned char* from, unsigned bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::int32_t>(static_cast<std::int64_t>(unsigned_at(from, bytes) << shift) >> shift);
}

}  // namespace

unsigned bdi_pieces(std::span<const unsigned char, 128> stored, unsigned offset, unsigned count,
                    std::span<LinePiece, PieceSlot::most> to) {
  const auto encoding = static_cast<BdiLineEncoding>(stored[0] % bdi_line_encodings);
  const auto [base, delta] = shape(encoding);
  const unsigned width = base == 0 ? 8 : base;  // zeros may be taken as values of any width
  const unsigned char* const mask = &stored[1 + base];
  const unsigned char* const deltas = mask + 128 / width / 8;
  const std::uint64_t from_base = unsigned_at(&stored[1], base);
  unsigned pieces = 0;
  for (unsigned done = 0; done < count; ++pieces) {
    const unsigned value = (offset + done) / width, within = (offset + done) % width;
    const bool from_zero = delta != 0 && (mask[value / 8] >> value % 8 & 1) != 0;
    to[pieces] = {.base = from_zero ? 0 : from_base,
                  .delta = delta == 0 ? 0 : signed_at(deltas + value * delta, delta),
                  .shift = static_cast<std::uint16_t>(8 * within),
                  .at = static_cast<std::uint16_t>(done)};
    done += std::min(width - within, count - done);
  }
  return pieces;
}

}  // namespace heddle

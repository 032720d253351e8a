// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle {

/// A value of a compressed line, of which a lane wants some bytes: those of base + delta, modulo 2^64, from
/// bit `shift` on. They are the lane's from byte `at` on, up to those of its next piece.
struct LinePiece {
  std::uint64_t base = 0;  ///< 0: the value is a distance from zero
  std::int32_t delta = 0;
  std::uint16_t shift = 0, at = 0;
};
static_assert(sizeof(LinePiece) == 16);

/// What the coalescer finds for a load in compressed lines, as `ld.line` and `st.line` of the assist warp
/// reach it (Vijaykumar2015, section 7.6: Direct-Load). Little endian.
///
///   address   bytes   holds
///         0    4096   piece k of lane i, in 16 bytes, at 512 k + 16 i: base (8), delta (4), shift (2), at
///         (2)
///      4096     768   the lane's bytes, at 4096 + 24 i: at most 16, and room for what the last piece has
///      more 4864       4   pieces of the lane that has most
struct PieceSlot {
  static constexpr unsigned most = 8;  ///< a lane loads 16 bytes at most, and values have at least 2
  static constexpr std::uint32_t lanes = 32, results_at = most * lanes * sizeof(LinePiece), result_bytes = 24,
                                 count_at = results_at + lanes * result_bytes, size = count_at + 4;

  alignas(8) std::array<std::byte, size> bytes{};

  void set(unsigned lane, unsigned k, const LinePiece& piece) {
    std::memcpy(&bytes[(k * lanes + lane) * sizeof piece], &piece, sizeof piece);
  }
  void set_count(std::uint32_t count) { std::memcpy(&bytes[count_at], &count, sizeof count); }
  const std::byte* result(unsigned lane) const { return &bytes[results_at + lane * result_bytes]; }
};

}  // namespace heddle

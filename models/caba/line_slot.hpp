// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle {

/// The memory line that an assist warp works on, as its line of the L1 holds it: the bytes that `ld.line` and
/// `st.line` reach. Little endian.
///
///   address   bytes   holds
///         0     128   the line; where it is compressed, its stored bytes first
///       128       4   of a line to be compressed: 1 where it is compressed, else 0
///       132       4   the same: bytes of the stored line; 128 where it is not compressed
///       136       4   of a line to be compressed: the first stored byte of the line that was compressed last
///
/// A subroutine that decompresses finds a stored line and leaves the line itself, which is whole when the
/// subroutine has ended (section 5.2.1); one that compresses finds the line, marked as uncompressed, and
/// leaves what is to be stored (Vijaykumar2015, Algorithms 1 and 2). Bytes behind the stored ones mean
/// nothing.
struct LineSlot {
  static constexpr std::uint32_t compressed_at = 128, length_at = 132, last_at = 136, size = 140;

  std::array<std::byte, size> bytes{};

  std::uint32_t word(std::uint32_t at) const {
    std::uint32_t value;
    std::memcpy(&value, &bytes[at], sizeof value);
    return value;
  }
  void set_word(std::uint32_t at, std::uint32_t value) { std::memcpy(&bytes[at], &value, sizeof value); }
};

}  // namespace heddle

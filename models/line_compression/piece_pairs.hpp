// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace heddle {

static_assert(std::endian::native == std::endian::little, "streams are read eight bytes at once");

/// Reads a stream of pieces of at most 35 bits; zeros follow the stored bytes. Where a piece begins depends
/// on all pieces before it, and to find that takes most of the time. So two are looked at in what is loaded
/// at once: a load has at least 57 bits, and those that tell the second piece's length are among them.
class PiecePairs {
 public:
  /// A line is stored in no more bytes than it has. There are at least eight.
  PiecePairs(std::span<const unsigned char> stored, std::size_t line_bytes)
      : stored_(stored.first(std::min(stored.size(), line_bytes))) {}

  /// The next two pieces, and above them other bits. `bits_of` tells how many bits such a piece has.
  template <class BitsOf>
  std::array<std::uint64_t, 2> next(BitsOf bits_of) {
    const std::uint64_t first = peek(bit_);
    const unsigned bits = bits_of(first), second = bit_ + bits;
    bit_ = second + bits_of(first >> bits);
    return {first, peek(second)};
  }

 private:
  std::uint64_t peek(unsigned bit) const {
    const std::size_t at = bit / 8;
    std::uint64_t around = 0;
    if (at + sizeof around <= stored_.size()) [[likely]]
      std::memcpy(&around, &stored_[at], sizeof around);
    else if (at < stored_.size()) {
      std::memcpy(&around, &stored_[stored_.size() - sizeof around], sizeof around);
      around >>= 8 * (at + sizeof around - stored_.size());
    }
    return around >> bit % 8;
  }

  std::span<const unsigned char> stored_;
  unsigned bit_ = 0;
};

}  // namespace heddle

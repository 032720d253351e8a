#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace heddle {

/// Writes a stream of bits, or reads it, piece by piece from bit 0 of byte 0 upwards. A piece has at most 56
/// bits; the stream has room for eight bytes from the byte on in which its last piece begins.
class BitCursor {
 public:
  unsigned bit() const { return bit_; }

  /// Bits of the stream from here on are zero before.
  void put(std::span<unsigned char> stream, std::uint64_t value, unsigned bits) {
    const std::uint64_t around = load(stream) | value << bit_ % 8;
    std::memcpy(&stream[bit_ / 8], &around, sizeof around);
    bit_ += bits;
  }
  /// The next bits, which are not yet taken.
  std::uint64_t peek(std::span<const unsigned char> stream, unsigned bits) const {
    return load(stream) >> bit_ % 8 & ((std::uint64_t{1} << bits) - 1);
  }
  void skip(unsigned bits) { bit_ += bits; }

 private:
  static_assert(std::endian::native == std::endian::little,
                "streams are read and written eight bytes at once");

  std::uint64_t load(std::span<const unsigned char> stream) const {
    std::uint64_t around;
    std::memcpy(&around, &stream[bit_ / 8], sizeof around);
    return around;
  }

  unsigned bit_ = 0;
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heddle::e2mc {

static_assert(std::endian::native == std::endian::little, "eight bytes are read and written in reverse");

/// The bytes in reverse. Compilers make one instruction of it.
constexpr std::uint64_t reversed(std::uint64_t x) {
  return x << 56 | (x & 0xff00) << 40 | (x & 0xff0000) << 24 | (x & 0xff000000) << 8 | (x >> 8 & 0xff000000) |
         (x >> 24 & 0xff0000) | (x >> 40 & 0xff00) | x >> 56;
}

/// Eight bytes of a stream whose bits go from the highest of the first byte on.
inline std::uint64_t eight_bytes(const unsigned char* at) {
  std::uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return reversed(bytes);
}
inline void put_eight_bytes(unsigned char* at, std::uint64_t bits) {
  const std::uint64_t bytes = reversed(bits);
  std::memcpy(at, &bytes, sizeof bytes);
}

/// The bits of a stream from `bit` on, the first the highest; at least 57 of them. Reads eight bytes.
inline std::uint64_t bits_from(const unsigned char* stream, std::size_t bit) {
  return eight_bytes(stream + bit / 8) << bit % 8;
}

/// Appends bits to a stream. Writes eight bytes from the one on in which its last bit lies.
class BitStream {
 public:
  explicit BitStream(unsigned char* at) : at_(at) {}

  /// The lower `count` bits, the highest of them first; `bits` has no others. 1 to 57 of them.
  void put(std::uint64_t bits, unsigned count) {
    open_ |= bits << (64 - filled_ - count);
    put_eight_bytes(at_, open_);
    filled_ += count;
    at_ += filled_ / 8;
    open_ <<= filled_ & ~7u;
    filled_ %= 8;
  }
  void to_whole_byte() {
    at_ += filled_ != 0 ? 1 : 0;
    open_ = 0;
    filled_ = 0;
  }
  /// The byte behind the last one that has bits, after `to_whole_byte`.
  const unsigned char* end() const { return at_; }

 private:
  unsigned char* at_;
  std::uint64_t open_ = 0;  ///< bits of the byte at `at_`, left-aligned
  unsigned filled_ = 0;     ///< how many, less than 8
};

}  // namespace heddle::e2mc

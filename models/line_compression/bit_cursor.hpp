// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace heddle {

static_assert(std::endian::native == std::endian::little, "streams are read and written eight bytes at once");

/// Writes a stream of bits, piece by piece from bit 0 of byte 0 upwards. A piece has at most 56 bits; the
/// stream has room for eight bytes from the byte on in which its last piece ends. It only writes: a stream
/// that read what it has just written would wait for that.
class BitAppender {
 public:
  explicit BitAppender(unsigned char* stream) : begin_(stream), at_(stream) {}

  /// `value` has no bits above those that are put.
  void put(std::uint64_t value, unsigned bits) {
    open_ |= value << filled_;
    std::memcpy(at_, &open_, sizeof open_);
    filled_ += bits;
    at_ += filled_ / 8;
    open_ >>= filled_ & ~7u;
    filled_ %= 8;
  }
  /// Bytes of the stream, the last of which may have bits that are not put yet, and are zero.
  unsigned bytes() const { return static_cast<unsigned>(at_ - begin_) + (filled_ != 0 ? 1 : 0); }

 private:
  unsigned char *begin_, *at_;
  std::uint64_t open_ = 0;  ///< bits of the byte at `at_`
  unsigned filled_ = 0;     ///< how many, less than 8
};

/// Reads a stream of bits in that order. A piece has at most 56 bits; the stream has eight bytes from the
/// byte on in which its last piece begins.
class BitCursor {
 public:
  unsigned bit() const { return bit_; }

  /// The next bits, which are not yet taken.
  std::uint64_t peek(std::span<const unsigned char> stream, unsigned bits) const {
    std::uint64_t around;
    std::memcpy(&around, &stream[bit_ / 8], sizeof around);
    return around >> bit_ % 8 & ((std::uint64_t{1} << bits) - 1);
  }
  void skip(unsigned bits) { bit_ += bits; }

 private:
  unsigned bit_ = 0;
};

}  // namespace heddle

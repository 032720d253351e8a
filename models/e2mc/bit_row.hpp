// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace heddle::e2mc {

/// Writes bits into bytes, from the highest bit of the first byte on. The bytes must be zero before.
class BitWriter {
 public:
  explicit BitWriter(std::span<unsigned char> bytes) : bytes_(bytes) {}

  /// Puts the lower `count` bits, the highest of them first. What does not fit is counted, and lost.
  void put(std::uint32_t bits, unsigned count) {
    while (count != 0) {
      const unsigned free = 8 - at_ % 8, taken = count < free ? count : free;
      const std::uint32_t part = (bits >> (count - taken)) & ((1u << taken) - 1);
      if (at_ / 8 < bytes_.size())
        bytes_[at_ / 8] = static_cast<unsigned char>(bytes_[at_ / 8] | part << (free - taken));
      at_ += taken;
      count -= taken;
    }
  }
  void skip(std::size_t count) { at_ += count; }
  void to_whole_byte() { at_ = (at_ + 7) / 8 * 8; }
  std::size_t bits() const { return at_; }

 private:
  std::span<unsigned char> bytes_;
  std::size_t at_ = 0;
};

/// Reads bits of bytes in that order, from bit `first` to before bit `end`.
class BitReader {
 public:
  BitReader(std::span<const unsigned char> bytes, std::size_t first, std::size_t end)
      : bytes_(bytes), at_(first), end_(end) {}

  /// The next bits, the first of them the highest; none, and nothing is read, when there are not as many.
  std::optional<std::uint32_t> get(unsigned count) {
    if (end_ - at_ < count) return std::nullopt;
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < count; ++i, ++at_)
      bits = bits << 1 | (static_cast<unsigned>(bytes_[at_ / 8]) >> (7 - at_ % 8) & 1u);
    return bits;
  }

 private:
  std::span<const unsigned char> bytes_;
  std::size_t at_, end_;
};

}  // namespace heddle::e2mc

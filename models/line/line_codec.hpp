// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace heddle {

/// A memory line as it is stored. Everything but `bits` is metadata.
struct StoredLine {
  alignas(16) std::array<unsigned char, 128> bits{};
  std::uint8_t length = 128;  ///< bytes of `bits`; 0: the metadata alone give the line
  std::uint8_t encoding = 0;  ///< 0: the line itself; others belong to the codec
  std::uint16_t epoch = 0;    ///< of the codec's tables that it was made with
};

/// Compresses memory lines. Pure: it has no timing, and state only in its tables.
class LineCodec {
 public:
  virtual ~LineCodec() = default;
  /// `line` has 64 or 128 bytes. Encoding 0: the line stays as it is.
  virtual StoredLine encode(std::span<const unsigned char> line) const = 0;
  /// The same of the line at this address, for codecs whose tables depend on what a line is used for. What
  /// `decode` needs of that must be in the bits.
  virtual StoredLine encode_at(std::uint64_t /*address*/, std::span<const unsigned char> line) const {
    return encode(line);
  }
  /// The line of as many bytes as were encoded. Bits beyond `length` are zero. Must accept any bits.
  virtual void decode(const StoredLine& stored, std::span<unsigned char> line) const = 0;
};

}  // namespace heddle

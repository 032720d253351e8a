// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/e2mc/stream_encoder.hpp"

namespace heddle::e2mc {

/// Bits that leave a compressor: the next `max_code_bits` of a stream, or all that is left of it at its end.
struct PackedBits {
  std::uint32_t chunk = 0;  ///< the first `max_code_bits` of them, the first is the highest
  std::uint32_t rest = 0;   ///< those behind, the same; only at the end of a stream
  unsigned count = 0;       ///< of these bits; behind them are zeros
  bool last = false;        ///< the stream ends with them
  unsigned total = 0;       ///< bits of the stream up to their end and in the buffer, or `most_total`
  bool uncodable = false;   ///< a symbol of the stream had no codeword until now
};

/// The second stage of a Huffman compressor (Lal2017, section III-E and Fig. 6b): a buffer of twice the
/// longest codeword. When it holds `max_code_bits` they leave; with the end of a stream all that it holds.
class BitPacker {
 public:
  static constexpr unsigned most_total = (1u << 12) - 1;

  explicit BitPacker(unsigned max_code_bits) : chunk_bits_(max_code_bits) {}

  void reset();
  /// One edge: `coded` goes into the buffer. What leaves, shows behind the edge.
  std::optional<PackedBits> step(const CodedBits& coded);

  unsigned filled() const { return filled_; }  ///< bits that stay, less than `max_code_bits`

 private:
  unsigned chunk_bits_;
  std::uint64_t buffer_ = 0;  ///< right-aligned; its lower `filled_` bits count
  unsigned filled_ = 0;
  unsigned total_ = 0;
  bool uncodable_ = false;
};

inline void BitPacker::reset() {
  buffer_ = 0;
  filled_ = total_ = 0;
  uncodable_ = false;
}

inline std::optional<PackedBits> BitPacker::step(const CodedBits& coded) {
  buffer_ = buffer_ << coded.length | coded.bits;
  filled_ += coded.length;
  total_ = std::min(total_ + coded.length, most_total);
  uncodable_ |= coded.uncodable;
  if (filled_ < chunk_bits_ && !coded.last) return std::nullopt;
  // The buffer's bits, left-aligned in two chunks.
  const std::uint64_t all = buffer_ << (2 * chunk_bits_ - filled_);
  PackedBits packed{.chunk = static_cast<std::uint32_t>(all >> chunk_bits_),
                    .count = coded.last ? filled_ : chunk_bits_,
                    .last = coded.last,
                    .total = total_,
                    .uncodable = uncodable_};
  if (coded.last) {
    packed.rest = static_cast<std::uint32_t>(all) & lower_bits(chunk_bits_);
    reset();
  } else {
    filled_ -= chunk_bits_;
    buffer_ &= lower_bits(filled_);
  }
  return packed;
}

}  // namespace heddle::e2mc

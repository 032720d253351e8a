#include "models/e2mc/bit_packer.hpp"

#include <algorithm>

namespace heddle::e2mc {

void BitPacker::reset() {
  buffer_ = 0;
  filled_ = total_ = 0;
  uncodable_ = false;
}

std::optional<PackedBits> BitPacker::step(const CodedBits& coded) {
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

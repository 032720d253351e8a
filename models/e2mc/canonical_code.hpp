// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::e2mc {

struct Codeword {
  std::uint32_t bits = 0;  ///< right-aligned
  unsigned length = 0;     ///< in bits; 0: none
  bool operator==(const Codeword&) const = default;
};

/// Canonical Huffman codewords (Lal2017, section III-B2c): the first is all zeros; the next of the same
/// length is one more, the first of a longer one is one more than the last and shifted to its length. Symbols
/// are sorted by length, and those of one length by number, so that a decoder needs only each length's first
/// codeword and the offset from codewords to positions in that order (section III-F).
class CanonicalCode {
 public:
  static constexpr unsigned most_bits = 31;

  /// `lengths` in bits by a symbol's number; 0: it has no codeword. Throws Error when they are not the
  /// lengths of a prefix code, or exceed `most_bits`.
  explicit CanonicalCode(std::span<const unsigned> lengths);

  const Codeword& codeword(std::size_t symbol) const { return codewords_[symbol]; }
  /// Symbols that have a codeword, in the order of their codewords.
  const std::vector<std::size_t>& order() const { return order_; }

  unsigned longest() const { return order_.empty() ? 0 : codewords_[order_.back()].length; }
  unsigned count(unsigned length) const { return counts_[length]; }  ///< codewords of a length
  std::uint32_t first(unsigned length) const { return firsts_[length]; }
  /// A codeword of the length less its offset is its place in `order()`.
  std::uint32_t offset(unsigned length) const { return offsets_[length]; }

 private:
  std::vector<Codeword> codewords_;
  std::vector<std::size_t> order_;
  std::array<unsigned, most_bits + 1> counts_{};
  std::array<std::uint32_t, most_bits + 1> firsts_{}, offsets_{};
};

}  // namespace heddle::e2mc

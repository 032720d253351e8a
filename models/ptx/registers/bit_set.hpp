// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::ptx {

/// A set of small numbers, one bit each.
class BitSet {
 public:
  explicit BitSet(std::size_t size = 0) : words_((size + 63) / 64) {}

  bool contains(std::size_t i) const { return words_[i / 64] >> i % 64 & 1; }
  void insert(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  void erase(std::size_t i) { words_[i / 64] &= ~(std::uint64_t{1} << i % 64); }
  bool operator==(const BitSet&) const = default;

  /// Adds all of `other`; true when that changed anything.
  bool unite(const BitSet& other) {
    std::uint64_t added = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      added |= other.words_[w] & ~words_[w];
      words_[w] |= other.words_[w];
    }
    return added != 0;
  }
  /// Removes all that `other` lacks.
  void intersect(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
  }
  /// Removes all of `other`, which may be a set of fewer numbers.
  void subtract(const BitSet& other) {
    const std::size_t common = std::min(words_.size(), other.words_.size());
    for (std::size_t w = 0; w < common; ++w) words_[w] &= ~other.words_[w];
  }
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        f(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle::ptx

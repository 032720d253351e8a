// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_word.hpp"

namespace heddle {
namespace cpack_word {

/// The pattern in which an entry holds a word; xxxx if it does not.
constexpr CpackPattern match(std::uint32_t word, std::uint32_t entry) {
  const std::uint32_t difference = word ^ entry;
  if (difference == 0) return CpackPattern::mmmm;
  if (difference >> 8 == 0) return CpackPattern::mmmx;
  return difference >> 16 == 0 ? CpackPattern::mmxx : CpackPattern::xxxx;
}

}  // namespace cpack_word

std::string_view name(CpackPattern pattern) {
  constexpr std::array<std::string_view, cpack_patterns> names{"zzzz", "xxxx", "mmmm",
                                                               "mmxx", "zzzx", "mmmx"};
  return names[number(pattern)];
}

CpackPiece cpack_read(std::uint64_t bits) {
  using namespace cpack_word;
  const CpackPattern pattern = cpack_pattern_of(bits);
  const auto [code, code_bits, index_bits, data_bits] = cpack_form(pattern);
  return {.pattern = pattern,
          .index = cpack_low_bits(bits >> code_bits, index_bits),
          .data = cpack_low_bits(bits >> (code_bits + index_bits), data_bits)};
}

CpackPiece CpackDictionary::piece(std::uint32_t word) const {
  using namespace cpack_word;
  CpackPiece best{.pattern = CpackPattern::xxxx, .data = word};
  if (word <= 0xff) best.pattern = word == 0 ? CpackPattern::zzzz : CpackPattern::zzzx;
  for (unsigned n = pushed_ - size(); n < pushed_; ++n) {
    const unsigned index = n % cpack_entries;
    const CpackPattern pattern = match(word, entries_[index]);
    if (cpack_bits(pattern) >= cpack_bits(best.pattern)) continue;
    best = {.pattern = pattern, .index = index, .data = cpack_low_bits(word, cpack_form(pattern).data_bits)};
  }
  return best;
}

std::uint32_t CpackDictionary::word(const CpackPiece& piece) const {
  using namespace cpack_word;
  const std::uint32_t data = cpack_low_bits(piece.data, cpack_form(piece.pattern).data_bits);
  if (!cpack_has_index(piece.pattern)) return data;
  const unsigned open = cpack_form(piece.pattern).data_bits;
  return entry(piece.index) >> open << open | data;
}

}  // namespace heddle

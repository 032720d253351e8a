#include "models/line_compression/cpack_word.hpp"

namespace heddle {
namespace cpack_word {

/// Of each pattern the code, how many bits it has, and the bits of the data.
struct Layout {
  unsigned code, code_bits, data_bits;
};
constexpr std::array<Layout, cpack_patterns> layouts{
    {{0b00, 2, 0}, {0b01, 2, 32}, {0b10, 2, 0}, {0b0011, 4, 16}, {0b0111, 4, 8}, {0b1011, 4, 8}}};
constexpr unsigned index_bits = 4;

constexpr Layout layout(CpackPattern pattern) { return layouts[number(pattern)]; }

constexpr std::uint32_t low_bits(std::uint64_t value, unsigned bits) {
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}

constexpr CpackPattern pattern_of(std::uint64_t bits) {
  if ((bits & 3) != 3) return CpackPattern(bits & 3);
  if ((bits >> 2 & 3) == 0) return CpackPattern::mmxx;
  return (bits >> 2 & 3) == 1 ? CpackPattern::zzzx : CpackPattern::mmmx;
}

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

std::uint64_t cpack_code(const CpackPiece& piece) {
  using namespace cpack_word;
  const auto [code, code_bits, data_bits] = layout(piece.pattern);
  std::uint64_t above = low_bits(piece.data, data_bits);
  if (cpack_has_index(piece.pattern)) above = above << index_bits | low_bits(piece.index, index_bits);
  return above << code_bits | code;
}

CpackPiece cpack_read(std::uint64_t bits) {
  using namespace cpack_word;
  CpackPiece piece{.pattern = pattern_of(bits)};
  const auto [code, code_bits, data_bits] = layout(piece.pattern);
  bits >>= code_bits;
  if (cpack_has_index(piece.pattern)) {
    piece.index = low_bits(bits, index_bits);
    bits >>= index_bits;
  }
  piece.data = low_bits(bits, data_bits);
  return piece;
}

CpackPiece CpackDictionary::piece(std::uint32_t word) const {
  using namespace cpack_word;
  CpackPiece best{.pattern = CpackPattern::xxxx, .data = word};
  if (word <= 0xff) best.pattern = word == 0 ? CpackPattern::zzzz : CpackPattern::zzzx;
  for (unsigned n = pushed_ - size(); n < pushed_; ++n) {
    const unsigned index = n % cpack_entries;
    const CpackPattern pattern = match(word, entries_[index]);
    if (cpack_bits(pattern) >= cpack_bits(best.pattern)) continue;
    best = {.pattern = pattern, .index = index, .data = low_bits(word, layout(pattern).data_bits)};
  }
  return best;
}

std::uint32_t CpackDictionary::word(const CpackPiece& piece) const {
  using namespace cpack_word;
  const std::uint32_t data = low_bits(piece.data, layout(piece.pattern).data_bits);
  if (!cpack_has_index(piece.pattern)) return data;
  const unsigned open = layout(piece.pattern).data_bits;
  return entry(piece.index) >> open << open | data;
}

}  // namespace heddle

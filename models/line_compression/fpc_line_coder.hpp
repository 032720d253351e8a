// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line_compression/fpc_form.hpp"
#include "models/line_compression/wide_bytes.hpp"

// What fpc_line_compress makes of a line, faster: all words at once, for processors that wide_vectors() tells
// of.

namespace heddle::fpc_line_coder {

/// A number of each pattern.
template <class Number, std::size_t Size, class Of>
constexpr auto by_pattern(Of of) {
  std::array<Number, Size> numbers{};
  for (unsigned p = 0; p < fpc_patterns; ++p) numbers[p] = static_cast<Number>(of(fpc_forms[p]));
  return numbers;
}
inline constexpr auto piece_bits =
    by_pattern<std::uint8_t, 16>([](const FpcForm& form) { return form.piece_bits; });
inline constexpr auto shift = by_pattern<std::uint32_t, 8>([](const FpcForm& form) { return form.shift; });
inline constexpr auto lower = by_pattern<std::uint32_t, 8>([](const FpcForm& form) { return form.lower; });
inline constexpr auto upper = by_pattern<std::uint32_t, 8>([](const FpcForm& form) { return form.upper; });

/// Bit i stands for word i.
struct ZeroRuns {
  std::uint32_t first;  ///< a run begins
  /// In the words of a run, it has so many words from there on: one more than these bits tell.
  std::array<std::uint32_t, 3> more_bit;
};
inline ZeroRuns runs_of(std::uint32_t zeros) {
  // From here on, so many words are zero.
  const std::uint32_t two = zeros & zeros >> 1, three = two & zeros >> 2, four = two & two >> 2,
                      five = four & zeros >> 4, six = four & two >> 4, seven = four & three >> 4,
                      eight = four & four >> 4;
  ZeroRuns runs{
      .first = zeros & ~(zeros << 1),
      .more_bit = {(two & ~three) | (four & ~five) | (six & ~seven) | eight, (three & ~five) | seven, five}};
  for (unsigned k = 1; k < line_most_words / fpc_longest_run; ++k)
    runs.first |= (runs.first & eight) << fpc_longest_run & zeros;
  return runs;
}

/// The words of a line in the bytes of vectors.
struct Words {
  wide::Bytes pattern, bits;  ///< a word of zero has no bits, unless a run begins in it
  ZeroRuns runs;
  unsigned all_bits;
};

[[gnu::target("avx2,bmi2"), gnu::always_inline]] inline Words find(const wide::WordBytes& line,
                                                                   unsigned words) {
  using namespace wide;
  using enum FpcPattern;
  const Bytes none = _mm256_setzero_si256();
  const auto& b = line.byte;
  const Bytes sign0 = greater(none, b[0]), sign1 = greater(none, b[1]), sign2 = greater(none, b[2]);
  const Bytes low_extended = equal(b[1], sign0), high_extended = equal(b[3], sign2);
  const Bytes is_byte = both(low_extended, both(equal(b[2], sign0), equal(b[3], sign0)));
  const Bytes high_bits = both(_mm256_add_epi8(b[0], each(8)), each(0xf0));
  const Bytes is_half = both(equal(b[2], sign1), equal(b[3], sign1));
  const Bytes is_padded = equal(either(b[0], b[1]), none);
  const Bytes is_zero = both(is_padded, equal(either(b[2], b[3]), none));
  const Bytes is_repeated = both(equal(b[0], b[1]), both(equal(b[0], b[2]), equal(b[0], b[3])));

  Words found;
  const auto number = [](FpcPattern pattern) { return static_cast<int>(pattern); };
  Bytes pattern =
      select(both(low_extended, high_extended), each(number(two_bytes)), each(number(FpcPattern::word)));
  pattern = select(is_padded, each(number(padded_half)), pattern);
  pattern = select(is_half, each(number(half)), pattern);
  pattern = select(is_repeated, each(number(repeated_byte)), pattern);
  pattern = select(is_byte, each(number(FpcPattern::byte)), pattern);
  pattern = select(both(is_byte, equal(high_bits, none)), each(number(nibble)), pattern);
  found.pattern = but_not(pattern, is_zero);

  const std::uint32_t in_line = words == line_most_words ? ~0u : (1u << words) - 1;
  found.runs = runs_of(bits_of(is_zero) & in_line);
  found.bits = but_not(look_up(piece_bits, found.pattern), but_not(is_zero, mask_of(found.runs.first)));
  found.all_bits = sum(found.bits);
  return found;
}

[[gnu::target("avx2,bmi2"), gnu::always_inline]] inline LinePieces pieces_of(
    std::span<const unsigned char> line, const Words& found) {
  using namespace wide;
  LinePieces pieces;
  pieces.words = static_cast<unsigned>(line.size() / 4);
  pieces.all_bits = found.all_bits;
  store(pieces.bits.data(), found.bits);
  alignas(32) std::array<std::uint8_t, line_most_words> patterns, more;
  store(patterns.data(), found.pattern);
  Bytes all_more = both(mask_of(found.runs.more_bit[0]), each(1));
  all_more = either(all_more, both(mask_of(found.runs.more_bit[1]), each(2)));
  all_more = either(all_more, both(mask_of(found.runs.more_bit[2]), each(4)));
  store(more.data(), both(all_more, mask_of(found.runs.first)));
  for (unsigned i = 0; i < pieces.words; i += 8) {
    const __m256i word = load(&line[4 * i]), pattern = eight_of(patterns, i);
    const __m256i low_data = both(_mm256_srlv_epi32(word, look_up_words(shift, pattern)),
                                  look_up_words(lower, pattern)),
                  high_data = both(_mm256_srli_epi32(word, 8), look_up_words(upper, pattern));
    const __m256i data = either(either(low_data, high_data), eight_of(more, i));
    store_pieces(pieces, i, either(_mm256_slli_epi32(data, fpc_pattern_bits), pattern),
                 _mm256_srli_epi32(data, 32 - fpc_pattern_bits));
  }
  return pieces;
}

}  // namespace heddle::fpc_line_coder

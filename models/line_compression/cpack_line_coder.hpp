// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <utility>

#include "models/line_compression/cpack_line.hpp"
#include "models/line_compression/wide_bytes.hpp"

// What cpack_line_compress makes of a line, faster, for processors that wide_vectors() tells of. Each word
// that may be in the dictionary is compared with all words behind it at once. They need not wait for the
// dictionary that the words before them fill: pushed are the words that are more than a byte and equal to no
// earlier one. That holds as long as there is no word that is equal to one which has left the dictionary.
// Such a line is left to cpack_line_compress.

namespace heddle::cpack_line_coder {

/// A number of each pattern.
template <class Number, std::size_t Size, class Of>
constexpr auto by_pattern(Of of) {
  std::array<Number, Size> numbers{};
  for (unsigned p = 0; p < cpack_patterns; ++p) numbers[p] = static_cast<Number>(of(CpackPattern(p)));
  return numbers;
}
inline constexpr auto piece_bits = by_pattern<std::uint8_t, 16>(cpack_bits);
inline constexpr auto code = by_pattern<std::uint8_t, 16>([](CpackPattern p) { return cpack_form(p).code; });
inline constexpr auto index_mask =
    by_pattern<std::uint8_t, 16>([](CpackPattern p) { return cpack_has_index(p) ? cpack_entries - 1 : 0; });
inline constexpr auto data_mask = by_pattern<std::uint32_t, 8>(
    [](CpackPattern p) { return (std::uint64_t{1} << cpack_form(p).data_bits) - 1; });
inline constexpr auto data_shift = by_pattern<std::uint32_t, 8>(
    [](CpackPattern p) { return cpack_form(p).code_bits + cpack_form(p).index_bits; });

// How well an earlier word matches: its degree in bits 6 and 5, which is 1 for two bytes, and one more for
// each other one; and its place below, as 31 less the number of the word. So of two matches that are as good,
// that of the earlier word is the greater one.
inline constexpr int degree_bits = 0x60, one_degree = 0x20, place_bits = 0x1f;
inline constexpr std::array<std::uint8_t, 16> pattern_of_degree{
    number(CpackPattern::xxxx), number(CpackPattern::mmxx), number(CpackPattern::mmmx),
    number(CpackPattern::mmmm)};

/// Byte 31 - i and those behind it: a mask of the words behind word i.
inline constexpr auto behind_word = [] {
  std::array<std::uint8_t, 2 * line_most_words> mask{};
  for (unsigned k = line_most_words; k < mask.size(); ++k) mask[k] = 0xff;
  return mask;
}();

/// The matches of all words with those before them.
struct Matches {
  wide::Bytes with[line_most_words];  ///< with one word, which is no small one
  unsigned count = 0;
  wide::Bytes best;                  ///< of each word
  wide::Bytes small, small_pattern;  ///< which words match none, as they are at most a byte

  [[gnu::target("avx2,bmi2"), gnu::always_inline]] Matches(std::span<const unsigned char> line,
                                                           const wide::WordBytes& words) {
    using namespace wide;
    const Bytes none = _mm256_setzero_si256();
    const auto& byte = words.byte;
    small = equal(either(either(byte[1], byte[2]), byte[3]), none);
    small_pattern =
        select(equal(byte[0], none), each(number(CpackPattern::zzzz)), each(number(CpackPattern::zzzx)));
    best = none;
    for (std::uint32_t rest = ~bits_of(small); rest != 0; rest &= rest - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(rest));
      const Bytes word = all_of(&line[4 * i]);
      const Bytes two = both(both(equal(byte[3], each_byte(word, 3)), equal(byte[2], each_byte(word, 2))),
                             load(&behind_word[line_most_words - 1 - i])),
                  three = both(two, equal(byte[1], each_byte(word, 1))),
                  four = both(three, equal(byte[0], each_byte(word, 0)));
      const Bytes more = _mm256_add_epi8(both(three, each(one_degree)), both(four, each(one_degree)));
      const int place = place_bits - static_cast<int>(i);
      const Bytes match = _mm256_add_epi8(both(two, each(one_degree + place)), more);
      best = _mm256_max_epu8(best, match);
      with[count++] = match;
    }
  }
  /// The best one of each word, among those whose place is at most this.
  [[gnu::target("avx2,bmi2"), gnu::always_inline]] wide::Bytes best_up_to(wide::Bytes place) const {
    using namespace wide;
    wide::Bytes most = _mm256_setzero_si256();
    for (unsigned k = 0; k < count; ++k)
      most = _mm256_max_epu8(most, but_not(with[k], greater(both(with[k], each(place_bits)), place)));
    return most;
  }
  [[gnu::target("avx2,bmi2"), gnu::always_inline]] wide::Bytes pattern_of(wide::Bytes match) const {
    using namespace wide;
    const Bytes degree = _mm256_srli_epi16(both(match, each(degree_bits)), 5);
    return select(small, small_pattern, look_up(pattern_of_degree, degree));
  }
};

/// The places of the first sixteen pushed words, of at least so many.
inline std::array<std::uint8_t, 16> first_sixteen(std::uint32_t pushed) {
  std::array<std::uint8_t, 16> places;
  for (std::uint8_t& place : places) {
    place = static_cast<std::uint8_t>(place_bits - std::countr_zero(pushed));
    pushed &= pushed - 1;
  }
  return places;
}

/// The words of a line in the bytes of vectors.
struct Words {
  wide::Bytes pattern, head;  ///< head: code and index
  unsigned all_bits;
};
enum class Found { stream, longer_one, not_known };

/// The words of a line as they are in the stream, if it has at most so many bits.
[[gnu::target("avx2,bmi2"), gnu::always_inline]] inline Found find(std::span<const unsigned char> line,
                                                                   const wide::WordBytes& words,
                                                                   unsigned most_bits, Words& found) {
  using namespace wide;
  const Bytes none = _mm256_setzero_si256();
  const Matches matches(line, words);
  const unsigned behind_line =
      piece_bits[number(CpackPattern::zzzz)] * (line_most_words - static_cast<unsigned>(line.size() / 4));

  // No dictionary is better than one that has all earlier words.
  found.pattern = matches.pattern_of(matches.best);
  found.all_bits = sum(look_up(piece_bits, found.pattern)) - behind_line;
  if (found.all_bits > most_bits) return Found::longer_one;

  const Bytes again = equal(found.pattern, each(number(CpackPattern::mmmm)));
  const Bytes unpushed = either(again, matches.small);
  const Bytes pushed_before = sums_before(but_not(each(1), unpushed));
  const Bytes entry_of = either(unpushed, pushed_before);  // below zero: none
  Bytes entry = look_up(entry_of, but_not(each(place_bits), matches.best));
  Bytes has_index = greater(look_up(index_mask, found.pattern), none);
  const Bytes replaced = greater(_mm256_sub_epi8(pushed_before, entry), each(cpack_entries));
  if (bits_of(both(has_index, replaced)) != 0) {
    // The best one is no entry any more. Those that are begin with the sixteenth last that was pushed.
    const Bytes last_entry = each(cpack_entries - 1);
    const Bytes first_place =
        select(greater(pushed_before, last_entry),
               look_up(first_sixteen(~bits_of(unpushed)), both(pushed_before, last_entry)), each(place_bits));
    const Bytes best = matches.best_up_to(first_place);
    found.pattern = matches.pattern_of(best);
    entry = look_up(entry_of, but_not(each(place_bits), best));
    has_index = greater(look_up(index_mask, found.pattern), none);
    // A word was pushed after all, or what is found was not.
    const Bytes not_equal = but_not(again, equal(found.pattern, each(number(CpackPattern::mmmm))));
    if (bits_of(either(not_equal, both(has_index, entry))) != 0) return Found::not_known;
    found.all_bits = sum(look_up(piece_bits, found.pattern)) - behind_line;
    if (found.all_bits > most_bits) return Found::longer_one;
  }
  const Bytes index = both(entry, look_up(index_mask, found.pattern));
  // The code of mmmm has two bits, those of the others with an index have four.
  found.head = either(look_up(code, found.pattern),
                      select(again, _mm256_slli_epi16(index, 2), _mm256_slli_epi16(index, 4)));
  return Found::stream;
}

[[gnu::target("avx2,bmi2"), gnu::always_inline]] inline LinePieces pieces_of(
    std::span<const unsigned char> line, const Words& found) {
  using namespace wide;
  LinePieces pieces;
  pieces.words = static_cast<unsigned>(line.size() / 4);
  pieces.all_bits = found.all_bits;
  store(pieces.bits.data(), look_up(piece_bits, found.pattern));
  alignas(32) std::array<std::uint8_t, line_most_words> patterns, heads;
  store(patterns.data(), found.pattern);
  store(heads.data(), found.head);
  for (unsigned i = 0; i < pieces.words; i += 8) {
    const __m256i pattern = eight_of(patterns, i), shift = look_up_words(data_shift, pattern);
    const __m256i data = both(load(&line[4 * i]), look_up_words(data_mask, pattern));
    store_pieces(pieces, i, either(eight_of(heads, i), _mm256_sllv_epi32(data, shift)),
                 _mm256_srlv_epi32(data, _mm256_sub_epi32(_mm256_set1_epi32(32), shift)));
  }
  return pieces;
}

}  // namespace heddle::cpack_line_coder

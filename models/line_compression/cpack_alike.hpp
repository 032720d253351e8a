// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace heddle {

inline constexpr unsigned cpack_most_words = 32;

/// Words of a line that share their upper two, three or all four bytes with a word: bit i stands for word i.
struct CpackAlike {
  std::uint32_t two = 0, three = 0, four = 0;
  bool operator==(const CpackAlike&) const = default;
};

/// Finds the words of a line whose upper bytes are those of a given word. Scalar code, for any processor.
class CpackScalarWords {
 public:
  using Words = std::array<std::uint32_t, cpack_most_words>;
  explicit CpackScalarWords(const Words& words) : words_(words) {}

  /// Of the first sixteen words, or of all.
  CpackAlike alike(std::uint32_t word, bool all) const {
    CpackAlike found;
    for (unsigned i = 0; i < (all ? cpack_most_words : cpack_most_words / 2); ++i) {
      const std::uint32_t difference = word ^ words_[i];
      found.two |= std::uint32_t{difference >> 16 == 0} << i;
      found.three |= std::uint32_t{difference >> 8 == 0} << i;
      found.four |= std::uint32_t{difference == 0} << i;
    }
    return found;
  }

 private:
  const Words& words_;
};

#ifdef __SSE2__
/// The same with SSE2, which compares a byte of the word with that byte of sixteen words at once.
class CpackSimdWords {
 public:
  using Words = CpackScalarWords::Words;
  explicit CpackSimdWords(const Words& words) {
    for (unsigned half = 0; half < 2; ++half)
      for (unsigned b = 0; b < 4; ++b) bytes_[half][b] = bytes_of(&words[16 * half], b);
  }

  CpackAlike alike(std::uint32_t word, bool all) const {
    const __m128i once = _mm_cvtsi32_si128(static_cast<int>(word)), twice = _mm_unpacklo_epi8(once, once),
                  four_times = _mm_unpacklo_epi16(twice, twice);
    const __m128i each[4] = {_mm_shuffle_epi32(four_times, 0x00), _mm_shuffle_epi32(four_times, 0x55),
                             _mm_shuffle_epi32(four_times, 0xaa), _mm_shuffle_epi32(four_times, 0xff)};
    CpackAlike found = alike_of(bytes_[0], each);
    if (!all) return found;
    const CpackAlike others = alike_of(bytes_[1], each);
    return {found.two | others.two << 16, found.three | others.three << 16, found.four | others.four << 16};
  }

 private:
  /// Byte `b` of sixteen words, in their order.
  static __m128i bytes_of(const std::uint32_t* words, unsigned b) {
    const auto four = [&](unsigned first) {
      const __m128i w = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words + first));
      return _mm_and_si128(_mm_srl_epi32(w, _mm_cvtsi32_si128(static_cast<int>(8 * b))),
                           _mm_set1_epi32(0xff));
    };
    return _mm_packus_epi16(_mm_packs_epi32(four(0), four(4)), _mm_packs_epi32(four(8), four(12)));
  }
  static CpackAlike alike_of(const __m128i* bytes, const __m128i* each) {
    const auto equal = [&](unsigned b) { return _mm_cmpeq_epi8(each[b], bytes[b]); };
    const auto bits = [](__m128i lanes) { return static_cast<std::uint32_t>(_mm_movemask_epi8(lanes)); };
    const __m128i two = _mm_and_si128(equal(3), equal(2)), three = _mm_and_si128(two, equal(1)),
                  four = _mm_and_si128(three, equal(0));
    return {bits(two), bits(three), bits(four)};
  }

  __m128i bytes_[2][4];
};
using CpackLineWords = CpackSimdWords;
#else
using CpackLineWords = CpackScalarWords;
#endif

}  // namespace heddle

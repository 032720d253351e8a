// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "models/line_compression/line_pieces.hpp"

// Thirty-two bytes at once, one of each word of a line, for processors that wide_vectors() tells of. Masks
// are bytes of all ones or none.

namespace heddle::wide {

using Bytes = __m256i;

[[gnu::target("avx2"), gnu::always_inline]] inline Bytes load(const void* from) {
  return _mm256_loadu_si256(static_cast<const Bytes*>(from));
}
[[gnu::target("avx2"), gnu::always_inline]] inline void store(void* to, Bytes bytes) {
  _mm256_storeu_si256(static_cast<Bytes*>(to), bytes);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes each(int value) {
  return _mm256_set1_epi8(static_cast<char>(value));
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes both(Bytes a, Bytes b) {
  return _mm256_and_si256(a, b);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes either(Bytes a, Bytes b) {
  return _mm256_or_si256(a, b);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes but_not(Bytes a, Bytes b) {
  return _mm256_andnot_si256(b, a);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes equal(Bytes a, Bytes b) {
  return _mm256_cmpeq_epi8(a, b);
}
/// All words are the one at this place; all bytes are its byte b.
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes all_of(const unsigned char* word) {
  std::int32_t value;
  std::memcpy(&value, word, sizeof value);
  return _mm256_set1_epi32(value);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes each_byte(Bytes word, int b) {
  return _mm256_shuffle_epi8(word, each(b));
}
/// As signed numbers.
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes greater(Bytes a, Bytes b) {
  return _mm256_cmpgt_epi8(a, b);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes select(Bytes mask, Bytes a, Bytes otherwise) {
  return _mm256_blendv_epi8(otherwise, a, mask);
}
/// Bit i is the highest one of byte i; and the mask of these bits.
[[gnu::target("avx2"), gnu::always_inline]] inline std::uint32_t bits_of(Bytes mask) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(mask));
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes mask_of(std::uint32_t bits) {
  const Bytes all = _mm256_set1_epi32(static_cast<int>(bits)),
              byte = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303),
              bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
  return equal(both(_mm256_shuffle_epi8(all, byte), bit), bit);
}

/// Byte i is table[index[i]]; the indices are below 16, or 32.
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes look_up(const std::array<std::uint8_t, 16>& table,
                                                                 Bytes index) {
  const __m128i once = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(once), index);
}
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes look_up(Bytes table, Bytes index) {
  const Bytes lower = _mm256_permute2x128_si256(table, table, 0x00),
              upper = _mm256_permute2x128_si256(table, table, 0x11);
  return select(_mm256_slli_epi16(index, 3), _mm256_shuffle_epi8(upper, index),
                _mm256_shuffle_epi8(lower, index));
}

[[gnu::target("avx2"), gnu::always_inline]] inline unsigned sum(Bytes bytes) {
  const Bytes four = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
  const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
  return static_cast<unsigned>(_mm_cvtsi128_si32(two) + _mm_extract_epi16(two, 4));
}
/// Byte i is the sum of those before byte i.
[[gnu::target("avx2"), gnu::always_inline]] inline Bytes sums_before(Bytes bytes) {
  Bytes sums = bytes;  // of one, two, four and so on, up to the bytes of a half
  sums = _mm256_add_epi8(sums, _mm256_slli_si256(sums, 1));
  sums = _mm256_add_epi8(sums, _mm256_slli_si256(sums, 2));
  sums = _mm256_add_epi8(sums, _mm256_slli_si256(sums, 4));
  sums = _mm256_add_epi8(sums, _mm256_slli_si256(sums, 8));
  const Bytes lower_in_upper = _mm256_permute2x128_si256(sums, sums, 0x08);
  sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(lower_in_upper, each(15)));
  return _mm256_sub_epi8(sums, bytes);
}

/// Byte 0 of each word of a line, byte 1 of each, and so on. Of a line of 64 bytes the others are zero.
struct WordBytes {
  Bytes byte[4];
};
[[gnu::target("avx2"), gnu::always_inline]] inline WordBytes bytes_of_words(
    std::span<const unsigned char> line) {
  const Bytes by_byte =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  Bytes eight[4];  // words
  for (unsigned k = 0; k < 4; ++k)
    eight[k] =
        32 * k < line.size() ? _mm256_shuffle_epi8(load(&line[32 * k]), by_byte) : _mm256_setzero_si256();
  const Bytes lower01 = _mm256_unpacklo_epi32(eight[0], eight[1]),
              upper01 = _mm256_unpackhi_epi32(eight[0], eight[1]),
              lower23 = _mm256_unpacklo_epi32(eight[2], eight[3]),
              upper23 = _mm256_unpackhi_epi32(eight[2], eight[3]);
  const Bytes order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  return {{_mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(lower01, lower23), order),
           _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(lower01, lower23), order),
           _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(upper01, upper23), order),
           _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi64(upper01, upper23), order)}};
}

// Eight words at once.

/// Those of a table of bytes from the i-th on.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i eight_of(
    const std::array<std::uint8_t, line_most_words>& bytes, unsigned i) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&bytes[i])));
}
/// Word i is table[index[i]]; the indices are below 8.
[[gnu::target("avx2"), gnu::always_inline]] inline __m256i look_up_words(
    const std::array<std::uint32_t, 8>& table, __m256i index) {
  return _mm256_permutevar8x32_epi32(load(table.data()), index);
}
/// Pieces from the i-th on, by their lower and upper 32 bits.
[[gnu::target("avx2"), gnu::always_inline]] inline void store_pieces(LinePieces& pieces, unsigned i,
                                                                     __m256i lower, __m256i upper) {
  const __m256i pieces0145 = _mm256_unpacklo_epi32(lower, upper),
                pieces2367 = _mm256_unpackhi_epi32(lower, upper);
  store(&pieces.value[i], _mm256_permute2x128_si256(pieces0145, pieces2367, 0x20));
  store(&pieces.value[i + 4], _mm256_permute2x128_si256(pieces0145, pieces2367, 0x31));
}

}  // namespace heddle::wide

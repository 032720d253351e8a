// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include "models/line_compression/cpack_ahead.hpp"
#include "models/line_compression/wide_bytes.hpp"

// What cpack_ahead_compress makes of a line, faster, for processors that wide_vectors() tells of: each value
// is compared with all words at once (Vijaykumar2015, algorithm 6).

namespace heddle::cpack_ahead_coder {

/// Writes the stored form into a line that is zero. False if it needs a fifth value: `stored` is as it was.
[[gnu::target("avx2,bmi2"), gnu::always_inline]] inline bool encode(std::span<const unsigned char> line,
                                                                    StoredLine& stored) {
  using namespace wide;
  const Bytes none = _mm256_setzero_si256();
  const WordBytes words = bytes_of_words(line);
  const auto& [lowest, second, third, highest] = words.byte;
  const Bytes small = equal(either(either(second, third), highest), none);
  Bytes codes = select(equal(lowest, none), each(cpack_zero), each(cpack_byte));
  std::array<std::uint32_t, cpack_ahead_values> values;
  unsigned used = 0;
  std::uint32_t open = ~bits_of(small);
  for (; open != 0 && used < cpack_ahead_values; ++used) {
    std::memcpy(&values[used], &line[4 * static_cast<unsigned>(std::countr_zero(open))], 4);
    const auto byte = [&](unsigned b) { return static_cast<int>(values[used] >> 8 * b & 0xff); };
    const Bytes near =
        both(equal(highest, each(byte(3))), both(equal(third, each(byte(2))), equal(second, each(byte(1)))));
    const int k = static_cast<int>(used), code = static_cast<int>(cpack_equal) + k,
              near_code = static_cast<int>(cpack_near) + k;
    codes = select(near, select(equal(lowest, each(byte(0))), each(code), each(near_code)), codes);
    open &= ~bits_of(near);
  }
  if (open != 0) return false;

  const Bytes needs_byte = either(equal(codes, each(cpack_byte)), greater(codes, each(cpack_near - 1)));
  const Bytes pairs = both(either(codes, _mm256_srli_epi16(codes, 4)), _mm256_set1_epi16(0xff));
  const Bytes packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(pairs, pairs), 0x08);
  const auto count = static_cast<unsigned>(line.size() / 4);
  // What is behind the line's own is zero, or written next.
  _mm_storeu_si128(reinterpret_cast<__m128i*>(stored.bits.data()), _mm256_castsi256_si128(packed));
  std::memcpy(&stored.bits[count / 2], values.data(), 4 * used);
  unsigned length = count / 2 + 4 * used;
  if (bits_of(needs_byte) != 0) {
    store(&stored.bits[length], both(lowest, needs_byte));
    length += count;
  }
  stored.length = static_cast<std::uint8_t>(length);
  stored.encoding = 1;
  return true;
}

}  // namespace heddle::cpack_ahead_coder

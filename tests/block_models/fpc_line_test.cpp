// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/fpc_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

namespace heddle::fpc_line_test {
namespace {

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<unsigned char>;

Bytes line_of(const Words& words) {
  Bytes line(4 * words.size());
  std::memcpy(line.data(), words.data(), line.size());
  return line;
}

/// A reference that is independent of the model: it makes a text of the stream's bits, each word in the
/// shortest of all patterns that hold its signed value, and then the bytes.
class Reference {
 public:
  explicit Reference(const Words& words) {
    for (std::size_t i = 0; i < words.size();) {
      std::size_t run = 0;
      while (run < 8 && i + run < words.size() && words[i + run] == 0) ++run;
      bits_ += run > 0 ? piece(0, run - 1, 3) : shortest(words[i]);
      i += run > 0 ? run : 1;
    }
    while (bits_.size() % 8 != 0) bits_ += '0';
    compressed = bits_.size() / 8 < 4 * words.size();
    stored = compressed ? Bytes(bits_.size() / 8) : line_of(words);
    for (std::size_t bit = 0; compressed && bit < bits_.size(); ++bit)
      if (bits_[bit] == '1') stored[bit / 8] = static_cast<unsigned char>(stored[bit / 8] + (1 << bit % 8));
  }
  Bytes stored;
  bool compressed;

 private:
  /// The lowest bit comes first.
  static std::string text(std::uint64_t value, unsigned bits) {
    std::string all;
    for (; bits > 0; --bits, value /= 2) all += value % 2 == 1 ? '1' : '0';
    return all;
  }
  static std::string piece(unsigned pattern, std::uint64_t data, unsigned bits) {
    return text(pattern, 3) + text(data, bits);
  }
  static bool within(std::int64_t value, std::int64_t lowest, std::int64_t highest) {
    return value >= lowest && value <= highest;
  }
  static std::string shortest(std::uint32_t word) {
    const std::int64_t value = word < 0x80000000 ? word : std::int64_t{word} - 0x100000000;
    const std::int64_t low = word % 65536, high = word / 65536;
    const auto byte_like = [](std::int64_t half) { return half < 128 || half >= 65536 - 128; };
    std::vector<std::string> all;
    if (within(value, -8, 7)) all.push_back(piece(1, word % 16, 4));
    if (within(value, -128, 127)) all.push_back(piece(2, word % 256, 8));
    if (within(value, -32768, 32767)) all.push_back(piece(3, word % 65536, 16));
    if (low == 0) all.push_back(piece(4, word / 65536, 16));
    if (byte_like(low) && byte_like(high))
      all.push_back(piece(5, static_cast<std::uint64_t>(low % 256 + high % 256 * 256), 16));
    if (word % 256 * 0x1010101ull == word) all.push_back(piece(6, word % 256, 8));
    all.push_back(piece(7, word, 32));
    return *std::min_element(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.size() < b.size(); });
  }
  std::string bits_;
};

/// Compresses as the reference does, and is restored.
void expect_right(const Words& words) {
  const Bytes line = line_of(words);
  const FpcLine made = fpc_line_compress(line);
  const Reference expected(words);
  ASSERT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + made.length), expected.stored);
  ASSERT_EQ(made.compressed, expected.compressed);
  ASSERT_TRUE(std::all_of(made.bytes.begin() + made.length, made.bytes.end(), [](auto b) { return b == 0; }));
  const auto bytes = static_cast<unsigned>(line.size());
  const FpcRestoredLine back = fpc_line_decompress(made.bytes, made.compressed, bytes);
  ASSERT_FALSE(back.corrupt);
  ASSERT_EQ(Bytes(back.bytes.begin(), back.bytes.begin() + bytes), line);
}

/// A line of 64 bytes that begins with these words, and goes on with zeros.
Bytes first_bytes(Words words, unsigned bytes) {
  words.resize(16);
  const FpcLine made = fpc_line_compress(line_of(words));
  return {made.bytes.begin(), made.bytes.begin() + bytes};
}

/// Each pattern, worked out by hand: its number in bits 2..0, its data from bit 3 on.
TEST(FpcLine, StoresEachPatternAsTheTableSays) {
  EXPECT_EQ(first_bytes({}, 2), (Bytes{0x38, 0x0e}));                     // 111 000, 111 000
  EXPECT_EQ(first_bytes({5}, 1)[0] & 0x7f, 0x29);                         // 0101 001
  EXPECT_EQ(first_bytes({0xfffffff8}, 1)[0] & 0x7f, 0x41);                // 1000 001
  EXPECT_EQ(first_bytes({0x55, 1}, 2), (Bytes{0xaa, 0x4a}));              // 01010101 010, then 0001 001
  EXPECT_EQ(first_bytes({0x1234, 1}, 3), (Bytes{0xa3, 0x91, 0x48}));      // 0001001000110100 011
  EXPECT_EQ(first_bytes({0x12340000, 1}, 3), (Bytes{0xa4, 0x91, 0x48}));  // 0001001000110100 100
  EXPECT_EQ(first_bytes({0x0012ffcd, 1}, 3), (Bytes{0x6d, 0x96, 0x48}));  // 00010010 11001101 101
  EXPECT_EQ(first_bytes({0x5a5a5a5a, 1}, 2), (Bytes{0xd6, 0x4a}));        // 01011010 110
  EXPECT_EQ(first_bytes({0x12345678, 1}, 6),                              // 32 bits of data, 111
            (Bytes{0xc7, 0xb3, 0xa2, 0x91, 0x48, 0xe0}));
}

TEST(FpcLine, TakesThePatternWithTheFewestBitsAtAllEdges) {
  using enum FpcPattern;
  const std::vector<std::pair<std::uint32_t, FpcPattern>> edges{{0, zero_run},
                                                                {1, nibble},
                                                                {7, nibble},
                                                                {0xffffffff, nibble},
                                                                {0xfffffff8, nibble},
                                                                {8, byte},
                                                                {0xfffffff7, byte},
                                                                {0x7f, byte},
                                                                {0xffffff80, byte},
                                                                {0x80, half},
                                                                {0xffffff7f, half},
                                                                {0x7fff, half},
                                                                {0xffff8000, half},
                                                                {0x8000, word},
                                                                {0xffff7fff, word},
                                                                {0x10000, padded_half},
                                                                {0x7fff0000, padded_half},
                                                                {0x80000000, padded_half},
                                                                {0xffff0000, padded_half},
                                                                {0x7f0000, padded_half},
                                                                {0x7f007f, two_bytes},
                                                                {0xff80ff80, two_bytes},
                                                                {0xff80, two_bytes},
                                                                {0xffff0001, two_bytes},
                                                                {0x7f0080, word},
                                                                {0x7fff7f, word},
                                                                {0x80007f, word},
                                                                {0xff7f007f, word},
                                                                {0x01010101, repeated_byte},
                                                                {0x80808080, repeated_byte},
                                                                {0xfefefefe, repeated_byte},
                                                                {0x01010102, word},
                                                                {0x01010001, word},
                                                                {0x81010101, word}};
  for (const auto& [value, pattern] : edges) {
    EXPECT_EQ(name(fpc_pattern(value)), name(pattern)) << std::hex << value;
    EXPECT_EQ(fpc_word(pattern, fpc_data(pattern, value)), value) << std::hex << value;
    for (unsigned place : {0u, 9u, 15u}) {
      Words words(16);
      words[place] = value;
      ASSERT_NO_FATAL_FAILURE(expect_right(words));
    }
  }
}

TEST(FpcLine, ARunHasOneToEightWords) {
  const auto bits = [](unsigned zeros) {
    Words words(16, 1);
    std::fill_n(words.begin() + 2, zeros, 0u);
    expect_right(words);
    return fpc_line_compress(line_of(words)).length;
  };
  EXPECT_EQ(bits(1), (15u * 7 + 6 + 7) / 8);
  EXPECT_EQ(bits(8), (8u * 7 + 6 + 7) / 8);
  EXPECT_EQ(bits(9), (7u * 7 + 12 + 7) / 8);
  Words runs(16);  // the last word of zeros is the first of a run
  runs[7] = 1;
  ASSERT_NO_FATAL_FAILURE(expect_right(runs));
}

TEST(FpcLine, StoresAStreamThatIsAByteShorterThanTheLineAndNoLongerOne) {
  // 28 * 35 + 2 * 7 + 2 * 11 = 1016 = 8 * 127.
  Words words(32, 0x12345678);
  words[0] = words[1] = 1;
  words[2] = words[3] = 100;
  EXPECT_EQ(fpc_line_compress(line_of(words)).length, 127u);
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
  // 28 * 35 + 3 * 6 + 19 = 1017.
  words.assign(32, 0x12345678);
  words[0] = words[2] = words[4] = 0;
  words[6] = 1000;
  EXPECT_FALSE(fpc_line_compress(line_of(words)).compressed);
  EXPECT_EQ(fpc_line_compress(line_of(words)).length, 128u);
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
}

/// Words of all patterns, their neighbours, and runs; both lengths of a line.
TEST(FpcLine, AgreesWithAnIndependentReferenceOnRandomLines) {
  constexpr std::uint64_t seed = 3;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  unsigned uncompressed = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    Words words(random.one_in(2) ? 16 : 32);
    const unsigned zeros = 1u << random.below(8), wide = 1 + random.below(4);
    for (auto& word : words) {
      const auto pattern = random.one_in(wide) ? FpcPattern::word : FpcPattern(random.below(fpc_patterns));
      word = random.one_in(zeros) ? 0 : fpc_word(pattern, static_cast<std::uint32_t>(random()));
      if (random.one_in(16)) word += random.one_in(2) ? 1 : 0xffffffff;
    }
    ASSERT_NO_FATAL_FAILURE(expect_right(words));
    uncompressed += !Reference(words).compressed;
  }
  EXPECT_GT(uncompressed, 1'000u);
  EXPECT_LT(uncompressed, 19'000u);
}

/// Stored bytes are corrupt or what the reference makes of the restored line; a change of any bit gives
/// another line or is noticed.
TEST(FpcLine, TellsBytesThatNoCompressorMakes) {
  constexpr std::uint64_t seed = 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  unsigned corrupt = 0, other = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const unsigned bytes = 64u << random.below(2);
    Words words(bytes / 4);
    for (auto& word : words)
      if (random.one_in(2))
        word = fpc_word(FpcPattern(random.below(fpc_patterns)), static_cast<std::uint32_t>(random()));
    const FpcLine made = fpc_line_compress(line_of(words));
    if (!made.compressed) continue;
    LineBytes stored = made.bytes;
    const unsigned bit = random.below(random.one_in(8) ? 8 * bytes : 8 * made.length);
    stored[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    const FpcRestoredLine line = fpc_line_decompress(stored, true, bytes);
    ++(line.corrupt ? corrupt : other);
    Words restored(bytes / 4);
    std::memcpy(restored.data(), line.bytes.data(), bytes);
    const Reference again(restored);
    const bool same = again.compressed &&
                      std::equal(again.stored.begin(), again.stored.end(), stored.begin()) &&
                      std::all_of(stored.begin() + static_cast<std::ptrdiff_t>(again.stored.size()),
                                  stored.begin() + bytes, [](auto b) { return b == 0; });
    ASSERT_EQ(line.corrupt, !same);
    ASSERT_FALSE(same && restored == words);
  }
  EXPECT_GT(corrupt, 1'000u);
  EXPECT_GT(other, 1'000u);
}

TEST(FpcLine, WhatFollowsALineOf64BytesDoesNotMatter) {
  FpcLine made = fpc_line_compress(line_of(Words(16, 0x77)));
  const FpcRestoredLine once = fpc_line_decompress(made.bytes, true, 64);
  EXPECT_FALSE(once.corrupt);
  std::fill(made.bytes.begin() + 64, made.bytes.end(), static_cast<unsigned char>(0xa5));
  EXPECT_EQ(fpc_line_decompress(made.bytes, true, 64), once);
}

TEST(FpcLine, CodecStoresOnlyWhatIsPaidForAndRestoresIt) {
  const FpcLineCodec codec;
  constexpr std::uint64_t seed = 9;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (const unsigned bytes : {64u, 128u})
    for (unsigned n = 0; n < 2'000; ++n) {
      Bytes line(bytes);
      const unsigned mask = random.below(256), share = 1 + random.below(4);
      for (auto& b : line) b = static_cast<unsigned char>(random.one_in(share) ? random() & mask : 0);
      const StoredLine stored = codec.encode(line);
      ASSERT_LE(stored.encoding, 1);
      ASSERT_EQ(stored.length < bytes, stored.encoding == 1);
      ASSERT_TRUE(
          std::all_of(stored.bits.begin() + stored.length, stored.bits.end(), [](auto b) { return b == 0; }));
      Bytes back(bytes);
      codec.decode(stored, back);
      ASSERT_EQ(back, line);
    }
}

}  // namespace
}  // namespace heddle::fpc_line_test

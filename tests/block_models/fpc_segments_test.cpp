// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/fpc_segments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

namespace heddle::fpc_segments_test {
namespace {

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<unsigned char>;

Bytes line_of(const Words& words) {
  Bytes line(4 * words.size());
  std::memcpy(line.data(), words.data(), line.size());
  return line;
}

/// A reference that is independent of the model: of each pattern it tries whether it holds the signed values
/// of all words, and writes the bits as a text, the lowest first.
class Reference {
 public:
  Reference(const Words& words, std::size_t segment_words) {
    std::string patterns, data;
    for (std::size_t first = 0; first < words.size(); first += segment_words)
      add(Words(words.begin() + static_cast<std::ptrdiff_t>(first),
                words.begin() + static_cast<std::ptrdiff_t>(first + segment_words)),
          patterns, data);
    while (patterns.size() % 8 != 0) patterns += '0';
    const std::string bits = patterns + data;
    compressed = bits.size() / 8 < 4 * words.size();
    stored = compressed ? Bytes(bits.size() / 8) : line_of(words);
    for (std::size_t bit = 0; compressed && bit < bits.size(); ++bit)
      if (bits[bit] == '1') stored[bit / 8] = static_cast<unsigned char>(stored[bit / 8] + (1 << bit % 8));
  }
  Bytes stored;
  bool compressed;

 private:
  static std::string text(std::uint64_t value, unsigned bits) {
    std::string all;
    for (; bits > 0; --bits, value /= 2) all += value % 2 == 1 ? '1' : '0';
    return all;
  }
  static std::int64_t number(std::uint32_t word) {
    return word < 0x80000000 ? word : std::int64_t{word} - 0x100000000;
  }
  static bool byte_like(std::uint32_t half) { return half < 128 || half >= 65536 - 128; }
  static bool holds(unsigned pattern, std::uint32_t word) {
    const std::int64_t value = number(word);
    switch (pattern) {
      case 0:
        return word == 0;
      case 1:
        return value >= -8 && value <= 7;
      case 2:
        return value >= -128 && value <= 127;
      case 3:
        return value >= -32768 && value <= 32767;
      case 4:
        return word % 65536 == 0;
      case 5:
        return byte_like(word % 65536) && byte_like(word / 65536);
      case 6:
        return word % 256 * 0x1010101ull == word;
      default:
        return true;
    }
  }
  static std::string data_of(unsigned pattern, std::uint32_t word) {
    constexpr unsigned bits[] = {0, 4, 8, 16, 16, 16, 8, 32};
    if (pattern == 4) return text(word / 65536, 16);
    if (pattern == 5) return text(word % 256, 8) + text(word / 65536 % 256, 8);
    return text(word, bits[pattern]);
  }
  static void add(const Words& words, std::string& patterns, std::string& data) {
    for (const unsigned pattern : {0u, 1u, 2u, 6u, 3u, 4u, 5u, 7u}) {  // by bits, and by numbers
      if (!std::ranges::all_of(words, [&](auto word) { return holds(pattern, word); })) continue;
      patterns += text(pattern, 3);
      for (const auto word : words) data += data_of(pattern, word);
      return;
    }
  }
};

Bytes made_bytes(const FpcLine& made) { return {made.bytes.begin(), made.bytes.begin() + made.length}; }

/// Compresses as the reference does, and is restored.
void expect_right(const Words& words, unsigned segment_words) {
  const Bytes line = line_of(words);
  const FpcLine made = fpc_segments_compress(line, segment_words);
  const Reference expected(words, segment_words);
  ASSERT_EQ(made_bytes(made), expected.stored);
  ASSERT_EQ(made.compressed, expected.compressed);
  ASSERT_TRUE(std::all_of(made.bytes.begin() + made.length, made.bytes.end(), [](auto b) { return b == 0; }));
  const auto bytes = static_cast<unsigned>(line.size());
  const FpcRestoredLine back = fpc_segments_decompress(made.bytes, made.compressed, bytes, segment_words);
  ASSERT_FALSE(back.corrupt);
  ASSERT_EQ(Bytes(back.bytes.begin(), back.bytes.begin() + bytes), line);
}

/// A line of 64 bytes in segments of four words, worked out by hand: nibbles, bytes, zeros and words. Their
/// patterns are 1, 2, 0 and 7: 111 000 010 001, which is 0xe11.
TEST(FpcSegments, StorePatternsAheadOfAllData) {
  const Words words{1, 2, 7, 0xfffffff8, 5, 100, 0xffffff80, 0, 0, 0, 0, 0, 0x12345678, 0, 1, 0xffffffff};
  const FpcLine made = fpc_segments_compress(line_of(words), 4);
  EXPECT_TRUE(made.compressed);
  EXPECT_EQ(made_bytes(made), (Bytes{0x11, 0x0e,                                      // the patterns
                                     0x21, 0x87,                                      // 1, 2, 7 and -8
                                     0x05, 0x64, 0x80, 0x00,                          // 5, 100, -128 and 0
                                     0x78, 0x56, 0x34, 0x12, 0, 0, 0, 0, 1, 0, 0, 0,  // the last four words
                                     0xff, 0xff, 0xff, 0xff}));
  ASSERT_NO_FATAL_FAILURE(expect_right(words, 4));
}

/// The other patterns, in segments of two words: 3, 4, 5, 6 and four times 0: 110 101 100 011 is 0xd63.
TEST(FpcSegments, StoreHalvesBytesAndRepeatedBytes) {
  Words words{0x1234, 0xffff8000, 0x12340000, 0xabcd0000, 0x0012ffcd, 0x00010000, 0x5a5a5a5a, 0x80808080};
  words.resize(16);
  const FpcLine made = fpc_segments_compress(line_of(words), 2);
  EXPECT_EQ(made_bytes(made), (Bytes{0x63, 0x0d, 0x00,        // the patterns of eight segments
                                     0x34, 0x12, 0x00, 0x80,  // halves
                                     0x34, 0x12, 0xcd, 0xab,  // padded halves
                                     0xcd, 0x12, 0x00, 0x01,  // two bytes, the lower half's first
                                     0x5a, 0x80}));           // repeated bytes
  ASSERT_NO_FATAL_FAILURE(expect_right(words, 2));
}

TEST(FpcSegments, StoreALineOfZerosInItsPatternsAlone) {
  const unsigned patterns[][3] = {{2, 3, 6}, {4, 2, 3}, {8, 1, 2}, {16, 1, 1}};  // of lines of 64, 128 bytes
  for (const auto& [segment_words, short_line, long_line] : patterns) {
    EXPECT_EQ(made_bytes(fpc_segments_compress(Bytes(64), segment_words)), Bytes(short_line));
    EXPECT_EQ(made_bytes(fpc_segments_compress(Bytes(128), segment_words)), Bytes(long_line));
  }
}

TEST(FpcSegments, OneWordMakesTheOthersLonger) {
  using enum FpcPattern;
  EXPECT_EQ(fpc_segment_pattern(Words{0, 0}), zero_run);
  EXPECT_EQ(fpc_segment_pattern(Words{0, 5}), nibble);
  EXPECT_EQ(fpc_segment_pattern(Words{5, 8}), byte);
  EXPECT_EQ(fpc_segment_pattern(Words{0xffffff80, 0x80}), half);
  EXPECT_EQ(fpc_segment_pattern(Words{0x01010101, 0}), repeated_byte);
  EXPECT_EQ(fpc_segment_pattern(Words{0x01010101, 5}), word);                // no pattern but this holds both
  EXPECT_EQ(fpc_segment_pattern(Words{0x00010000, 5}), two_bytes);           // each alone is shorter
  EXPECT_EQ(fpc_segment_pattern(Words{0x00010000, 0x7f0000}), padded_half);  // two_bytes takes as many bits
  EXPECT_EQ(fpc_segment_pattern(Words{0x12340000, 0x1234}), word);
  EXPECT_EQ(fpc_segment_pattern(Words(16, 0xffffffff)), nibble);
}

/// In segments of two words, sixteen patterns take six bytes.
TEST(FpcSegments, StoreWhatIsAByteShorterThanTheLineAndNothingLonger) {
  Words words(32, 0x12345678);
  words[0] = words[1] = 1;  // saves seven of eight bytes
  EXPECT_EQ(fpc_segments_compress(line_of(words), 2).length, 127u);
  ASSERT_NO_FATAL_FAILURE(expect_right(words, 2));
  words[0] = 100;  // saves six
  EXPECT_FALSE(fpc_segments_compress(line_of(words), 2).compressed);
  ASSERT_NO_FATAL_FAILURE(expect_right(words, 2));
}

/// Words of all patterns, whole segments of one pattern but for a word, and zeros.
Words random_words(Random& random) {
  Words words(random.one_in(2) ? 16 : 32);
  const unsigned run = 1u << random.below(5), odd = 1 + random.below(16), zeros = 1 + random.below(6);
  FpcPattern pattern{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % run == 0)
      pattern = random.one_in(zeros) ? FpcPattern::zero_run : FpcPattern(random.below(fpc_patterns));
    words[i] = fpc_word(random.one_in(odd) ? FpcPattern(random.below(fpc_patterns)) : pattern,
                        static_cast<std::uint32_t>(random()));
    if (random.one_in(32)) words[i] += random.one_in(2) ? 1 : 0xffffffff;
  }
  return words;
}

class FpcSegmentsOf : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Words, FpcSegmentsOf, testing::Values(2u, 4u, 8u, 16u));

TEST_P(FpcSegmentsOf, AgreeWithAnIndependentReferenceOnRandomLines) {
  constexpr std::uint64_t seed = 11;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  unsigned uncompressed = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const Words words = random_words(random);
    ASSERT_NO_FATAL_FAILURE(expect_right(words, GetParam()));
    uncompressed += !Reference(words, GetParam()).compressed;
  }
  EXPECT_GT(uncompressed, 100u);
  EXPECT_LT(uncompressed, 19'000u);
}

/// Stored bytes with one or two changed bits, or any patterns, are corrupt or what the reference makes of the
/// restored line.
TEST_P(FpcSegmentsOf, TellBytesThatNoCompressorMakes) {
  constexpr std::uint64_t seed = 13;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  unsigned corrupt = 0, other = 0;
  for (unsigned n = 0; n < 40'000; ++n) {
    const Words words = random_words(random);
    const auto bytes = static_cast<unsigned>(4 * words.size());
    const FpcLine made = fpc_segments_compress(line_of(words), GetParam());
    if (!made.compressed) continue;
    LineBytes stored = made.bytes;
    for (unsigned flips = 1 + random.below(2); flips > 0; --flips) {
      const unsigned bit = random.below(random.one_in(4) ? 8 * bytes : 8 * made.length);
      stored[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    }
    if (random.one_in(8)) stored[random.below(6)] = static_cast<unsigned char>(random());
    const FpcRestoredLine line = fpc_segments_decompress(stored, true, bytes, GetParam());
    ++(line.corrupt ? corrupt : other);
    Words restored(words.size());
    std::memcpy(restored.data(), line.bytes.data(), bytes);
    const Reference again(restored, GetParam());
    const bool same = again.compressed &&
                      std::equal(again.stored.begin(), again.stored.end(), stored.begin()) &&
                      std::all_of(stored.begin() + static_cast<std::ptrdiff_t>(again.stored.size()),
                                  stored.begin() + bytes, [](auto b) { return b == 0; });
    ASSERT_EQ(line.corrupt, !same);
  }
  EXPECT_GT(corrupt, 1'000u);
  EXPECT_GT(other, 1'000u);
}

TEST_P(FpcSegmentsOf, TakeAnyBytesAndNothingBehindALineOf64) {
  constexpr std::uint64_t seed = 17;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned n = 0; n < 2'000; ++n) {
    LineBytes stored;
    for (auto& byte : stored) byte = static_cast<unsigned char>(random());
    const FpcRestoredLine once = fpc_segments_decompress(stored, true, 64, GetParam());
    std::fill(stored.begin() + 64, stored.end(), static_cast<unsigned char>(0xa5));
    ASSERT_EQ(fpc_segments_decompress(stored, true, 64, GetParam()), once);
    ASSERT_TRUE(std::all_of(once.bytes.begin() + 64, once.bytes.end(), [](auto b) { return b == 0; }));
    fpc_segments_decompress(stored, true, 128, GetParam());
  }
}

TEST_P(FpcSegmentsOf, CodecStoresOnlyWhatIsPaidForAndRestoresIt) {
  const FpcLineCodec codec(GetParam());
  constexpr std::uint64_t seed = 19;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned n = 0; n < 4'000; ++n) {
    const Bytes line = line_of(random_words(random));
    const StoredLine stored = codec.encode(line);
    ASSERT_EQ(stored.length < line.size(), stored.encoding == 1);
    ASSERT_EQ(stored.bits, fpc_segments_compress(line, GetParam()).bytes);
    Bytes back(line.size());
    codec.decode(stored, back);
    ASSERT_EQ(back, line);
  }
}

TEST(FpcSegments, OfOtherNumbersOfWordsAreRefused) {
  for (const unsigned words : {1u, 3u, 6u, 12u, 32u}) EXPECT_THROW(FpcLineCodec{words}, Error);
  for (const unsigned words : {0u, 2u, 4u, 8u, 16u}) EXPECT_NO_THROW(FpcLineCodec{words});
}

TEST(FpcSegments, OfNoWordsAreTheOriginalStream) {
  const Bytes line = line_of(Words(32, 0x77));
  EXPECT_EQ(fpc_compress(line, 0), fpc_line_compress(line));
  EXPECT_EQ(fpc_compress(line, 8), fpc_segments_compress(line, 8));
  const FpcLine made = fpc_compress(line, 0);
  EXPECT_EQ(fpc_decompress(made.bytes, true, 128, 0), fpc_line_decompress(made.bytes, true, 128));
}

}  // namespace
}  // namespace heddle::fpc_segments_test

// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/cpack_line_codec.hpp"

namespace heddle::cpack_line_test {
namespace {

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<unsigned char>;

Bytes line_of(const Words& words) {
  Bytes line(4 * words.size());
  std::memcpy(line.data(), words.data(), line.size());
  return line;
}

/// A reference that is independent of the model: it makes a text of the stream's bits, each word in the
/// shortest of all that hold it, from a queue of entries, and then the bytes.
class Reference {
 public:
  explicit Reference(const Words& words) {
    for (const std::uint32_t word : words) bits_ += shortest(word);
    while (bits_.size() % 8 != 0) bits_ += '0';
    compressed = bits_.size() / 8 < 4 * words.size();
    stored = compressed ? Bytes(bits_.size() / 8) : line_of(words);
    for (std::size_t bit = 0; compressed && bit < bits_.size(); ++bit)
      if (bits_[bit] == '1') stored[bit / 8] = static_cast<unsigned char>(stored[bit / 8] + (1 << bit % 8));
  }
  Bytes stored;
  bool compressed;

 private:
  struct Entry {
    std::uint32_t word;
    unsigned index;
  };
  /// The lowest bit comes first.
  static std::string text(std::uint64_t value, unsigned bits) {
    std::string all;
    for (; bits > 0; --bits, value /= 2) all += value % 2 == 1 ? '1' : '0';
    return all;
  }
  std::string shortest(std::uint32_t word) {
    if (word == 0) return "00";
    if (word < 256) return "1110" + text(word, 8);
    std::string best = "10" + text(word, 32);
    for (const Entry& e : queue_) {
      std::string other;
      if (e.word == word) return "01" + text(e.index, 4);
      if (e.word / 256 == word / 256)
        other = "1101" + text(e.index, 4) + text(word % 256, 8);
      else if (e.word / 65536 == word / 65536)
        other = "1100" + text(e.index, 4) + text(word % 65536, 16);
      if (!other.empty() && other.size() < best.size()) best = other;
    }
    queue_.push_back({word, next_});
    next_ = (next_ + 1) % 16;
    if (queue_.size() > 16) queue_.pop_front();
    return best;
  }
  std::deque<Entry> queue_;
  unsigned next_ = 0;
  std::string bits_;
};

/// Compresses as the reference does, and is restored.
void expect_right(const Words& words) {
  const Bytes line = line_of(words);
  const CpackLine made = cpack_line_compress(line);
  const Reference expected(words);
  ASSERT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + made.length), expected.stored);
  ASSERT_EQ(made.compressed, expected.compressed);
  ASSERT_TRUE(std::all_of(made.bytes.begin() + made.length, made.bytes.end(), [](auto b) { return b == 0; }));
  const auto bytes = static_cast<unsigned>(line.size());
  const CpackRestoredLine back = cpack_line_decompress(made.bytes, made.compressed, bytes);
  ASSERT_FALSE(back.corrupt);
  ASSERT_EQ(Bytes(back.bytes.begin(), back.bytes.begin() + bytes), line);
}

/// Worked out by hand. Each pattern once, of mmmm two, and ten words of zero, 2 bits each: 118 bits.
///   12345678  xxxx              34 bits  48d159e1 and 00
///   12345678  mmmm, entry 0      6 bits  0000 10
///   123456ab  mmmx, entry 0     16 bits  ab 0 b       entry 1 from now on
///   1234ffff  mmxx, entry 0     24 bits  ffff 0 3     it matches entry 1, too, which came later; entry 2
///   000000cd  zzzx              12 bits  cd 7
///   123456ab  mmmm, entry 1      6 bits  0001 10
TEST(CpackLine, StoresALineAsItIsDoneByHand) {
  Words words{0x12345678, 0x12345678, 0x123456ab, 0x1234ffff, 0x000000cd, 0x123456ab};
  words.resize(16);
  const CpackLine made = cpack_line_compress(line_of(words));
  EXPECT_EQ(made.length, 15u);
  EXPECT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + 15),
            (Bytes{0xe1, 0x59, 0xd1, 0x48, 0x08, 0x0b, 0xab, 0x03, 0xff, 0xff, 0xd7, 0x6c, 0, 0, 0}));
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
}

TEST(CpackLine, TakesThePatternWithTheFewestBits) {
  using enum CpackPattern;
  CpackDictionary dictionary;
  EXPECT_EQ(dictionary.piece(0x12345678), (CpackPiece{xxxx, 0, 0x12345678}));
  for (const std::uint32_t word : {0x12345678u, 0x1234ffffu, 0x123456abu, 0x0000ab00u}) dictionary.push(word);
  EXPECT_EQ(dictionary.piece(0), (CpackPiece{zzzz, 0, 0}));
  EXPECT_EQ(dictionary.piece(0xff), (CpackPiece{zzzx, 0, 0xff}));
  EXPECT_EQ(dictionary.piece(0x100), (CpackPiece{mmxx, 3, 0x100}));
  EXPECT_EQ(dictionary.piece(0xab01), (CpackPiece{mmmx, 3, 0x01}));
  EXPECT_EQ(dictionary.piece(0x123456ab), (CpackPiece{mmmm, 2, 0}));
  EXPECT_EQ(dictionary.piece(0x123456ac), (CpackPiece{mmmx, 0, 0xac}));
  EXPECT_EQ(dictionary.piece(0x12340000), (CpackPiece{mmxx, 0, 0}));
  EXPECT_EQ(dictionary.piece(0x12350000), (CpackPiece{xxxx, 0, 0x12350000}));
}

TEST(CpackLine, APieceIsReadAsItWasWritten) {
  using enum CpackPattern;
  for (const CpackPiece& piece :
       {CpackPiece{zzzz, 0, 0}, CpackPiece{xxxx, 0, 0xdeadbeef}, CpackPiece{mmmm, 13, 0},
        CpackPiece{mmxx, 7, 0x1234}, CpackPiece{zzzx, 0, 0x5a}, CpackPiece{mmmx, 15, 0xff}}) {
    const std::uint64_t behind = std::uint64_t{0b1011} << cpack_bits(piece.pattern);
    EXPECT_EQ(cpack_read(cpack_code(piece) | behind), piece) << name(piece.pattern);
    EXPECT_EQ(cpack_code(piece) >> cpack_bits(piece.pattern), 0u) << name(piece.pattern);
  }
  EXPECT_EQ(cpack_read(0xab5f), (CpackPiece{mmmx, 5, 0xab}));
}

/// The seventeenth word that is pushed replaces the first.
TEST(CpackLine, TheDictionaryHoldsTheLastSixteenWords) {
  using enum CpackPattern;
  CpackDictionary dictionary;
  for (std::uint32_t n = 1; n <= 17; ++n) dictionary.push(n << 16);
  EXPECT_EQ(dictionary.piece(1 << 16).pattern, xxxx);
  EXPECT_EQ(dictionary.piece(2 << 16), (CpackPiece{mmmm, 1, 0}));
  EXPECT_EQ(dictionary.piece(16 << 16), (CpackPiece{mmmm, 15, 0}));
  EXPECT_EQ(dictionary.piece(17 << 16), (CpackPiece{mmmm, 0, 0}));
  dictionary.push((2 << 16) + 5);  // entry 1 again; entry 0 was pushed before, entry 2 is older still
  EXPECT_EQ(dictionary.piece((2 << 16) + 6), (CpackPiece{mmmx, 1, 6}));
  dictionary.push((17 << 16) + 7);
  EXPECT_EQ(dictionary.piece((17 << 16) + 6), (CpackPiece{mmmx, 0, 6}));
  Words words(32);
  for (std::uint32_t n = 0; n < 20; ++n) words[n] = (n % 17 + 1) << 16;
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
}

TEST(CpackLine, StoresAStreamThatIsAByteShorterThanTheLineAndNoLongerOne) {
  // 29 * 34 + 2 * 12 + 6 = 1016 = 8 * 127.
  Words words(32);
  for (std::uint32_t n = 0; n < 29; ++n) words[n] = (n + 1) << 20 | 0x12345;
  words[29] = words[30] = 5;
  words[31] = words[28];
  EXPECT_EQ(cpack_line_compress(line_of(words)).length, 127u);
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
  // 29 * 34 + 16 + 16 + 12 = 1030.
  words[29] = words[28] + 1;
  words[31] = words[28] + 2;
  EXPECT_FALSE(cpack_line_compress(line_of(words)).compressed);
  EXPECT_EQ(cpack_line_compress(line_of(words)).length, 128u);
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
}

/// Words by chance, or words before them with other lower bytes.
Words any_words(Random& random) {
  Words words(random.one_in(2) ? 16 : 32);
  const unsigned wide = 1 + random.below(8), zeros = 1 + random.below(8);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto r = static_cast<std::uint32_t>(random());
    if (i == 0 || random.one_in(wide)) {
      words[i] = r;
    } else if (random.one_in(zeros)) {
      words[i] = random.one_in(2) ? 0 : r % 300;
    } else {
      words[i] = words[random.below(static_cast<std::uint32_t>(i))];
      if (random.one_in(2)) words[i] ^= 1u << r % 32;
      if (random.one_in(3)) words[i] ^= r & (random.one_in(2) ? 0xffff : 0xff);
    }
  }
  return words;
}

TEST(CpackLine, AgreesWithAnIndependentReferenceOnRandomLines) {
  constexpr std::uint64_t seed = 3;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  unsigned uncompressed = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const Words words = any_words(random);
    ASSERT_NO_FATAL_FAILURE(expect_right(words));
    uncompressed += !Reference(words).compressed;
  }
  EXPECT_GT(uncompressed, 1'000u);
  EXPECT_LT(uncompressed, 19'000u);
}

/// Stored bytes are corrupt or what the reference makes of the restored line; a change of any bit gives
/// another line or is noticed.
TEST(CpackLine, TellsBytesThatNoCompressorMakes) {
  constexpr std::uint64_t seed = 5;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  unsigned corrupt = 0, other = 0;
  for (unsigned n = 0; n < 20'000; ++n) {
    const Words words = any_words(random);
    const auto bytes = static_cast<unsigned>(4 * words.size());
    const CpackLine made = cpack_line_compress(line_of(words));
    if (!made.compressed) continue;
    LineBytes stored = made.bytes;
    const unsigned bit = random.below(random.one_in(8) ? 8 * bytes : 8 * made.length);
    stored[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    const CpackRestoredLine line = cpack_line_decompress(stored, true, bytes);
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

TEST(CpackLine, WhatFollowsALineOf64BytesDoesNotMatter) {
  CpackLine made = cpack_line_compress(line_of(Words(16, 0x77)));
  const CpackRestoredLine once = cpack_line_decompress(made.bytes, true, 64);
  EXPECT_FALSE(once.corrupt);
  std::fill(made.bytes.begin() + 64, made.bytes.end(), static_cast<unsigned char>(0xa5));
  EXPECT_EQ(cpack_line_decompress(made.bytes, true, 64), once);
}

TEST(CpackLine, CodecStoresOnlyWhatIsPaidForAndRestoresIt) {
  const CpackLineCodec codec;
  constexpr std::uint64_t seed = 9;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned n = 0; n < 4'000; ++n) {
    const Bytes line = line_of(any_words(random));
    const StoredLine stored = codec.encode(line);
    ASSERT_LE(stored.encoding, 1);
    ASSERT_EQ(stored.length < line.size(), stored.encoding == 1);
    ASSERT_TRUE(
        std::all_of(stored.bits.begin() + stored.length, stored.bits.end(), [](auto b) { return b == 0; }));
    Bytes back(line.size());
    codec.decode(stored, back);
    ASSERT_EQ(back, line);
  }
}

}  // namespace
}  // namespace heddle::cpack_line_test

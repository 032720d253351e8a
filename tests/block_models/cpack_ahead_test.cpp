// SPDX-License-Identifier: Apache-2.0
// C-Pack with four dictionary values: by hand, and against a reference of its own.
#include "models/line_compression/cpack_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/line_compression/cpack_line_codec.hpp"

namespace heddle::cpack_ahead_test {
namespace {

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<unsigned char>;

Bytes line_of(const Words& words) {
  Bytes line(4 * words.size());
  std::memcpy(line.data(), words.data(), line.size());
  return line;
}

/// A reference that is independent of the model: word after word, with a list of values, and lists of what
/// is stored.
class Reference {
 public:
  explicit Reference(const Words& words) {
    for (const std::uint32_t word : words) add(word);
    compressed = values_.size() <= 4;
    if (!compressed) {
      stored = line_of(words);
      return;
    }
    for (std::size_t i = 0; i < words.size(); i += 2)
      stored.push_back(static_cast<unsigned char>(codes_[i] + 16 * codes_[i + 1]));
    const Bytes dictionary = line_of(values_);
    stored.insert(stored.end(), dictionary.begin(), dictionary.end());
    if (any_byte_) stored.insert(stored.end(), bytes_.begin(), bytes_.end());
  }
  Bytes stored;
  bool compressed;

 private:
  void add(std::uint32_t word) {
    if (word < 256) return put(word == 0 ? 0 : 1, word % 256);
    std::size_t k = 0;
    for (; k < values_.size(); ++k) {
      if (values_[k] == word) return put(4 + k, 0);
      if (values_[k] / 256 != word / 256) continue;
      any_byte_ = true;  // even if it is zero
      return put(8 + k, word % 256);
    }
    values_.push_back(word);
    put(4 + k, 0);
  }
  void put(std::size_t code, std::uint32_t byte) {
    codes_.push_back(static_cast<unsigned char>(code % 16));
    bytes_.push_back(static_cast<unsigned char>(byte));
    any_byte_ = any_byte_ || byte != 0;
  }
  Words values_;
  Bytes codes_, bytes_;
  bool any_byte_ = false;
};

/// Compresses as the reference does, and is restored.
void expect_right(const Words& words) {
  const Bytes line = line_of(words);
  const CpackLine made = cpack_ahead_compress(line);
  const Reference expected(words);
  ASSERT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + made.length), expected.stored);
  ASSERT_EQ(made.compressed, expected.compressed);
  ASSERT_LE(made.length, !made.compressed ? line.size() : line.size() == 64 ? 40 : 64);
  ASSERT_TRUE(std::all_of(made.bytes.begin() + made.length, made.bytes.end(), [](auto b) { return b == 0; }));
  const auto bytes = static_cast<unsigned>(line.size());
  const CpackRestoredLine back = cpack_ahead_decompress(made.bytes, made.compressed, bytes);
  ASSERT_FALSE(back.corrupt);
  ASSERT_EQ(Bytes(back.bytes.begin(), back.bytes.begin() + bytes), line);
}

/// Worked out by hand: of each code one word, and nine words of zero.
///   12345678  value 0               4
///   00000000                        0
///   123456ab  value 0, byte ab      8
///   000000cd  byte cd               1
///   deadbeef  value 1               5
///   12345678  value 0               4
///   deadbe00  value 1, byte 00      9
const Words by_hand{0x12345678, 0, 0x123456ab, 0xcd, 0xdeadbeef, 0x12345678, 0xdeadbe00, 0,
                    0,          0, 0,          0,    0,          0,          0,          0};
const Bytes stored_by_hand{0x04, 0x18, 0x45, 0x09, 0,    0,    0,    0,     // codes
                           0x78, 0x56, 0x34, 0x12, 0xef, 0xbe, 0xad, 0xde,  // values
                           0,    0,    0xab, 0xcd, 0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 0};

TEST(CpackAhead, StoresALineAsItIsDoneByHand) {
  const CpackLine made = cpack_ahead_compress(line_of(by_hand));
  EXPECT_TRUE(made.compressed);
  EXPECT_EQ(Bytes(made.bytes.begin(), made.bytes.begin() + made.length), stored_by_hand);
  ASSERT_NO_FATAL_FAILURE(expect_right(by_hand));
}

TEST(CpackAhead, StoresNoBytesWhereNoWordNeedsOne) {
  Words words(32);
  words[1] = words[30] = 0xabcd1234;
  words[31] = 0x100;
  const CpackLine made = cpack_ahead_compress(line_of(words));
  EXPECT_EQ(
      Bytes(made.bytes.begin(), made.bytes.begin() + made.length),
      (Bytes{0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x54, 0x34, 0x12, 0xcd, 0xab, 0, 1, 0, 0}));
  // A byte of zero is one that is needed.
  words[2] = 0xabcd1200;
  EXPECT_EQ(cpack_ahead_compress(line_of(words)).length, 16u + 8 + 32);
  ASSERT_NO_FATAL_FAILURE(expect_right(words));
  ASSERT_NO_FATAL_FAILURE(expect_right(Words(32)));
  EXPECT_EQ(cpack_ahead_compress(line_of(Words(32))).length, 16u);
}

TEST(CpackAhead, LeavesALineWithAFifthValueAsItIs) {
  for (const unsigned words : {16u, 32u}) {
    Words line(words, 7);
    for (std::uint32_t k = 0; k < 4; ++k) line[3 * k] = (k + 1) << 8;
    ASSERT_NO_FATAL_FAILURE(expect_right(line));
    EXPECT_EQ(cpack_ahead_compress(line_of(line)).length, words / 2 + 16 + words);
    line[words - 1] = 0x500;
    EXPECT_FALSE(cpack_ahead_compress(line_of(line)).compressed);
    EXPECT_EQ(cpack_ahead_compress(line_of(line)).length, 4 * words);
    ASSERT_NO_FATAL_FAILURE(expect_right(line));
    line[words - 1] = 0x4ff;
    EXPECT_TRUE(cpack_ahead_compress(line_of(line)).compressed);
  }
}

/// Values that come at any words, and words near them, near a byte, or near zero.
Words any_words(Random& random) {
  Words words(random.one_in(2) ? 16 : 32), values;
  for (unsigned n = 1 + random.below(5); n > 0; --n) values.push_back(static_cast<std::uint32_t>(random()));
  for (std::uint32_t& word : words) {
    const std::uint32_t value = values[random.below(static_cast<std::uint32_t>(values.size()))];
    const std::uint32_t byte = random.below(random.one_in(2) ? 2 : 256);
    const std::uint32_t kind = random.below(random.one_in(8) ? 5 : 4);
    word = kind == 0   ? 0
           : kind == 1 ? byte
           : kind == 2 ? value
           : kind == 3 ? value ^ byte
                       : 1u << random.below(32);
  }
  return words;
}

TEST(CpackAhead, AgreesWithAnIndependentReferenceOnRandomLines) {
  constexpr std::uint64_t seed = 4;
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

/// Each changes the line that was done by hand.
TEST(CpackAhead, TellsEachWayInWhichBytesAreNoCompressors) {
  LineBytes stored{};
  std::copy(stored_by_hand.begin(), stored_by_hand.end(), stored.begin());
  const auto corrupt_with = [&](unsigned byte, unsigned char value, unsigned byte_2, unsigned char value_2) {
    LineBytes changed = stored;
    changed[byte] = value;
    changed[byte_2] = value_2;
    return cpack_ahead_decompress(changed, true, 64).corrupt;
  };
  const auto corrupt = [&](unsigned byte, unsigned char value) {
    return corrupt_with(byte, value, byte, value);
  };
  EXPECT_FALSE(corrupt(0, 0x04));
  EXPECT_FALSE(corrupt(19, 0xce));                    // another byte in word 3
  EXPECT_FALSE(corrupt(8, 0x79));                     // another lowest byte in value 0
  EXPECT_FALSE(corrupt(15, 0xdf));                    // another value 1
  for (const unsigned code : {2, 3, 12, 13, 14, 15})  // word 15 has a code that is not used
    EXPECT_TRUE(corrupt(7, static_cast<unsigned char>(code << 4))) << code;
  EXPECT_TRUE(corrupt(19, 0));                  // word 3 is a byte of zero
  EXPECT_TRUE(corrupt(18, 0x78));               // word 2 has the byte of value 0
  EXPECT_TRUE(corrupt(17, 1));                  // word 1 is zero and has a byte
  EXPECT_TRUE(corrupt(16, 0x78));               // word 0 is value 0 and has a byte
  EXPECT_TRUE(corrupt_with(0, 8, 16, 1));       // the first word that names value 0 is not it
  EXPECT_TRUE(corrupt_with(0, 5, 2, 0x44));     // value 1 before value 0
  EXPECT_TRUE(corrupt_with(2, 0x46, 3, 0x0a));  // value 2 without value 1
  LineBytes changed = stored;
  std::fill_n(changed.begin() + 13, 3, static_cast<unsigned char>(0));  // value 1 is a byte
  EXPECT_TRUE(cpack_ahead_decompress(changed, true, 64).corrupt);
  std::copy_n(stored.begin() + 9, 3, changed.begin() + 13);  // value 1 shares value 0's upper 24 bits
  EXPECT_TRUE(cpack_ahead_decompress(changed, true, 64).corrupt);
  EXPECT_TRUE(corrupt(32, 1));     // right behind the bytes
  EXPECT_TRUE(corrupt(63, 0x80));  // the last bit
  EXPECT_FALSE(corrupt(64, 1));    // no part of the line
  LineBytes zeros{};
  EXPECT_FALSE(cpack_ahead_decompress(zeros, true, 128).corrupt);
  zeros[16] = 1;  // there are no bytes
  EXPECT_TRUE(cpack_ahead_decompress(zeros, true, 128).corrupt);
}

/// Stored bytes are corrupt or what the reference makes of the restored line; the codec restores the same
/// line of any bytes.
TEST(CpackAhead, TellsBytesThatNoCompressorMakes) {
  constexpr std::uint64_t seed = 6;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  const CpackLineCodec codec(4);
  unsigned corrupt = 0, right = 0;
  for (unsigned n = 0; n < 40'000; ++n) {
    const Words words = any_words(random);
    const auto bytes = static_cast<unsigned>(4 * words.size());
    const CpackLine made = cpack_ahead_compress(line_of(words));
    if (!made.compressed) continue;
    StoredLine stored{.bits = made.bytes, .encoding = 1};
    for (unsigned bits = random.below(4); bits > 0; --bits) {
      const unsigned bit = random.below(random.one_in(8) ? 8 * bytes : 8 * made.length);
      stored.bits[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    }
    const CpackRestoredLine line = cpack_ahead_decompress(stored.bits, true, bytes);
    ++(line.corrupt ? corrupt : right);
    Words restored(bytes / 4);
    std::memcpy(restored.data(), line.bytes.data(), bytes);
    Reference again(restored);
    again.stored.resize(bytes, 0);
    ASSERT_EQ(line.corrupt, !again.compressed ||
                                !std::equal(again.stored.begin(), again.stored.end(), stored.bits.begin()));
    Bytes by_codec(bytes);
    codec.decode(stored, by_codec);
    ASSERT_EQ(by_codec, line_of(restored));
  }
  EXPECT_GT(corrupt, 1'000u);
  EXPECT_GT(right, 1'000u);
}

TEST(CpackAhead, CodecStoresOnlyWhatIsPaidForAndRestoresIt) {
  const CpackLineCodec codec(4);
  constexpr std::uint64_t seed = 10;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned n = 0; n < 4'000; ++n) {
    const Bytes line = line_of(any_words(random));
    const StoredLine stored = codec.encode(line);
    ASSERT_EQ(stored.length < line.size(), stored.encoding == 1);
    ASSERT_TRUE(
        std::all_of(stored.bits.begin() + stored.length, stored.bits.end(), [](auto b) { return b == 0; }));
    Bytes back(line.size());
    codec.decode(stored, back);
    ASSERT_EQ(back, line);
  }
}

TEST(CpackAhead, IsChosenByTheSizeOfTheDictionary) {
  const Bytes line = line_of(by_hand);
  EXPECT_EQ(cpack_compress(line, 4), cpack_ahead_compress(line));
  EXPECT_EQ(cpack_compress(line, 16), cpack_line_compress(line));
  const LineBytes stored = cpack_ahead_compress(line).bytes;
  EXPECT_FALSE(cpack_decompress(stored, true, 64, 4).corrupt);
  EXPECT_TRUE(cpack_decompress(stored, true, 64, 16).corrupt);
  for (const unsigned values : {4u, 16u}) EXPECT_NO_THROW(require_dictionary_values(values));
  for (const unsigned values : {0u, 5u, 8u, 17u}) EXPECT_THROW(require_dictionary_values(values), Error);
}

}  // namespace
}  // namespace heddle::cpack_ahead_test

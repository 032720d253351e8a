// SPDX-License-Identifier: Apache-2.0
// The codecs of memory lines, which are written to be fast, do the same as the models of the blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "models/line_compression/best_line_codec.hpp"
#include "models/line_compression/cpack_line_codec.hpp"
#include "models/line_compression/cpack_line_coder.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

namespace heddle::line_coders_test {
namespace {

using Line = std::vector<unsigned char>;

/// Values of one size, drawn one by one.
template <class Value, class Draw>
Line line_of(unsigned bytes, Draw draw) {
  Line line(bytes);
  for (unsigned i = 0; i < bytes; i += sizeof(Value)) {
    const auto value = static_cast<Value>(draw());
    std::memcpy(&line[i], &value, sizeof value);
  }
  return line;
}

/// Lines of the kinds that `heddle bench --codecs` has, and of others: words of all of FPC's patterns, with
/// runs of zeros; words of a small set, whose lowest bytes may differ, so that C-Pack's dictionary has some
/// of them, has lost others, and gets them again; and values around a base or zero, as far away as one or the
/// other of BDI's deltas reaches, or a little farther; values whose parts are like one another, too, so that
/// several encodings hold them.
Line random_line(Random& random, unsigned bytes) {
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  const std::uint64_t base = random();
  const unsigned share = 1 + random.below(24), size = 1 + random.below(32), reach = 1 + random.below(40);
  std::vector<std::uint32_t> words(size);
  for (auto& w : words)
    w = random.one_in(3) && &w != &words[0] ? words[0] ^ word() >> 8 * random.below(4) : word();
  const auto near = [&] {
    const std::uint64_t far = (std::uint64_t{1} << reach) - 1;
    return (random.one_in(share) ? 0 : base) + (random() & far) - (far >> 1) - random.below(2);
  };
  std::uint64_t alike = 0;
  for (const unsigned part_bits = random.one_in(2) ? 16 : 32; unsigned part : {0, 1, 2, 3})
    if (part < 64 / part_bits) alike |= ((base & 0x7f7f) + random.below(90)) << part_bits * part;
  switch (random.below(13)) {
    case 0:
      return Line(bytes);
    case 1:
      return line_of<std::uint64_t>(bytes, [&] { return base; });
    case 2:
      return line_of<std::int32_t>(bytes, [&] {
        const unsigned bits = 1 + random.below(12);
        return random.one_in(4) ? 0 : static_cast<std::int32_t>(random.below(1u << bits)) - (1 << (bits - 1));
      });
    case 3:
      return line_of<std::uint64_t>(bytes,
                                    [&] { return (base & 0x7fffffff0000) + 8 * random.below(1u << 14); });
    case 4:
      return line_of<std::uint32_t>(
          bytes, [&] { return std::bit_cast<std::uint32_t>(static_cast<float>(random.below(1000)) / 4); });
    case 5:
      return line_of<std::uint64_t>(bytes, [&] { return random(); });
    case 6:
      return line_of<std::uint32_t>(bytes, [&] {
        const auto pattern = FpcPattern(random.below(fpc_patterns));
        if (random.one_in(1 + size / 4)) return 0u;
        return fpc_word(pattern, word()) + (random.one_in(16) ? random.below(3) - 1 : 0);
      });
    case 7:
      return line_of<std::uint16_t>(bytes, near);
    case 8:
      return line_of<std::uint32_t>(bytes, near);
    case 9:
      return line_of<std::uint64_t>(bytes, near);
    case 10:
      return line_of<std::uint64_t>(
          bytes, [&] { return alike + (random.one_in(share) ? 0 - (base & 0x7f7f) : 0) + random.below(30); });
    default:
      return line_of<std::uint32_t>(bytes, [&] {
        const std::uint32_t w = words[random.below(size)];
        if (random.one_in(share)) return w & random.below(0x200);
        return random.one_in(1 + share / 2) ? w ^ word() >> 8 * (1 + random.below(3)) : w;
      });
  }
}

/// The stored line that a model has made.
template <class Compressed>
StoredLine stored(const Compressed& line) {
  return {.bits = line.bytes, .length = static_cast<std::uint8_t>(line.length), .encoding = line.compressed};
}
bool same(const StoredLine& a, const StoredLine& b) {
  return a.bits == b.bits && a.length == b.length && a.encoding == b.encoding && a.epoch == b.epoch;
}

/// Bytes of a line that a codec has made, one or a few of them changed, or any.
StoredLine any_stored(Random& random, StoredLine made) {
  made.encoding = 1;
  if (random.one_in(3))
    for (auto& b : made.bits) b = random.one_in(2) ? 0 : static_cast<unsigned char>(random());
  for (unsigned n = random.below(4); n > 0; --n)
    made.bits[random.below(random.one_in(2) ? 8 : 128)] ^= static_cast<unsigned char>(1u << random.below(8));
  return made;
}
Line decoded(const LineCodec& codec, const StoredLine& line, unsigned bytes) {
  Line back(bytes, 0xee);
  codec.decode(line, back);
  return back;
}
Line first(const LineBytes& bytes, unsigned count) { return {bytes.begin(), bytes.begin() + count}; }

constexpr unsigned lines = 40'000;

/// Calls `check` with lines of both lengths.
template <class Check>
void for_each_line(std::uint64_t seed, Check check) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (unsigned n = 0; n < lines; ++n) {
    const unsigned bytes = random.one_in(3) ? 64 : 128;
    ASSERT_NO_FATAL_FAILURE(check(random, random_line(random, bytes), bytes)) << "line " << n;
  }
}

TEST(LineCoders, BdiDoesAsItsModel) {
  for (const BdiBase base : {BdiBase::first_wide, BdiBase::first_value}) {
    const BdiLineCodec codec(base);
    std::array<unsigned, bdi_line_encodings + 1> times{};
    for_each_line(31, [&](Random& random, const Line& line, unsigned bytes) {
      const BdiLine expected = bdi_line_compress(line, base);
      const StoredLine made = codec.encode(line);
      ASSERT_TRUE(same(made, stored(expected)));
      ++times[expected.compressed ? expected.bytes[0] : bdi_line_encodings];
      ASSERT_EQ(decoded(codec, made, bytes), line);
      StoredLine any = any_stored(random, made);
      if (random.one_in(2)) any.bits[0] = static_cast<unsigned char>(random.below(bdi_line_encodings));
      ASSERT_EQ(decoded(codec, any, bytes),
                first(bdi_line_decompress(any.bits, true, bytes, base).bytes, bytes));
    });
    for (const unsigned t : times) EXPECT_GT(t, 100u);
  }
}

TEST(LineCoders, FpcDoesAsItsModel) {
  for (const bool wide : {false, wide_vectors()}) {
    const FpcLineCodec codec(0, wide);
    unsigned compressed = 0;
    for_each_line(32, [&](Random& random, const Line& line, unsigned bytes) {
      const StoredLine made = codec.encode(line);
      ASSERT_TRUE(same(made, stored(fpc_line_compress(line))));
      compressed += made.encoding;
      ASSERT_EQ(decoded(codec, made, bytes), line);
      const StoredLine any = any_stored(random, made);
      Line expected(bytes);
      fpc_line_restore(any.bits, expected);
      ASSERT_EQ(decoded(codec, any, bytes), expected);
    });
    EXPECT_GT(compressed, lines / 4);
    EXPECT_LT(compressed, lines * 3 / 4);
  }
}

/// Each zero or not: all runs.
TEST(LineCoders, FpcDoesAsItsModelOfAllRuns) {
  const FpcLineCodec codec;
  for (std::uint32_t zeros = 0; zeros < 1u << 16; ++zeros)
    for (const unsigned bytes : {64u, 128u}) {
      unsigned i = 0;
      const Line line = line_of<std::uint32_t>(bytes, [&] { return zeros >> i++ % 16 & 1 ? 0 : i; });
      ASSERT_TRUE(same(codec.encode(line), stored(fpc_line_compress(line)))) << zeros;
    }
}

TEST(LineCoders, CpackDoesAsItsModel) {
  for (const unsigned values : {cpack_original_values, cpack_ahead_values})
    for (const bool wide : {false, wide_vectors()}) {
      const CpackLineCodec codec(values, wide);
      unsigned compressed = 0;
      for_each_line(33, [&](Random& random, const Line& line, unsigned bytes) {
        const StoredLine made = codec.encode(line);
        ASSERT_TRUE(same(made, stored(cpack_compress(line, values))));
        compressed += made.encoding;
        ASSERT_EQ(decoded(codec, made, bytes), line);
        const StoredLine any = any_stored(random, made);
        Line expected(bytes);
        cpack_restore(any.bits, expected, values);
        ASSERT_EQ(decoded(codec, any, bytes), expected);
      });
      EXPECT_GT(compressed, lines / 4);
      EXPECT_LT(compressed, lines * 3 / 4);
    }
}

[[gnu::target("avx2,bmi2")]] cpack_line_coder::Found find(const Line& line, unsigned most_bits) {
  cpack_line_coder::Words found;
  return cpack_line_coder::find(line, wide::bytes_of_words(line), most_bits, found);
}

/// The lines above make the coder go all its ways; and it says that a stream is longer only if it is.
TEST(LineCoders, CpackTellsWhetherAStreamIsLonger) {
  if (!wide_vectors()) GTEST_SKIP() << "no wide vectors";
  std::array<unsigned, 3> times{};
  for_each_line(34, [&](Random& random, const Line& line, unsigned bytes) {
    const CpackLine made = cpack_line_compress(line);
    const unsigned most =
        random.one_in(2) && made.compressed ? made.length - random.below(2) : random.below(bytes);
    const auto found = find(line, 8 * most);
    ++times[static_cast<unsigned>(found)];
    if (found != cpack_line_coder::Found::not_known) {
      ASSERT_EQ(made.length <= most, found == cpack_line_coder::Found::stream);
    }
  });
  for (const unsigned t : times) EXPECT_GT(t, 300u);
}

TEST(LineCoders, TheBestOneDoesAsThatOfTheModels) {
  std::array<unsigned, best_codecs + 1> times{};
  for_each_line(35, [&](Random& random, const Line& line, unsigned bytes) {
    BestRule rule{.granularity = 1u << random.below(8), .margin = random.one_in(2) ? 0 : random.below(5)};
    if (random.one_in(2)) rule.granularity = 32;
    for (unsigned& latency : rule.decompression_latency) latency = random.below(3);
    BestLayouts layouts{.bdi_base = random.one_in(2) ? BdiBase::first_value : BdiBase::first_wide};
    if (random.one_in(8)) layouts.fpc_segment_words = 8;
    if (random.one_in(8)) layouts.cpack_values = cpack_ahead_values;
    const BdiLine bdi = bdi_line_compress(line, layouts.bdi_base);
    const FpcLine fpc = fpc_compress(line, layouts.fpc_segment_words);
    const CpackLine cpack = cpack_compress(line, layouts.cpack_values);
    const BestLine expected = best_line_select(line,
                                               {{{bdi.bytes, bdi.length, bdi.compressed},
                                                 {fpc.bytes, fpc.length, fpc.compressed},
                                                 {cpack.bytes, cpack.length, cpack.compressed}}},
                                               rule);
    for (const bool wide : {false, wide_vectors()}) {
      const BestLineCodec codec(rule, layouts, wide);
      const StoredLine made = codec.encode(line);
      ASSERT_TRUE(same(made, stored(expected)));
      ASSERT_EQ(decoded(codec, made, bytes), line);
      StoredLine any = any_stored(random, made);
      if (random.one_in(2)) any.bits[0] = static_cast<unsigned char>(random.below(0x20));
      ASSERT_EQ(decoded(codec, any, bytes),
                first(best_line_decompress(any.bits, true, bytes, layouts).bytes, bytes));
    }
    ++times[expected.compressed ? expected.bytes[0] >> 3 & 3u : best_codecs];
  });
  for (const unsigned t : times) EXPECT_GT(t, 2'000u);
}

}  // namespace
}  // namespace heddle::line_coders_test

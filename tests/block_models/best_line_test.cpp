// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/best_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "models/base/random.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "models/line_compression/best_line_codec.hpp"
#include "models/line_compression/burst_lines.hpp"
#include "models/line_compression/cpack_line_codec.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

namespace heddle::best_line_test {
namespace {

using enum BestCodec;

LineBytes filled(unsigned char value) {
  LineBytes bytes;
  bytes.fill(value);
  return bytes;
}
const LineBytes line = filled(0x11), bdi_bytes = filled(0x02), fpc_bytes = filled(0x22),
                cpack_bytes = filled(0x33);

/// Bytes by codec; 128: not compressed.
using Lengths = std::array<unsigned, best_codecs>;

BestLine choose(const Lengths& length, const BestRule& rule = {}, unsigned line_bytes = 128) {
  return best_line_select(std::span(line).first(line_bytes),
                          {{{bdi_bytes, length[0], length[0] < line_bytes},
                            {fpc_bytes, length[1], length[1] < line_bytes},
                            {cpack_bytes, length[2], length[2] < line_bytes}}},
                          rule);
}
/// The name of what is stored.
std::string stored(const Lengths& length, const BestRule& rule = {}, unsigned line_bytes = 128) {
  const BestLine l = choose(length, rule, line_bytes);
  if (!l.compressed) return "line";
  const auto opened = best_line_open(l.bytes);
  return opened ? std::string(name(opened->codec)) : "none";
}

TEST(BestLine, TakesTheFewestBursts) {
  EXPECT_EQ(stored({41, 20, 90}), "fpc");
  EXPECT_EQ(stored({41, 90, 20}), "cpack");
  EXPECT_EQ(stored({27, 90, 70}), "bdi");
  EXPECT_EQ(stored({128, 128, 90}), "cpack");
  EXPECT_EQ(stored({128, 128, 128}), "line");
}

/// Latencies of 1, 10 and 8 cycles: C-Pack is ahead of FPC.
TEST(BestLine, GivesATieToTheFastestDecompressor) {
  EXPECT_EQ(stored({27, 20, 3}), "bdi");
  EXPECT_EQ(stored({75, 20, 30}), "cpack");
  EXPECT_EQ(stored({75, 20, 30}, {.decompression_latency = {1, 8, 8}}), "fpc");
  EXPECT_EQ(stored({27, 20, 3}, {.decompression_latency = {9, 3, 8}}), "fpc");
}

TEST(BestLine, GivesANearTieWithinTheMarginToTheFastestDecompressor) {
  EXPECT_EQ(stored({41, 20, 90}, {.margin = 1}), "bdi");
  EXPECT_EQ(stored({75, 20, 90}, {.margin = 1}), "fpc");
  EXPECT_EQ(stored({75, 20, 90}, {.margin = 2}), "bdi");
  // The line itself is no near-tie: a codec that saves a burst is taken.
  EXPECT_EQ(stored({128, 128, 90}, {.margin = 3}), "cpack");
}

TEST(BestLine, CountsTheTag) {
  EXPECT_EQ(choose({128, 31, 128}).length, 32u);
  EXPECT_EQ(choose({27, 128, 128}).length, 27u);
  // FPC's 64 bytes take three bursts with the tag, C-Pack's 63 take two.
  EXPECT_EQ(stored({128, 64, 64}, {.decompression_latency = {1, 2, 3}}), "fpc");
  EXPECT_EQ(stored({128, 64, 63}, {.decompression_latency = {1, 2, 3}}), "cpack");
  EXPECT_EQ(stored({75, 96, 96}), "bdi");
  EXPECT_EQ(stored({128, 96, 96}), "line");
  EXPECT_EQ(stored({128, 95, 128}), "fpc");
  EXPECT_EQ(stored({96, 128, 128}), "bdi");
  EXPECT_EQ(stored({97, 128, 128}), "line");
}

TEST(BestLine, ComparesInGranules) {
  EXPECT_EQ(stored({43, 20, 90}, {.granularity = 64}), "bdi");
  EXPECT_EQ(stored({64, 128, 128}, {.granularity = 64}), "bdi");
  EXPECT_EQ(stored({65, 128, 128}, {.granularity = 64}), "line");
  EXPECT_EQ(stored({27, 25, 90}, {.granularity = 1}), "fpc");
  EXPECT_EQ(stored({27, 26, 90}, {.granularity = 1}), "bdi");
  EXPECT_EQ(stored({128, 126, 128}, {.granularity = 1}), "fpc");
  EXPECT_EQ(stored({128, 127, 128}, {.granularity = 1}), "line");
  EXPECT_EQ(stored({33, 31, 32}, {}, 64), "fpc");
  EXPECT_EQ(stored({33, 32, 31}, {}, 64), "cpack");
  EXPECT_EQ(stored({33, 32, 32}, {}, 64), "line");
}

TEST(BestLine, StoresWhatTheCodecMadeBehindItsTag) {
  const BestLine bdi = choose({27, 128, 128});
  EXPECT_EQ(bdi.bytes, bdi_bytes);
  const BestLine fpc = choose({128, 20, 128});
  EXPECT_EQ(fpc.bytes[0], 0x08);
  EXPECT_TRUE(std::equal(fpc.bytes.begin() + 1, fpc.bytes.end(), fpc_bytes.begin()));
  const BestLine cpack = choose({128, 128, 20});
  EXPECT_EQ(cpack.bytes[0], 0x10);
  EXPECT_TRUE(std::equal(cpack.bytes.begin() + 1, cpack.bytes.end(), cpack_bytes.begin()));
  const BestLine as_it_is = choose({128, 128, 128});
  EXPECT_EQ(as_it_is.bytes, line);
  EXPECT_EQ(as_it_is.length, 128u);
}

TEST(BestLine, IsOpenedByItsFirstByte) {
  for (unsigned first = 0; first < 256; ++first) {
    LineBytes bytes = filled(0x44);
    bytes[0] = static_cast<unsigned char>(first);
    const auto opened = best_line_open(bytes);
    const unsigned number = first >> 3 & 3;
    ASSERT_EQ(opened.has_value(), number == 0 || first == 0x08 || first == 0x10) << first;
    if (!opened) continue;
    EXPECT_EQ(static_cast<unsigned>(opened->codec), number);
    EXPECT_EQ(opened->bytes[0], number == 0 ? first : 0x44u);
    EXPECT_EQ(opened->bytes[127], number == 0 ? 0x44 : 0);
  }
}

/// Words of a random kind that some codec likes.
std::vector<unsigned char> random_line(Random& random, unsigned bytes) {
  std::vector<unsigned char> made(bytes);
  const std::uint32_t kind = random.below(6), base = static_cast<std::uint32_t>(random());
  const unsigned odd = 1 + random.below(12);
  for (unsigned i = 0; i < bytes; i += 4) {
    std::uint32_t word = 0;
    if (kind == 0) word = base + random.below(100);
    if (kind == 1) word = random.below(200) - 100;
    if (kind == 2) word = base << (8 * random.below(3)) | random.below(2);
    if (kind == 3) word = random.one_in(3) ? base : random.below(250);
    if (kind == 4) word = random.one_in(2) ? 0 : base;
    if (kind == 5 || random.one_in(odd)) word = static_cast<std::uint32_t>(random());
    std::memcpy(&made[i], &word, 4);
  }
  return made;
}

/// FPC's lines in segments lie behind the same byte.
TEST(BestLineCodec, StoresFpcInSegmentsAndRestoresIt) {
  const BestLineCodec best({.granularity = 1}, {.fpc_segment_words = 8});
  const FpcLineCodec fpc(8);
  std::vector<unsigned char> line(128);
  for (unsigned i = 0; i < 128; i += 4) line[i] = static_cast<unsigned char>(i % 5);  // nibbles
  line[1] = line[21] = 0x35;                                                          // but for two words
  const StoredLine s = best.encode(line), alone = fpc.encode(line);
  ASSERT_EQ(s.bits[0], best_tag(BestCodec::fpc));
  EXPECT_EQ(s.length, alone.length + 1);
  EXPECT_TRUE(std::equal(alone.bits.begin(), alone.bits.begin() + alone.length, s.bits.begin() + 1));
  const auto back = best_line_decompress(s.bits, true, 128, {.fpc_segment_words = 8});
  EXPECT_FALSE(back.corrupt);
  EXPECT_TRUE(std::equal(line.begin(), line.end(), back.bytes.begin()));
  EXPECT_TRUE(best_line_decompress(s.bits, true, 128, {}).corrupt);  // no stream
}

/// The codec does not ask a compressor whose line could not be selected; its choice is still that among all.
TEST(BestLineCodec, StoresWhatIsSelectedOfAllThree) {
  Random random(9);
  unsigned one_burst = 0;
  for (const BestRule& rule :
       {BestRule{}, BestRule{.margin = 1}, BestRule{.decompression_latency = {12, 10, 8}},
        BestRule{.decompression_latency = {8, 10, 8}}, BestRule{.granularity = 64}})
    for (unsigned n = 0; n < 3000; ++n) {
      const auto made = random_line(random, random.one_in(2) ? 128 : 64);
      const BdiLine bdi = bdi_line_compress(made, BdiBase::first_wide);
      const FpcLine fpc = fpc_line_compress(made);
      const CpackLine cpack = cpack_line_compress(made);
      const BestLine expected = best_line_select(made,
                                                 {{{bdi.bytes, bdi.length, bdi.compressed},
                                                   {fpc.bytes, fpc.length, fpc.compressed},
                                                   {cpack.bytes, cpack.length, cpack.compressed}}},
                                                 rule);
      const StoredLine stored = BestLineCodec(rule).encode(made);
      ASSERT_EQ(stored.bits, expected.bytes);
      ASSERT_EQ(stored.length, expected.length);
      ASSERT_EQ(stored.encoding != 0, expected.compressed);
      auto back = made;
      std::fill(back.begin(), back.end(), static_cast<unsigned char>(1));
      BestLineCodec(rule).decode(stored, back);
      ASSERT_EQ(back, made);
      // Bytes that no compressor makes are decoded to what the decompressor gives.
      StoredLine any = stored;
      any.encoding = 1;
      any.bits[random.below(4)] ^= static_cast<unsigned char>(1u << random.below(8));
      BestLineCodec(rule).decode(any, back);
      const auto restored = best_line_decompress(any.bits, true, static_cast<unsigned>(made.size()), {});
      ASSERT_TRUE(std::equal(back.begin(), back.end(), restored.bytes.begin()));
      one_burst += bdi.length <= 32;
    }
  EXPECT_GT(one_burst, 300u);
}

/// What is stored takes no more bursts than any codec alone would, but for the tag's byte; each line comes
/// back; and each codec is the best for some.
TEST(BestLineCodec, StoresEachLineInTheFewestBurstsAndRestoresIt) {
  Random random(5);
  std::array<unsigned, 4> times{};
  for (const unsigned bytes : {128u, 64u})
    for (const unsigned granularity : {32u, 1u}) {
      const BestLineCodec best({.granularity = granularity});
      const std::array<std::shared_ptr<LineCodec>, best_codecs> alone{std::make_shared<BdiLineCodec>(),
                                                                      std::make_shared<FpcLineCodec>(),
                                                                      std::make_shared<CpackLineCodec>()};
      for (unsigned n = 0; n < 5000; ++n) {
        const auto made = random_line(random, bytes);
        const StoredLine s = best.encode(made);
        ASSERT_TRUE(std::all_of(s.bits.begin() + s.length, s.bits.end(), [](auto b) { return b == 0; }));
        const auto granules = [&](unsigned length) { return (length + granularity - 1) / granularity; };
        for (unsigned c = 0; c < best_codecs; ++c) {
          const StoredLine other = alone[c]->encode(made);
          const unsigned with_tag = other.encoding == 0 ? bytes : other.length + best_tag_bytes(BestCodec(c));
          ASSERT_LE(granules(s.length), granules(with_tag));
        }
        const auto back = best_line_decompress(s.bits, s.encoding != 0, bytes, {});
        ASSERT_FALSE(back.corrupt);
        ASSERT_TRUE(std::equal(made.begin(), made.end(), back.bytes.begin()));
        ++times[s.encoding == 0 ? 3 : s.bits[0] >> 3 & 3];
      }
    }
  for (const unsigned t : times) EXPECT_GT(t, 200u);
}

/// What is behind the byte that names C-Pack is its line with so many dictionary values.
TEST(BestLineCodec, StoresLinesOfCpackWithTheDictionaryThatItIsGiven) {
  constexpr std::uint64_t seed = 8;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  for (const unsigned values : {16u, 4u}) {
    const BestLineCodec best({}, {.cpack_values = values});
    const CpackLineCodec alone(values);
    unsigned times = 0, other = 0;
    for (unsigned n = 0; n < 5000; ++n) {
      const auto made = random_line(random, 128);
      const StoredLine s = best.encode(made);
      std::vector<unsigned char> line(made.size());
      best.decode(s, line);
      ASSERT_TRUE(std::equal(made.begin(), made.end(), line.begin()));
      ASSERT_FALSE(best_line_decompress(s.bits, s.encoding != 0, 128, {.cpack_values = values}).corrupt);
      if (s.encoding == 0 || s.bits[0] != best_tag(BestCodec::cpack)) continue;
      ++times;
      ASSERT_TRUE(std::equal(s.bits.begin() + 1, s.bits.end(), alone.encode(made).bits.begin()));
      // Few bytes are a line in both layouts.
      other += !best_line_decompress(s.bits, true, 128, {.cpack_values = values == 4 ? 16u : 4u}).corrupt;
    }
    EXPECT_GT(times, 200u) << values;
    EXPECT_LT(other, times / 20) << values;
  }
}

TEST(BestLineCodec, CallsCorruptWhatNoCodecHasMade) {
  const auto corrupt = [](const LineBytes& bytes) {
    return best_line_decompress(bytes, true, 128, {}).corrupt;
  };
  LineBytes bytes{};
  EXPECT_FALSE(corrupt(bytes));  // BDI's line of zeros
  for (const unsigned char first : {0x18, 0x09, 0x0f, 0x11, 0x28, 0x88, 0xff}) {
    bytes[0] = first;
    EXPECT_TRUE(corrupt(bytes)) << int{first};
  }
  bytes[0] = 0x20;  // BDI, with a bit that its first byte never has
  EXPECT_TRUE(corrupt(bytes));
  bytes[0] = 0x08;  // FPC: thirty-two runs of one
  EXPECT_TRUE(corrupt(bytes));
  bytes[0] = 0x10;  // C-Pack: zeros
  EXPECT_FALSE(corrupt(bytes));
  bytes[100] = 1;
  EXPECT_TRUE(corrupt(bytes));
}

}  // namespace
}  // namespace heddle::best_line_test

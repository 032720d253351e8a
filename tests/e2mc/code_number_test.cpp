// SPDX-License-Identifier: Apache-2.0
// Lines of several codes, each of which names its own in the bits that the pointers leave open.
#include "models/e2mc/code_number.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "tests/e2mc/random_lines.hpp"
#include "tests/e2mc/reference_line_code.hpp"

namespace heddle::code_number_test {
namespace {

using namespace e2mc;
using namespace e2mc_test;

TEST(CodeNumber, HasTheBitsThatThePointersLeaveOpen) {
  const struct {
    unsigned line_bytes, ways, bits;
  } table[] = {{128, 1, 0}, {128, 2, 1}, {128, 4, 3}, {128, 8, 7},
               {64, 1, 0},  {64, 2, 2},  {64, 4, 6},  {64, 8, 6}};
  for (const auto& [line_bytes, ways, bits] : table) {
    SCOPED_TRACE(fmt::format("{} bytes, {} ways", line_bytes, ways));
    EXPECT_EQ(code_number_bits(line_bytes, ways), bits);
    for (unsigned number = 0; number < 1u << bits; ++number) {
      Line stored{};
      for (unsigned b = 0; b < (ways - 1) * pointer_bits(line_bytes, ways); ++b)
        stored[b / 8] |= static_cast<unsigned char>(0x80 >> b % 8);  // all ones, as far as pointers go
      const Line before = stored;
      put_code_number(stored, line_bytes, ways, number);
      EXPECT_EQ(code_number(stored, line_bytes, ways), number);
      EXPECT_EQ(stored == before, number == 0);
    }
    Line stored{};
    EXPECT_THROW(put_code_number(stored, line_bytes, ways, 1u << bits), Error);
  }
}

/// Lines that compress well in one of the codes.
Line line_of(unsigned code, Random& random) {
  Line line{};
  for (unsigned char& byte : line)
    byte = static_cast<unsigned char>(17 * code + (random.one_in(8) ? random.below(4) : 0));
  return line;
}

/// Codes that were each made of lines of their own.
std::vector<CodeTable> codes_of(unsigned symbol_bits, unsigned count, Random& random) {
  std::vector<CodeTable> codes;
  for (unsigned n = 0; n < count; ++n) {
    ValueCounts counts(symbol_bits);
    for (const Line& line : random_lines(5, random)) counts.add(line);
    for (unsigned k = 0; k < 20; ++k) counts.add(line_of(n, random));
    codes.emplace_back(counts, table_shape(symbol_bits, 64));
  }
  return codes;
}

class SeveralCodes : public testing::TestWithParam<std::tuple<unsigned, unsigned, unsigned>> {
 protected:
  SeveralCodes() : codes_(codes_of(symbol_bits(), std::get<2>(GetParam()), random_)) {
    for (const CodeTable& code : codes_) codec_.add(code);
  }
  static unsigned symbol_bits() { return std::get<0>(GetParam()); }
  static unsigned ways() { return std::get<1>(GetParam()); }

  Random random_{7};
  std::vector<CodeTable> codes_;
  /// A line's code is that of its address.
  E2mcLineCodec codec_{{.ways = ways()}, [this](std::uint64_t address) { return address % codes_.size(); }};
};
INSTANTIATE_TEST_SUITE_P(E2mc, SeveralCodes,
                         testing::Values(std::tuple{4u, 4u, 3u}, std::tuple{8u, 8u, 8u},
                                         std::tuple{16u, 2u, 2u}, std::tuple{16u, 4u, 8u},
                                         std::tuple{32u, 4u, 4u}),
                         [](const auto& info) {
                           return fmt::format("Symbols{}Ways{}Codes{}", std::get<0>(info.param),
                                              std::get<1>(info.param), std::get<2>(info.param));
                         });

TEST_P(SeveralCodes, AreNamedByTheirLinesAndCostNoByte) {
  std::vector<unsigned> compressed(codes_.size());
  for (unsigned n = 0; n < 4000; ++n) {
    const auto number = static_cast<unsigned>(n % codes_.size());
    const Line line = random_.one_in(2) ? random_line(random_) : line_of(number, random_);
    const StoredLine stored = codec_.encode_at(n, line);
    HuffmanLine alone = encode_line(line, codes_[number], {.ways = ways()});
    ASSERT_EQ(stored.encoding, alone.compressed);
    ASSERT_EQ(stored.length, alone.length);
    if (!alone.compressed) continue;
    ++compressed[number];
    ASSERT_EQ(code_number(stored.bits, 128, ways()), number);
    put_code_number(alone.bytes, 128, ways(), number);
    ASSERT_EQ(stored.bits, alone.bytes);
    Line back{};
    codec_.decode(stored, back);
    ASSERT_EQ(back, line);
  }
  for (const unsigned lines : compressed) EXPECT_GT(lines, 20u);
}

/// Another number gives another line, or one that nothing is known about. No bits are refused.
TEST_P(SeveralCodes, SpoilALineThatNamesAnother) {
  unsigned same = 0, other = 0;
  const unsigned numbers = 1u << code_number_bits(128, ways());
  for (unsigned n = 0; n < 4000; ++n) {
    const Line line = line_of(n % codes_.size(), random_);
    StoredLine stored = codec_.encode_at(n, line);
    if (stored.encoding == 0) continue;
    const unsigned right = code_number(stored.bits, 128, ways());
    const unsigned wrong = (right + 1 + random_.below(numbers - 1)) % numbers;
    stored.bits[((ways() - 1) * 7) / 8] ^= static_cast<unsigned char>(right ^ wrong);
    ASSERT_EQ(code_number(stored.bits, 128, ways()), wrong);
    Line back{};
    codec_.decode(stored, back);
    ++(back == line ? same : other);
  }
  EXPECT_GT(other, 1000u);
  EXPECT_LT(10 * same, other);  // codes may have some codewords alike
}

TEST_P(SeveralCodes, AcceptAnyBits) {
  for (unsigned n = 0; n < 4000; ++n) {
    StoredLine stored{.length = static_cast<std::uint8_t>(32 * (1 + random_.below(3))), .encoding = 1};
    for (unsigned b = 0; b < stored.length; ++b) stored.bits[b] = static_cast<unsigned char>(random_());
    Line back{};
    codec_.decode(stored, back);
  }
}

}  // namespace
}  // namespace heddle::code_number_test

// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/canonical_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "models/e2mc/huffman_lengths.hpp"

namespace heddle::e2mc_canonical_code_test {
namespace {

using namespace e2mc;

/// Lal2017, sections III-B2c and III-F: A has two bits, B one and C three.
TEST(CanonicalCode, OfThePapersExample) {
  const CanonicalCode code(Lengths{2, 1, 3});
  EXPECT_EQ(code.codeword(1), (Codeword{0b0, 1}));
  EXPECT_EQ(code.codeword(0), (Codeword{0b10, 2}));
  EXPECT_EQ(code.codeword(2), (Codeword{0b110, 3}));
  EXPECT_EQ(code.order(), (std::vector<std::size_t>{1, 0, 2}));
  EXPECT_EQ(code.offset(1), 0u);
  EXPECT_EQ(code.offset(2), 1u);
  EXPECT_EQ(code.offset(3), 4u);
}

TEST(CanonicalCode, CodewordsOfALengthFollowEachOtherInTheOrderOfTheirSymbols) {
  const CanonicalCode code(Lengths{3, 0, 2, 3, 2, 2});
  EXPECT_EQ(code.codeword(2), (Codeword{0b00, 2}));
  EXPECT_EQ(code.codeword(4), (Codeword{0b01, 2}));
  EXPECT_EQ(code.codeword(5), (Codeword{0b10, 2}));
  EXPECT_EQ(code.codeword(0), (Codeword{0b110, 3}));
  EXPECT_EQ(code.codeword(3), (Codeword{0b111, 3}));
  EXPECT_EQ(code.codeword(1), Codeword{});
  EXPECT_EQ(code.count(2), 3u);
  EXPECT_EQ(code.first(3), 0b110u);
  EXPECT_EQ(code.longest(), 3u);
}

TEST(CanonicalCode, NoCodewordBeginsAnotherAndEachLessItsOffsetIsItsPlace) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::uint64_t> counts(2 + random.below(200));
    for (auto& c : counts) c = random.below(1u << random.below(20));
    const CanonicalCode code(limited_huffman_lengths(counts, 20));
    std::vector<std::uint64_t> aligned;  // left-aligned, with one more at the end
    for (std::size_t place = 0; place < code.order().size(); ++place) {
      const Codeword c = code.codeword(code.order()[place]);
      EXPECT_EQ(c.bits - code.offset(c.length), place);
      aligned.push_back(std::uint64_t{c.bits} << (20 - c.length));
      EXPECT_EQ(aligned.back(),
                place == 0 ? 0
                           : aligned[place - 1] +
                                 (std::uint64_t{1} << (20 - code.codeword(code.order()[place - 1]).length)));
    }
  }
}

TEST(CanonicalCode, LengthsOfNoPrefixCodeAreErrors) {
  EXPECT_THROW(CanonicalCode(Lengths{1, 1, 1}), Error);
  EXPECT_THROW(CanonicalCode(Lengths{1, 2, 2, 3}), Error);
  EXPECT_THROW(CanonicalCode(Lengths{1, 32}), Error);
  EXPECT_NO_THROW(CanonicalCode(Lengths{1, 2, 3}));  // incomplete, but a prefix code
  EXPECT_NO_THROW(CanonicalCode(Lengths{}));
  EXPECT_NO_THROW(CanonicalCode(Lengths{1, 31}));
}

}  // namespace
}  // namespace heddle::e2mc_canonical_code_test

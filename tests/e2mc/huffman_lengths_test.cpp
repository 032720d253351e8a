// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/huffman_lengths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::e2mc_huffman_lengths_test {
namespace {

using namespace e2mc;
using Weights = std::vector<std::uint64_t>;

/// Sum of 2^-length of all codewords, times 2^32.
std::uint64_t kraft(const Lengths& lengths) {
  std::uint64_t sum = 0;
  for (const unsigned l : lengths) sum += std::uint64_t{1} << (32 - l);
  return sum;
}

unsigned longest(const Lengths& lengths) { return *std::max_element(lengths.begin(), lengths.end()); }

/// Counts of any number of symbols; some never occurred, some much more often than others.
Weights random_counts(Random& random) {
  Weights counts(2 + random.below(300));
  const unsigned spread = 1 + random.below(30);
  for (auto& c : counts)
    c = random.one_in(10) ? 0 : random() & ((std::uint64_t{1} << random.below(spread)) - 1);
  return counts;
}

/// Weights that make the deepest tree: each is the sum of the two before.
Weights fibonacci(unsigned n) {
  Weights counts{1, 1};
  while (counts.size() < n) counts.push_back(counts[counts.size() - 1] + counts[counts.size() - 2]);
  return counts;
}

TEST(HuffmanLengths, OfATextbookExample) {
  // Cormen et al., Introduction to Algorithms, Huffman codes: f 5, e 9, c 12, b 13, d 16, a 45.
  EXPECT_EQ(huffman_lengths(Weights{45, 13, 12, 16, 9, 5}), (Lengths{1, 3, 3, 3, 4, 4}));
}

TEST(HuffmanLengths, OfNoneAndOfOne) {
  EXPECT_EQ(huffman_lengths(Weights{}), Lengths{});
  EXPECT_EQ(huffman_lengths(Weights{7}), Lengths{1});
  EXPECT_EQ(limited_huffman_lengths(Weights{7}, 4), Lengths{1});
  EXPECT_EQ(package_merge_lengths(Weights{7}, 4), Lengths{1});
}

TEST(HuffmanLengths, EqualCountsMakeEqualLengths) {
  EXPECT_EQ(huffman_lengths(Weights(8, 3)), Lengths(8, 3));
  EXPECT_EQ(huffman_lengths(Weights(16, 0)), Lengths(16, 4));
}

TEST(HuffmanLengths, AreOfACompletePrefixCodeWithinABitOfTheEntropy) {
  const std::uint64_t seed = 2;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const Weights counts = random_counts(random);
    const Lengths lengths = huffman_lengths(counts);
    if (longest(lengths) <= 32) {
      EXPECT_EQ(kraft(lengths), std::uint64_t{1} << 32);
    }
    double all = 0, entropy = 0;
    for (const auto c : counts) all += static_cast<double>(c);
    for (const auto c : counts)
      if (c != 0) entropy += static_cast<double>(c) * std::log2(all / static_cast<double>(c));
    const auto bits = static_cast<double>(coded_bits(counts, lengths));
    EXPECT_GE(bits, entropy * (1 - 1e-12));
    EXPECT_LE(bits, entropy + all);
  }
}

TEST(HuffmanLengths, PackageMergeWithoutALimitIsAsShort) {
  const std::uint64_t seed = 3;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int round = 0; round < 100; ++round) {
    const Weights counts = random_counts(random);
    const Lengths lengths = huffman_lengths(counts);
    EXPECT_EQ(coded_bits(counts, package_merge_lengths(counts, longest(lengths))),
              coded_bits(counts, lengths));
  }
}

TEST(LimitedHuffmanLengths, AreAtMostTheLimitAndNeverShorterThanTheOptimumBelowIt) {
  const std::uint64_t seed = 4;
  SCOPED_TRACE(seed);
  Random random(seed);
  unsigned limited = 0;
  for (int round = 0; round < 300; ++round) {
    const Weights counts = random_counts(random);
    const unsigned least = static_cast<unsigned>(std::ceil(std::log2(counts.size())));
    const unsigned limit = least + random.below(8);
    const Lengths lengths = limited_huffman_lengths(counts, limit);
    const Lengths best = package_merge_lengths(counts, limit);
    EXPECT_LE(longest(lengths), limit);
    EXPECT_LE(longest(best), limit);
    EXPECT_EQ(kraft(lengths), std::uint64_t{1} << 32);
    EXPECT_LE(kraft(best), std::uint64_t{1} << 32);
    EXPECT_GE(coded_bits(counts, lengths), coded_bits(counts, best));
    limited += longest(huffman_lengths(counts)) > limit;
  }
  EXPECT_GT(limited, 100u);  // else the limit was hardly tested
}

TEST(LimitedHuffmanLengths, OfTheDeepestTree) {
  const Weights counts = fibonacci(40);
  EXPECT_EQ(longest(huffman_lengths(counts)), 39u);
  EXPECT_LE(longest(limited_huffman_lengths(counts, 20)), 20u);
  EXPECT_EQ(limited_huffman_lengths(counts, 39), huffman_lengths(counts));
}

TEST(LimitedHuffmanLengths, AsManySymbolsAsCodewordsMakeAFlatTree) {
  EXPECT_EQ(limited_huffman_lengths(fibonacci(16), 4), Lengths(16, 4));
  EXPECT_EQ(package_merge_lengths(fibonacci(16), 4), Lengths(16, 4));
}

TEST(LimitedHuffmanLengths, MoreSymbolsThanCodewordsAreAnError) {
  EXPECT_THROW(limited_huffman_lengths(Weights(17, 1), 4), Error);
  EXPECT_THROW(package_merge_lengths(Weights(17, 1), 4), Error);
}

}  // namespace
}  // namespace heddle::e2mc_huffman_lengths_test

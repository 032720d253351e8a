// SPDX-License-Identifier: Apache-2.0
// Lines that take whole bursts: what is known about them is two bits and their bytes.
#include "models/line_compression/burst_lines.hpp"

#include <gtest/gtest.h>

#include <set>

#include "models/base/random.hpp"
#include "models/line_compression/bdi_line_codec.hpp"

namespace heddle::burst_lines_test {
namespace {

using Line = std::array<unsigned char, 128>;

/// Lines of all sizes: values of some bytes around a base.
Line drawn(Random& random) {
  Line line{};
  const unsigned bytes = 1u << random.below(4), kept = random.below(bytes + 1);
  Line base{};
  for (unsigned char& b : base) b = static_cast<unsigned char>(random.below(256));
  for (unsigned i = 0; i < line.size(); ++i)
    line[i] = i % bytes < kept ? static_cast<unsigned char>(random.below(256)) : base[i % bytes];
  return line;
}

TEST(BurstLines, TakeWholeBurstsAndFewerThanTheLine) {
  for (const unsigned granularity : {32u, 64u}) {
    const BurstCodec codec(std::make_shared<BdiLineCodec>(), granularity);
    Random random(7);
    std::set<unsigned> lengths;
    for (unsigned n = 0; n < 20000; ++n) {
      const StoredLine s = codec.encode(drawn(random));
      ASSERT_LE(s.encoding, 1);
      ASSERT_EQ(s.epoch, 0);
      ASSERT_EQ(s.length % granularity, 0);
      ASSERT_EQ(s.encoding == 0, s.length == 128);
      lengths.insert(s.length);
    }
    EXPECT_EQ(lengths.size(), 128 / granularity);
  }
}

/// A decoder depends on nothing that is not paid for: bytes beyond those that were read, and notes of the
/// simulator.
TEST(BurstLines, DependOnTheirBytesAndTwoBitsAlone) {
  const BurstCodec codec(std::make_shared<BdiLineCodec>(), 32);
  Random random(8);
  for (unsigned n = 0; n < 20000; ++n) {
    const Line line = drawn(random);
    const StoredLine s = codec.encode(line);
    StoredLine poisoned = s;
    for (std::size_t k = s.length; k < poisoned.bits.size(); ++k)
      poisoned.bits[k] = static_cast<unsigned char>(random.below(256));
    poisoned.epoch = static_cast<std::uint16_t>(random.below(65536));
    Line restored{};
    codec.decode(poisoned, restored);
    ASSERT_EQ(restored, line);
  }
}

/// The control: a byte that was stored matters.
TEST(BurstLines, DependOnTheirBytes) {
  const BurstCodec codec(std::make_shared<BdiLineCodec>(), 32);
  Random random(9);
  unsigned compressed = 0;
  for (unsigned n = 0; n < 1000; ++n) {
    const Line line = drawn(random);
    StoredLine s = codec.encode(line);
    if (s.encoding == 0 || s.bits[0] < 2) continue;  // zero and repeated lines have few bytes
    ++compressed;
    s.bits[9 + random.below(8)] ^= 0x55;
    Line restored{};
    codec.decode(s, restored);
    EXPECT_NE(restored, line);
  }
  EXPECT_GT(compressed, 100);
}

}  // namespace
}  // namespace heddle::burst_lines_test

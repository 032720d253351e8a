// SPDX-License-Identifier: Apache-2.0
// The compressor and the decompressor of an edge: what they make, and when.
#include "hw/line_compression/line_blocks.hpp"

#include <gtest/gtest.h>

#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"

namespace heddle::line_blocks_test {
namespace {

/// Compresses two lines that come in one cycle, and decompresses the first of them.
struct Owner final : Clocked {
  explicit Owner(ClockDomain& domain) : clock(domain) { clock.attach(*this); }

  Cycle tick(Cycle now) override {
    if (now == 10) {
      EXPECT_TRUE(blocks->start(compressed[0]));
      EXPECT_FALSE(blocks->start(compressed[1]));
      EXPECT_EQ(blocks->start_at(true), 11u);
      EXPECT_EQ(blocks->start_at(false), 1u);
    } else if (now == 11) {
      EXPECT_TRUE(blocks->start(compressed[1]));
    }
    for (unsigned k = 0; k < 2; ++k)
      if (now > 10 + k && ended[k] == 0 && blocks->done(compressed[k])) ended[k] = now;
    if (now == 30) {
      restored.stored = compressed[0].stored;
      EXPECT_TRUE(blocks->start(restored));
    }
    if (now > 30 && ended[2] == 0 && blocks->done(restored)) ended[2] = now;
    return now + 1;
  }

  ClockDomain& clock;
  LineExecutor* blocks = nullptr;
  std::array<LineJob, 2> compressed;
  LineJob restored;
  std::array<Cycle, 3> ended{};
};

TEST(LineBlocks, TakeALineACycleAndItsLatencyAndACycle) {
  ClockDomain clock("clock", 1000);
  Owner owner(clock);
  StatGroup stats;
  Wire<bool> rst_n{"rst_n"};
  LineBlocks<BdiLineCompressor, BdiLineDecompressor> blocks("blocks", {.latency = 5}, {.latency = 1},
                                                            LineWork::both, 32,
                                                            {.place = EdgePlace::controller,
                                                             .index = 0,
                                                             .clock = clock,
                                                             .owner = owner,
                                                             .stats = stats,
                                                             .rst_n = &rst_n});
  owner.blocks = &blocks;
  for (unsigned k = 0; k < 2; ++k) {
    owner.compressed[k].encodes = true;
    for (unsigned i = 0; i < line_bytes; i += 8)
      owner.compressed[k].line[i] = static_cast<unsigned char>(i + k);
  }
  rst_n.write(true);
  sc_core::sc_start(sc_core::sc_time::from_value(50'000));
  EXPECT_EQ(owner.ended[0], 10u + 5 + 1);
  EXPECT_EQ(owner.ended[1], 11u + 5 + 1);
  EXPECT_EQ(owner.ended[2], 30u + 1 + 1);
  EXPECT_EQ(owner.compressed[0].stored.encoding, 1);
  EXPECT_EQ(owner.compressed[0].stored.length, 32);
  EXPECT_EQ(owner.restored.line, owner.compressed[0].line);
}

}  // namespace
}  // namespace heddle::line_blocks_test

// SPDX-License-Identifier: Apache-2.0
// The three compressors, the selector and the three decompressors of an edge: what they make, and when.
#include "hw/line_compression/best_blocks.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace heddle::best_blocks_test {
namespace {

/// Compresses a line for each codec in cycles 10, 11 and 12, and decompresses them from cycle 40 on.
struct Owner final : Clocked {
  explicit Owner(ClockDomain& domain) : clock(domain) { clock.attach(*this); }

  Cycle tick(Cycle now) override {
    if (now == 10) {
      EXPECT_TRUE(blocks->start(compressed[0]));
      EXPECT_FALSE(blocks->start(compressed[1]));
      EXPECT_EQ(blocks->start_at(true), 11u);
      EXPECT_EQ(blocks->start_at(false), 1u);
    } else if (now == 11 || now == 12) {
      EXPECT_TRUE(blocks->start(compressed[now - 10]));
    } else if (now >= 40 && now < 43) {
      restored[now - 40].stored = compressed[now - 40].stored;
      EXPECT_TRUE(blocks->start(restored[now - 40]));
      EXPECT_FALSE(blocks->start(restored[0]));  // one a cycle, whichever its codec is
      EXPECT_EQ(blocks->start_at(false), now + 1);
    } else if (now == 60) {
      LineJob unknown;
      unknown.stored = {.length = 32, .encoding = 1};
      unknown.stored.bits[0] = 0x18;
      EXPECT_THROW(blocks->start(unknown), Error);
    }
    for (unsigned k = 0; k < 3; ++k) {
      if (now > 10 + k && ended[k] == 0 && blocks->done(compressed[k])) ended[k] = now;
      if (now > 40 + k && ended[3 + k] == 0 && blocks->done(restored[k])) ended[3 + k] = now;
    }
    return now + 1;
  }

  ClockDomain& clock;
  LineExecutor* blocks = nullptr;
  std::array<LineJob, 3> compressed, restored;
  std::array<Cycle, 6> ended{};
};

/// Latencies of 5, 6 and 13 cycles, and of 1 for the selector; and of 1, 10 and 8.
TEST(BestBlocks, TakeTheSlowestCompressorTheSelectorAndTheCodecsOwnDecompressor) {
  ClockDomain clock("clock", 1000);
  Owner owner(clock);
  StatGroup stats;
  Wire<bool> rst_n{"rst_n"};
  BestBlocks blocks("blocks", {}, LineWork::both, 32,
                    {.place = EdgePlace::controller,
                     .index = 0,
                     .clock = clock,
                     .owner = owner,
                     .stats = stats,
                     .rst_n = &rst_n});
  owner.blocks = &blocks;
  // The lines of the selector's tests: zeros; negative bytes; one word again and again.
  auto& [zeros, bytes, words] = owner.compressed;
  bytes.line.fill(0xff);
  words.line.fill(0x57);
  for (unsigned i = 0; i < line_bytes; i += 4)
    bytes.line[i] = static_cast<unsigned char>(0x81 + i / 4 * 3 % 100);
  bytes.line[11] = words.line[13] = 0x35;
  bytes.line[71] = words.line[70] = 0x96;
  for (LineJob& job : owner.compressed) job.encodes = true;

  rst_n.write(true);
  sc_core::sc_start(sc_core::sc_time::from_value(80'000));
  for (unsigned k = 0; k < 3; ++k) {
    EXPECT_EQ(owner.ended[k], 10u + k + 1 + 13 + 1 + 1);
    EXPECT_EQ(owner.compressed[k].stored.encoding, 1);
    EXPECT_EQ(owner.compressed[k].stored.bits[0] >> 3, k);
    EXPECT_EQ(owner.restored[k].line, owner.compressed[k].line);
  }
  EXPECT_EQ(owner.ended[3], 40u + 1 + 1);
  EXPECT_EQ(owner.ended[4], 41u + 1 + 10);
  EXPECT_EQ(owner.ended[5], 42u + 1 + 8);
}

}  // namespace
}  // namespace heddle::best_blocks_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_decompressor/thread_decompressor.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::thread_decompressor_test {
namespace {

using Bench = PipelineBench<ThreadDecompressor>;

class ThreadDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(ThreadDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  WarpRegister data, lanes;
  data[0] = 0x80;  // lane 0: -128
  lanes[0] = 0xffffff80;
  expect_latency<ThreadDecompressor>(GetParam(), {data, {}}, {lanes});
}
INSTANTIATE_TEST_SUITE_P(Cycles, ThreadDecompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

/// Each thread's value is extended from its own width, whatever the bytes beyond it contain.
TEST(ThreadDecompressor, ExtendsTheSignOfEachThread) {
  Bench bench({});
  WarpRegister data;
  auto* bytes = reinterpret_cast<unsigned char*>(data.lane.data());
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned k = 0; k < 4; ++k)
      bytes[warp_size * k + i] = static_cast<unsigned char>(i < 4 ? 0x81 + k : 0x71 - k);
  const WarpRegister lanes = bench.answer({data, {0b11'10'01'00'11'10'01'00}}).data;
  EXPECT_EQ(lanes[0], 0xffffff81u);
  EXPECT_EQ(lanes[1], 0xffff8281u);
  EXPECT_EQ(lanes[2], 0xff838281u);
  EXPECT_EQ(lanes[3], 0x84838281u);
  EXPECT_EQ(lanes[4], 0x71u);
  EXPECT_EQ(lanes[5], 0x7071u);
  EXPECT_EQ(lanes[6], 0x6f7071u);
  EXPECT_EQ(lanes[7], 0x6e6f7071u);
}

TEST(ThreadDecompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<ThreadDecompressor>(); }

TEST(ThreadDecompressor, ALatencyOutOfRangeIsAnErrorThatNamesIt) {
  expect_refused<ThreadDecompressor>("latency", "17", "1 .. 16");
}

}  // namespace
}  // namespace heddle::thread_decompressor_test

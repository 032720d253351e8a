// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_compressor/thread_compressor.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::thread_compressor_test {
namespace {

using Bench = PipelineBench<ThreadCompressor>;

class ThreadCompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(ThreadCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  WarpRegister lanes;
  lanes[9] = 1000;
  const ThreadBytes expected = thread_compress(lanes);
  EXPECT_EQ(expected.widest, 1);
  expect_latency<ThreadCompressor>(GetParam(), {lanes, all_lanes},
                                   {expected.data, {expected.widths}, {expected.widest}});
}
INSTANTIATE_TEST_SUITE_P(Cycles, ThreadCompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

/// Lee2015 section 5.2: values near each other, which BDI stores in three banks, take all eight banks here.
TEST(ThreadCompressor, SeesNoSimilarityBetweenThreads) {
  Bench bench({});
  WarpRegister lanes;
  for (unsigned i = 0; i < warp_size; ++i) lanes[i] = 0x10000000 + i;
  EXPECT_EQ(bench.answer({lanes, all_lanes}).widest.value, widest_thread);
}

TEST(ThreadCompressor, TellsTheWidthOfEachThreadAndTheWidestThatCounts) {
  Bench bench({});
  WarpRegister lanes;
  lanes[1] = 0xffffff80;
  lanes[2] = 200;
  lanes[3] = 70000;
  lanes[4] = 0x80000000;
  EXPECT_EQ(bench.answer({lanes, all_lanes}).widths.value, 0b11'10'01'00'00u);
  EXPECT_EQ(bench.answer({lanes, all_lanes}).widest.value, 3);
  EXPECT_EQ(bench.answer({lanes, 0b01111}).widest.value, 2);
  EXPECT_EQ(bench.answer({lanes, 0b00111}).widest.value, 1);
  EXPECT_EQ(bench.answer({lanes, 0b00011}).widest.value, 0);
}

TEST(ThreadCompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<ThreadCompressor>(); }

TEST(ThreadCompressor, ALatencyOutOfRangeIsAnErrorThatNamesIt) {
  expect_refused<ThreadCompressor>("latency", "0", "1 .. 16");
}

}  // namespace
}  // namespace heddle::thread_compressor_test

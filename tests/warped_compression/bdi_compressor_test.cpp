// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"

#include <gtest/gtest.h>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::bdi_compressor_test {
namespace {

using Bench = PipelineBench<BdiCompressor>;

class BdiCompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BdiCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  UncompressedRegister request{};
  for (unsigned i = 0; i < warp_size; ++i) request.data[i] = 1000 + i;
  const BdiCompressed expected = bdi_compress(request.data);
  EXPECT_EQ(expected.encoding, BdiEncoding::base4_delta1);
  expect_latency<BdiCompressor>(GetParam(), request, {expected.data, expected.encoding});
}
INSTANTIATE_TEST_SUITE_P(Cycles, BdiCompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

TEST(BdiCompressor, TakesOneRegisterACycleAndKeepsTheirOrder) {
  Bench bench({.latency = 4});
  std::vector<std::uint32_t> got;
  for (std::uint32_t n = 0; n < 20; ++n) {
    Beat<UncompressedRegister> beat;
    beat.valid = n < 10;
    beat.payload.data.lane.fill(n /
                                2);  // equal beats come in pairs: an unchanged wire still carries two beats
    bench.req.write(beat);
    bench.step();
    if (bench.rsp.read().valid) got.push_back(bench.rsp.read().payload.data[0]);
  }
  EXPECT_EQ(got, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

TEST(BdiCompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<BdiCompressor>(); }

TEST(BdiCompressor, LatencyOutOfRangeIsAnErrorThatNamesIt) {
  expect_refused<BdiCompressor>("latency", "0", "1 .. 16");
}

}  // namespace
}  // namespace heddle::bdi_compressor_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::bdi_line_compressor_test {
namespace {

using Bench = PipelineBench<BdiLineCompressor>;

/// The line of Vijaykumar2015 Fig. 6, as often as the line is long.
UncompressedLine page_view_count() {
  UncompressedLine line;
  for (std::uint64_t i = 0; i < sizeof line.data / 8; ++i) {
    const std::uint64_t value = i % 2 == 0 ? i % 8 * 8 : 0x80001d000 + i % 8 / 2 * 8;
    std::memcpy(&line.data[8 * i], &value, 8);
  }
  return line;
}

class BdiLineCompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BdiLineCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  const UncompressedLine request = page_view_count();
  const BdiLine expected = bdi_line_compress(request.data, BdiBase::first_wide);
  expect_latency<BdiLineCompressor>(GetParam(), request, {expected.bytes, 27, true});
}
INSTANTIATE_TEST_SUITE_P(Cycles, BdiLineCompressorLatency, testing::Values(1u, 2u, 5u, 16u));

TEST(BdiLineCompressor, StoresTheSeventeenBytesOfThePapersExampleBehindTheEncoding) {
  Bench bench({.line_bytes = 64});
  const CompressedLine got = bench.answer(page_view_count());
  const LineBytes expected{2,    0x00, 0xd0, 0x01, 0x00, 0x08, 0x00, 0x00, 0x00,
                           0x55, 0x00, 0x00, 0x10, 0x08, 0x20, 0x10, 0x30, 0x18};
  EXPECT_EQ(got.data, expected);
  EXPECT_EQ(got.length, 17u + 1);
  EXPECT_TRUE(got.compressed);
}

TEST(BdiLineCompressor, KeepsThePapersExampleAsItIsWhenTheFirstBytesAreTheBase) {
  Bench bench({.line_bytes = 64, .base = BdiBase::first_value});
  const UncompressedLine request = page_view_count();
  const CompressedLine got = bench.answer(request);
  EXPECT_FALSE(got.compressed);
  EXPECT_EQ(got.length, 64u);
  EXPECT_TRUE(std::equal(request.data.begin(), request.data.begin() + 64, got.data.begin()));
}

TEST(BdiLineCompressor, TakesOneLineACycleAndKeepsTheirOrder) {
  Bench bench({.latency = 5});
  std::vector<unsigned> got;
  for (unsigned n = 0; n < 20; ++n) {
    Beat<UncompressedLine> beat;
    beat.valid = n < 10;
    // Equal beats come in pairs: an unchanged wire still carries two beats.
    beat.payload.data.fill(static_cast<unsigned char>(n / 2));
    bench.req.write(beat);
    bench.step();
    if (bench.rsp.read().valid) got.push_back(bench.rsp.read().payload.data[1]);
  }
  EXPECT_EQ(got, (std::vector<unsigned>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

TEST(BdiLineCompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<BdiLineCompressor>(); }

TEST(BdiLineCompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<BdiLineCompressor>("latency", "17", "1 .. 16");
  expect_refused<BdiLineCompressor>("line_bytes", "96", "64, 128");
  expect_refused<BdiLineCompressor>("line_bytes", "32", "64 .. 128");
  expect_refused<BdiLineCompressor>("base", "second", "first_wide, first_value");
}

}  // namespace
}  // namespace heddle::bdi_line_compressor_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"

#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::bdi_decompressor_test {
namespace {

using Bench = PipelineBench<BdiDecompressor>;

class BdiDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BdiDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  WarpRegister data, lanes;
  data[0] = 7;
  lanes.lane.fill(7);
  expect_latency<BdiDecompressor>(GetParam(), {data, BdiEncoding::base4_delta0}, {lanes});
}
INSTANTIATE_TEST_SUITE_P(Cycles, BdiDecompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

TEST(BdiDecompressor, RestoresTheThreadIndexOfThePapersExample) {
  // Lee2015 figure 3: consecutive values compress to a base and small differences.
  Bench bench({});
  WarpRegister data;
  data[0] = 0x1000;
  auto* bytes = reinterpret_cast<unsigned char*>(data.lane.data());
  for (unsigned lane = 1; lane < warp_size; ++lane) bytes[3 + lane] = static_cast<unsigned char>(lane);
  const WarpRegister lanes = bench.answer({data, BdiEncoding::base4_delta1}).data;
  for (unsigned lane = 0; lane < warp_size; ++lane) EXPECT_EQ(lanes[lane], 0x1000 + lane);
}

TEST(BdiDecompressor, ExtendsTheSignAndWrapsAround) {
  Bench bench({});
  WarpRegister data;
  data[0] = 5;
  auto* bytes = reinterpret_cast<unsigned char*>(data.lane.data());
  bytes[4] = 0x80;  // lane 1: 5 - 128
  bytes[5] = 0x7f;  // lane 2: 5 + 127
  const WarpRegister narrow = bench.answer({data, BdiEncoding::base4_delta1}).data;
  EXPECT_EQ(narrow[1], 0xffffff85u);
  EXPECT_EQ(narrow[2], 132u);
  bytes[4] = 0x00;
  bytes[5] = 0x80;  // lane 1: 5 - 32768
  const WarpRegister wide = bench.answer({data, BdiEncoding::base4_delta2}).data;
  EXPECT_EQ(wide[1], 0xffff8005u);
}

TEST(BdiDecompressor, BytesOfBanksThatAreNotReadDoNotMatter) {
  Bench bench({.latency = 3});
  Random random(11);
  for (const BdiEncoding encoding :
       {BdiEncoding::base4_delta0, BdiEncoding::base4_delta1, BdiEncoding::base4_delta2}) {
    WarpRegister data;
    for (auto& word : data.lane) word = static_cast<std::uint32_t>(random());
    const WarpRegister once = bench.answer({data, encoding}).data;
    for (unsigned word = 4 * banks(encoding); word < warp_size; ++word) data[word] ^= 0xffffffffu;
    EXPECT_EQ(bench.answer({data, encoding}).data, once) << name(encoding);
  }
}

TEST(BdiDecompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<BdiDecompressor>(); }

TEST(BdiDecompressor, ChoicesOutOfRangeAreAnErrorThatNamesThem) {
  expect_refused<BdiDecompressor>("choices", "128", "1 .. 127");
}

}  // namespace
}  // namespace heddle::bdi_decompressor_test

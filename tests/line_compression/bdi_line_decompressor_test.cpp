// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/sim/pipeline_bench.hpp"

namespace heddle::bdi_line_decompressor_test {
namespace {

using Bench = PipelineBench<BdiLineDecompressor>;

/// The compressed line of Vijaykumar2015 Fig. 6.
StoredLineBytes page_view_count() {
  return {{2, 0x00, 0xd0, 0x01, 0x00, 0x08, 0x00, 0x00, 0x00, 0x55, 0x00, 0x00, 0x10, 0x08, 0x20, 0x10, 0x30,
           0x18},
          true};
}

RestoredLine of_values(const std::vector<std::uint64_t>& values) {
  RestoredLine line;
  std::memcpy(line.data.data(), values.data(), 8 * values.size());
  return line;
}

class BdiLineDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BdiLineDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  expect_latency<BdiLineDecompressor>(GetParam(), {{1, 5}, true},
                                      of_values(std::vector<std::uint64_t>(16, 5)));
}
INSTANTIATE_TEST_SUITE_P(Cycles, BdiLineDecompressorLatency, testing::Values(1u, 2u, 4u, 16u));

TEST(BdiLineDecompressor, RestoresThePapersExample) {
  Bench bench({.line_bytes = 64});
  EXPECT_EQ(bench.answer(page_view_count()),
            of_values({0x00, 0x80001d000, 0x10, 0x80001d008, 0x20, 0x80001d010, 0x30, 0x80001d018}));
}

TEST(BdiLineDecompressor, BytesBehindTheEncodingsOwnDoNotMatter) {
  Bench bench({.line_bytes = 64});
  StoredLineBytes stored = page_view_count();
  const RestoredLine once = bench.answer(stored);
  std::fill(stored.data.begin() + 18, stored.data.end(), static_cast<unsigned char>(0xa5));
  EXPECT_EQ(bench.answer(stored), once);
}

TEST(BdiLineDecompressor, TellsBytesThatNoCompressorMakes) {
  Bench bench({.line_bytes = 64});
  const auto corrupt = [&](unsigned byte, unsigned char value) {
    StoredLineBytes stored = page_view_count();
    stored.data[byte] = value;
    return bench.answer(stored).corrupt;
  };
  EXPECT_FALSE(corrupt(17, 0x19));  // another line
  EXPECT_TRUE(corrupt(0, 10));      // no such encoding
  EXPECT_TRUE(corrupt(11, 1));      // the first value from the base is not the base
  EXPECT_TRUE(corrupt(9, 0xff));    // no value is from the base
  StoredLineBytes narrow = page_view_count();
  std::fill_n(&narrow.data[1], 8, static_cast<unsigned char>(0));
  narrow.data[1] = 0x80;  // the base is 128
  EXPECT_FALSE(bench.answer(narrow).corrupt);
  narrow.data[17] = 0xff;  // 127, which is a distance from zero
  EXPECT_TRUE(bench.answer(narrow).corrupt);
  StoredLineBytes as_it_is = page_view_count();
  as_it_is.compressed = false;
  EXPECT_FALSE(bench.answer(as_it_is).corrupt);
}

TEST(BdiLineDecompressor, ResetEmptiesEveryStage) { expect_reset_empties_every_stage<BdiLineDecompressor>(); }

TEST(BdiLineDecompressor, BadParametersAreErrorsThatNameThem) {
  expect_refused<BdiLineDecompressor>("latency", "0", "1 .. 16");
  expect_refused<BdiLineDecompressor>("line_bytes", "100", "64, 128");
  expect_refused<BdiLineDecompressor>("base", "first", "first_wide, first_value");
}

}  // namespace
}  // namespace heddle::bdi_line_decompressor_test

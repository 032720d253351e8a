#include "hw/warped_compression/thread_compressor/thread_compressor.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle {
namespace {

/// A compressor with its wires, in a domain; `step` advances one edge.
struct Bench {
  explicit Bench(ThreadCompressorConfig config) : block("compressor", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.rsp.port(rsp);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() { sc_core::sc_start(sc_core::sc_time::from_value(1000)); }
  const SlicedRegister& compress(const WarpRegister& data, LaneMask lanes = all_lanes) {
    req.write({{data, lanes}, true});
    step();
    req.write({});
    for (int i = 0; i < 20 && !rsp.read().valid; ++i) step();
    EXPECT_TRUE(rsp.read().valid);
    return rsp.read().payload;
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<ThreadValues>> req{"req"};
  Wire<Beat<SlicedRegister>> rsp{"rsp"};
  Wire<bool> rst_n{"rst_n"};
  ThreadCompressor block;
};

class ThreadCompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(ThreadCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  Bench bench({.latency = GetParam()});
  WarpRegister lanes;
  lanes[9] = 1000;
  bench.req.write({{lanes, all_lanes}, true});
  for (unsigned edge = 1; edge <= GetParam(); ++edge) {
    EXPECT_FALSE(bench.rsp.read().valid) << "before edge " << edge;
    bench.step();
    bench.req.write({});
  }
  ASSERT_TRUE(bench.rsp.read().valid);
  EXPECT_EQ(bench.rsp.read().payload.widest.value, 1);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
}
INSTANTIATE_TEST_SUITE_P(Cycles, ThreadCompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

/// Lee2015 section 5.2: values near each other, which BDI keeps in three banks, take all of them here.
TEST(ThreadCompressor, SeesNoSimilarityBetweenThreads) {
  Bench bench({});
  WarpRegister lanes;
  for (unsigned i = 0; i < warp_size; ++i) lanes[i] = 0x10000000 + i;
  EXPECT_EQ(bench.compress(lanes).widest.value, widest_thread);
}

TEST(ThreadCompressor, TellsTheWidthOfEachThreadAndTheWidestThatCounts) {
  Bench bench({});
  WarpRegister lanes;
  lanes[1] = 0xffffff80;
  lanes[2] = 200;
  lanes[3] = 70000;
  lanes[4] = 0x80000000;
  EXPECT_EQ(bench.compress(lanes).widths.value, 0b11'10'01'00'00u);
  EXPECT_EQ(bench.compress(lanes).widest.value, 3);
  EXPECT_EQ(bench.compress(lanes, 0b01111).widest.value, 2);
  EXPECT_EQ(bench.compress(lanes, 0b00111).widest.value, 1);
  EXPECT_EQ(bench.compress(lanes, 0b00011).widest.value, 0);
}

TEST(ThreadCompressor, ResetEmptiesEveryStage) {
  Bench bench({.latency = 4});
  bench.req.write({{{}, all_lanes}, true});
  for (int i = 0; i < 4; ++i) bench.step();
  EXPECT_TRUE(bench.rsp.read().valid);
  bench.req.write({});
  bench.rst_n.write(false);
  bench.step();
  bench.rst_n.write(true);
  for (int i = 0; i < 6; ++i) {
    EXPECT_FALSE(bench.rsp.read().valid);
    bench.step();
  }
}

TEST(ThreadCompressor, ALatencyOutOfRangeIsAnErrorThatNamesIt) {
  ConfigTree tree;
  tree.set("latency=0");
  try {
    resolve<ThreadCompressorConfig>(tree);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("latency"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("1 .. 16"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle

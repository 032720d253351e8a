#include "hw/warped_compression/thread_decompressor/thread_decompressor.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle {
namespace {

/// A decompressor with its wires, in a domain; `step` advances one edge.
struct Bench {
  explicit Bench(ThreadDecompressorConfig config) : block("decompressor", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.rsp.port(rsp);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() { sc_core::sc_start(sc_core::sc_time::from_value(1000)); }
  WarpRegister restore(const WarpRegister& data, ThreadWidths widths) {
    req.write({{data, {widths}}, true});
    step();
    req.write({});
    for (int i = 0; i < 20 && !rsp.read().valid; ++i) step();
    EXPECT_TRUE(rsp.read().valid);
    return rsp.read().payload.data;
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<BankedThreads>> req{"req"};
  Wire<Beat<PlainRegister>> rsp{"rsp"};
  Wire<bool> rst_n{"rst_n"};
  ThreadDecompressor block;
};

class ThreadDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(ThreadDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  Bench bench({.latency = GetParam()});
  WarpRegister data;
  data[0] = 0x80;  // lane 0: -128
  bench.req.write({{data, {}}, true});
  for (unsigned edge = 1; edge <= GetParam(); ++edge) {
    EXPECT_FALSE(bench.rsp.read().valid) << "before edge " << edge;
    bench.step();
    bench.req.write({});
  }
  ASSERT_TRUE(bench.rsp.read().valid);
  EXPECT_EQ(bench.rsp.read().payload.data[0], 0xffffff80u);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
}
INSTANTIATE_TEST_SUITE_P(Cycles, ThreadDecompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

/// Each thread from its own width, whatever stands in the bytes beyond it.
TEST(ThreadDecompressor, ExtendsTheSignOfEachThread) {
  Bench bench({});
  WarpRegister data;
  auto* bytes = reinterpret_cast<unsigned char*>(data.lane.data());
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned k = 0; k < 4; ++k)
      bytes[warp_size * k + i] = static_cast<unsigned char>(i < 4 ? 0x81 + k : 0x71 - k);
  const WarpRegister lanes = bench.restore(data, 0b11'10'01'00'11'10'01'00);
  EXPECT_EQ(lanes[0], 0xffffff81u);
  EXPECT_EQ(lanes[1], 0xffff8281u);
  EXPECT_EQ(lanes[2], 0xff838281u);
  EXPECT_EQ(lanes[3], 0x84838281u);
  EXPECT_EQ(lanes[4], 0x71u);
  EXPECT_EQ(lanes[5], 0x7071u);
  EXPECT_EQ(lanes[6], 0x6f7071u);
  EXPECT_EQ(lanes[7], 0x6e6f7071u);
}

TEST(ThreadDecompressor, ResetEmptiesEveryStage) {
  Bench bench({.latency = 4});
  bench.req.write({{}, true});
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

TEST(ThreadDecompressor, ALatencyOutOfRangeIsAnErrorThatNamesIt) {
  ConfigTree tree;
  tree.set("latency=17");
  try {
    resolve<ThreadDecompressorConfig>(tree);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("latency"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("1 .. 16"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle

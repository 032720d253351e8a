#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle {
namespace {

/// A compressor with its wires, in a domain; `step` advances one edge.
struct Bench {
  explicit Bench(BdiCompressorConfig config) : block("compressor", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.rsp.port(rsp);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() { sc_core::sc_start(sc_core::sc_time::from_value(1000)); }

  ClockDomain domain{"core", 1000};
  Wire<Beat<PlainRegister>> req{"req"};
  Wire<Beat<EncodedRegister>> rsp{"rsp"};
  Wire<bool> rst_n{"rst_n"};
  BdiCompressor block;
};

class BdiCompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BdiCompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  Bench bench({.latency = GetParam()});
  Beat<PlainRegister> beat;
  beat.valid = true;
  for (unsigned i = 0; i < warp_size; ++i) beat.payload.data[i] = 1000 + i;
  bench.req.write(beat);
  for (unsigned edge = 1; edge <= GetParam(); ++edge) {
    EXPECT_FALSE(bench.rsp.read().valid) << "before edge " << edge;
    bench.step();
    bench.req.write({});
  }
  ASSERT_TRUE(bench.rsp.read().valid);
  EXPECT_EQ(bench.rsp.read().payload.encoding, BdiEncoding::base4_delta1);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
}
INSTANTIATE_TEST_SUITE_P(Cycles, BdiCompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

TEST(BdiCompressor, TakesOneRegisterACycleAndKeepsTheirOrder) {
  Bench bench({.latency = 4});
  std::vector<std::uint32_t> got;
  for (std::uint32_t n = 0; n < 20; ++n) {
    Beat<PlainRegister> beat;
    beat.valid = n < 10;
    beat.payload.data.lane.fill(n /
                                2);  // pairs of equal beats: a wire that does not change still carries two
    bench.req.write(beat);
    bench.step();
    if (bench.rsp.read().valid) got.push_back(bench.rsp.read().payload.data[0]);
  }
  EXPECT_EQ(got, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

TEST(BdiCompressor, ResetEmptiesEveryStage) {
  Bench bench({.latency = 4});
  Beat<PlainRegister> beat;
  beat.valid = true;
  bench.req.write(beat);
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

TEST(BdiCompressor, LatencyOutOfRangeIsAnErrorThatNamesIt) {
  ConfigTree tree;
  tree.set("latency=0");
  try {
    resolve<BdiCompressorConfig>(tree);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("latency"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("1 .. 16"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle

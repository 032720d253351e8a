#include "hw/warped_compression/bdi_decompressor/bdi_decompressor.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/random.hpp"

namespace heddle {
namespace {

/// A decompressor with its wires, in a domain; `step` advances one edge.
struct Bench {
  explicit Bench(BdiDecompressorConfig config) : block("decompressor", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.rsp.port(rsp);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() { sc_core::sc_start(sc_core::sc_time::from_value(1000)); }
  /// What comes out for one request; the time is checked elsewhere.
  WarpRegister restore(const WarpRegister& data, BdiEncoding encoding) {
    req.write({{data, encoding}, true});
    step();
    req.write({});
    for (int i = 0; i < 20 && !rsp.read().valid; ++i) step();
    EXPECT_TRUE(rsp.read().valid);
    return rsp.read().payload.data;
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<EncodedRegister>> req{"req"};
  Wire<Beat<PlainRegister>> rsp{"rsp"};
  Wire<bool> rst_n{"rst_n"};
  BdiDecompressor block;
};

class BdiDecompressorLatency : public testing::TestWithParam<unsigned> {};

TEST_P(BdiDecompressorLatency, BlockedOneEdgeBeforeAndReadyAtTheStatedEdge) {
  Bench bench({.latency = GetParam()});
  Beat<EncodedRegister> beat;
  beat.valid = true;
  beat.payload.data[0] = 7;
  beat.payload.encoding = BdiEncoding::base4_delta0;
  bench.req.write(beat);
  for (unsigned edge = 1; edge <= GetParam(); ++edge) {
    EXPECT_FALSE(bench.rsp.read().valid) << "before edge " << edge;
    bench.step();
    bench.req.write({});
  }
  ASSERT_TRUE(bench.rsp.read().valid);
  EXPECT_EQ(bench.rsp.read().payload.data[31], 7u);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
}
INSTANTIATE_TEST_SUITE_P(Cycles, BdiDecompressorLatency, testing::Values(1u, 2u, 4u, 8u, 16u));

TEST(BdiDecompressor, RestoresTheThreadIndexOfThePapersExample) {
  // Lee2015 figure 3: lanes that count up compress to a base and small differences.
  Bench bench({});
  WarpRegister data;
  data[0] = 0x1000;
  auto* bytes = reinterpret_cast<unsigned char*>(data.lane.data());
  for (unsigned lane = 1; lane < warp_size; ++lane) bytes[3 + lane] = static_cast<unsigned char>(lane);
  const WarpRegister lanes = bench.restore(data, BdiEncoding::base4_delta1);
  for (unsigned lane = 0; lane < warp_size; ++lane) EXPECT_EQ(lanes[lane], 0x1000 + lane);
}

TEST(BdiDecompressor, ExtendsTheSignAndWrapsAround) {
  Bench bench({});
  WarpRegister data;
  data[0] = 5;
  auto* bytes = reinterpret_cast<unsigned char*>(data.lane.data());
  bytes[4] = 0x80;  // lane 1: 5 - 128
  bytes[5] = 0x7f;  // lane 2: 5 + 127
  const WarpRegister narrow = bench.restore(data, BdiEncoding::base4_delta1);
  EXPECT_EQ(narrow[1], 0xffffff85u);
  EXPECT_EQ(narrow[2], 132u);
  bytes[4] = 0x00;
  bytes[5] = 0x80;  // lane 1: 5 - 32768
  const WarpRegister wide = bench.restore(data, BdiEncoding::base4_delta2);
  EXPECT_EQ(wide[1], 0xffff8005u);
}

TEST(BdiDecompressor, BytesOfBanksThatAreNotReadDoNotMatter) {
  Bench bench({.latency = 3});
  Random random(11);
  for (const BdiEncoding encoding :
       {BdiEncoding::base4_delta0, BdiEncoding::base4_delta1, BdiEncoding::base4_delta2}) {
    WarpRegister data;
    for (auto& word : data.lane) word = static_cast<std::uint32_t>(random());
    const WarpRegister once = bench.restore(data, encoding);
    for (unsigned word = 4 * banks(encoding); word < warp_size; ++word) data[word] ^= 0xffffffffu;
    EXPECT_EQ(bench.restore(data, encoding), once) << name(encoding);
  }
}

TEST(BdiDecompressor, ResetEmptiesEveryStage) {
  Bench bench({.latency = 4});
  Beat<EncodedRegister> beat;
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

TEST(BdiDecompressor, ChoicesOutOfRangeAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("choices=128");
  try {
    resolve<BdiDecompressorConfig>(tree);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("choices"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("1 .. 127"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle

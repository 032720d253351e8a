// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/range_indicator_table/range_indicator_table.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::range_indicator_table_test {
namespace {

/// A table with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(RangeIndicatorTableConfig config = {}) : block("table", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.update.port(update);
    block.io.clear.port(clear);
    block.io.indicators.port(indicators);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() {
    update.write({updates});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    updates = {};
    clear.write({});
  }
  void put(unsigned requester, std::uint16_t r, BdiEncoding encoding) {
    updates.valid.value = static_cast<std::uint8_t>(updates.valid.value | 1u << requester);
    updates.registers[requester] = r;
    updates.encodings[requester] = static_cast<std::uint8_t>(encoding);
  }
  BdiEncoding at(RegisterId r) const { return indicator(indicators.read().payload, r); }
  unsigned compressed() const {
    unsigned n = 0;
    for (unsigned r = 0; r < indicator_registers; ++r)
      n += at(static_cast<RegisterId>(r)) != BdiEncoding::uncompressed;
    return n;
  }

  ClockDomain domain{"core", 1000};
  Wire<Level<IndicatorUpdates>> update{"update"};
  Wire<Beat<RegisterRange>> clear{"clear"};
  Wire<Level<Indicators>> indicators{"indicators"};
  Wire<bool> rst_n{"rst_n"};
  RangeIndicatorTable block;
  IndicatorUpdates updates{};
};

using enum BdiEncoding;

TEST(RangeIndicatorTable, AnUpdateShowsBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(2, 700, base4_delta1);
  bench.update.write({bench.updates});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.at(700), uncompressed);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.at(700), base4_delta1);
  EXPECT_EQ(bench.compressed(), 1u);
}

TEST(RangeIndicatorTable, AllRequestersWriteInOneCycle) {
  Bench bench;
  for (unsigned w = 0; w < write_requesters; ++w)
    bench.put(w, static_cast<std::uint16_t>(w * 146), static_cast<BdiEncoding>(w % 3));
  bench.step();
  for (unsigned w = 0; w < write_requesters; ++w)
    EXPECT_EQ(bench.at(static_cast<RegisterId>(w * 146)), static_cast<BdiEncoding>(w % 3)) << w;
  EXPECT_EQ(bench.compressed(), write_requesters);
}

TEST(RangeIndicatorTable, OfSeveralUpdatesTheHighestRequestersCounts) {
  Bench bench;
  bench.put(0, 9, base4_delta0);
  bench.put(3, 9, base4_delta1);
  bench.put(5, 9, base4_delta2);
  bench.step();
  EXPECT_EQ(bench.at(9), base4_delta2);
}

TEST(RangeIndicatorTable, AWarpThatEndsMakesItsRegistersPlainAndNoOthers) {
  Bench bench;
  for (unsigned r = 60; r < 76; ++r) {
    bench.put(0, static_cast<std::uint16_t>(r), base4_delta0);
    bench.step();
  }
  bench.clear.write({{62, 10}, true});
  bench.step();
  for (unsigned r = 60; r < 76; ++r)
    EXPECT_EQ(bench.at(static_cast<RegisterId>(r)), r < 62 || r >= 72 ? base4_delta0 : uncompressed) << r;
}

TEST(RangeIndicatorTable, ClearingActsBeforeTheUpdatesOfItsCycle) {
  Bench bench;
  bench.put(0, 5, base4_delta0);
  bench.put(1, 6, base4_delta0);
  bench.step();
  bench.put(0, 5, base4_delta2);
  bench.clear.write({{0, 0xffff}, true});
  bench.step();
  EXPECT_EQ(bench.at(5), base4_delta2);
  EXPECT_EQ(bench.at(6), uncompressed);
}

TEST(RangeIndicatorTable, RegistersThatItDoesNotHaveChangeNothing) {
  Bench bench;
  bench.put(0, 1024, base4_delta0);
  bench.put(1, 0xfc00, base4_delta0);
  bench.step();
  EXPECT_EQ(bench.compressed(), 0u);
  bench.put(0, 0, base4_delta0);
  bench.step();
  bench.clear.write({{1024, 0xffff}, true});  // must not wrap around to register 0
  bench.step();
  EXPECT_EQ(bench.compressed(), 1u);
}

class RangeIndicatorTableBits : public testing::TestWithParam<unsigned> {};

TEST_P(RangeIndicatorTableBits, AnEncodingIsKeptAsFarAsThereAreBits) {
  Bench bench({.bits = GetParam()});
  bench.put(0, 1, static_cast<BdiEncoding>(6));
  bench.step();
  EXPECT_EQ(static_cast<unsigned>(bench.at(1)), GetParam() == 2 ? 2u : 6u);
  bench.clear.write({{0, 2}, true});
  bench.step();
  EXPECT_EQ(bench.at(1), uncompressed);
}
INSTANTIATE_TEST_SUITE_P(Widths, RangeIndicatorTableBits, testing::Values(2u, 3u));

TEST(RangeIndicatorTable, ResetMakesAllPlain) {
  Bench bench;
  bench.put(0, 1023, base4_delta0);
  bench.step();
  EXPECT_EQ(bench.compressed(), 1u);
  bench.rst_n.write(false);
  bench.put(0, 12, base4_delta0);
  bench.step();
  EXPECT_EQ(bench.indicators.read().payload, Indicators{});
  bench.rst_n.write(true);
  bench.step();
  EXPECT_EQ(bench.compressed(), 0u);
}

TEST(RangeIndicatorTable, BitsOutOfRangeAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("bits=4");
  try {
    resolve<RangeIndicatorTableConfig>(tree);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("bits"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("2 .. 3"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::range_indicator_table_test

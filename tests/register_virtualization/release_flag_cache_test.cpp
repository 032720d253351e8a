// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::release_flag_cache_test {
namespace {

constexpr std::uint64_t all_flags = (std::uint64_t{1} << flag_bits_of_pir) - 1;

/// A cache with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(ReleaseFlagCacheConfig config = {}) : block("cache", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.probe.port(probe);
    block.io.fill.port(fill);
    block.io.drop.port(drop);
    block.io.answer.port(answer);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  FlagHits step() {
    drive();
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    probes = {};
    filled = {};
    dropped = {};
    return answer.read().payload;
  }
  void drive() {
    probe.write({probes});
    fill.write(filled);
    drop.write({dropped});
  }
  Bench& ask(unsigned i, std::uint16_t address) {
    probes.valid.value = static_cast<std::uint8_t>(probes.valid.value | 1u << i);
    probes.addresses[i] = address;
    return *this;
  }
  Bench& put(std::uint16_t address, std::uint64_t flags) {
    filled = {{address, {flags}}, true};
    return *this;
  }

  FlagProbes probes{};
  Beat<FlagFill> filled{};
  FlagReset dropped{};

  ClockDomain domain{"core", 1000};
  Wire<Level<FlagProbes>> probe{"probe"};
  Wire<Beat<FlagFill>> fill{"fill"};
  Wire<Level<FlagReset>> drop{"drop"};
  Wire<Level<FlagHits>> answer{"answer"};
  Wire<bool> rst_n{"rst_n"};
  ReleaseFlagCache block;
};

TEST(ReleaseFlagCache, AProbeIsAnsweredBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(17, all_flags).step();
  bench.ask(1, 17).drive();
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.answer.read().payload, FlagHits{});
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.answer.read().payload, (FlagHits{{2}, {0, all_flags}}));
}

TEST(ReleaseFlagCache, AProbeThatStaysSeesWhatItsCycleFillsOneEdgeLater) {
  Bench bench;
  bench.ask(0, 5).put(5, 0123).drive();
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.answer.read().payload, FlagHits{});
  bench.fill.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.answer.read().payload, (FlagHits{{1}, {0123, 0}}));
}

TEST(ReleaseFlagCache, TwoWordsAreProbedAtOnce) {
  Bench bench;
  bench.put(3, 1).step();
  bench.put(4, 2).step();
  EXPECT_EQ(bench.ask(0, 4).ask(1, 3).step(), (FlagHits{{3}, {2, 1}}));
  EXPECT_EQ(bench.ask(0, 3).ask(1, 3).step(), (FlagHits{{3}, {1, 1}}));
  EXPECT_EQ(bench.ask(0, 9).ask(1, 4).step(), (FlagHits{{2}, {0, 2}}));
}

// Jeon2015, section 7.2: the pir of a loop is fetched and decoded once for all warps and iterations.
TEST(ReleaseFlagCache, ALoopThatFitsMissesOnceAPir) {
  Bench bench;
  unsigned misses = 0;
  for (int iteration = 0; iteration < 5; ++iteration)
    for (std::uint16_t address = 100; address < 110; ++address)
      if (bench.ask(0, address).step().hit.value == 0) {
        ++misses;
        bench.put(address, address).step();
      }
  EXPECT_EQ(misses, 10u);
}

TEST(ReleaseFlagCache, AddressesThatMeetReplaceEachOther) {
  Bench bench;
  bench.put(7, 1).step();
  bench.put(17, 2).step();
  EXPECT_EQ(bench.ask(0, 7).ask(1, 17).step(), (FlagHits{{2}, {0, 2}}));
  bench.put(7, 3).step();
  EXPECT_EQ(bench.ask(0, 7).ask(1, 17).step(), (FlagHits{{1}, {3, 0}}));
}

TEST(ReleaseFlagCache, WholeAddressesAreCompared) {
  Bench bench({.entries = 32});
  bench.put(0, 9).step();
  for (unsigned bit = 0; bit < 16; ++bit)
    EXPECT_EQ(bench.ask(0, static_cast<std::uint16_t>(1u << bit)).step(), FlagHits{}) << bit;
  EXPECT_EQ(bench.ask(0, 0).step(), (FlagHits{{1}, {9, 0}}));
}

TEST(ReleaseFlagCache, ADropForgetsAllButTheFillOfItsCycle) {
  Bench bench;
  bench.put(1, 1).step();
  bench.put(2, 2).step();
  bench.dropped.all = true;
  EXPECT_EQ(bench.ask(0, 1).put(3, 3).step(), (FlagHits{{1}, {1, 0}})) << "the probe comes first";
  EXPECT_EQ(bench.ask(0, 1).ask(1, 3).step(), (FlagHits{{2}, {0, 3}}));
  EXPECT_EQ(bench.ask(0, 2).step(), FlagHits{});
}

TEST(ReleaseFlagCache, WithoutEntriesNothingIsFound) {
  Bench bench({.entries = 0});
  bench.put(0, 1).step();
  EXPECT_EQ(bench.ask(0, 0).ask(1, 0).step(), FlagHits{});
}

class FlagEntries : public testing::TestWithParam<unsigned> {};

TEST_P(FlagEntries, KeepAsManyAddressesInARow) {
  Bench bench({.entries = GetParam()});
  const std::uint16_t first = 0xfff0 - 40;
  for (unsigned k = 0; k <= GetParam(); ++k) bench.put(static_cast<std::uint16_t>(first + k), k + 1).step();
  EXPECT_EQ(bench.ask(0, first).step(), FlagHits{}) << "the last one took its place";
  for (unsigned k = 1; k <= GetParam(); ++k)
    EXPECT_EQ(bench.ask(1, static_cast<std::uint16_t>(first + k)).step(), (FlagHits{{2}, {0, k + 1}}));
}
INSTANTIATE_TEST_SUITE_P(Sizes, FlagEntries, testing::Values(1u, 2u, 5u, 10u, 31u, 32u));

TEST(ReleaseFlagCache, ResetForgetsAll) {
  Bench bench;
  bench.put(1, 1).step();
  bench.rst_n.write(false);
  EXPECT_EQ(bench.ask(0, 1).put(2, 2).step(), FlagHits{});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.ask(0, 1).ask(1, 2).step(), FlagHits{});
}

TEST(ReleaseFlagCache, EntriesOutOfRangeAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("entries=33");
  try {
    resolve<ReleaseFlagCacheConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, "33");
    EXPECT_NE(std::string(e.what()).find("0 .. 32"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::release_flag_cache_test

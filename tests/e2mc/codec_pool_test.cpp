// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/codec_pool/codec_pool.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "hw/sim/wire.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"
#include "tests/sim/pipeline_bench.hpp"

namespace heddle::codec_pool_test {
namespace {

using e2mc::CodecPoolState;
using e2mc::PoolPolicy;
constexpr PoolPolicy policies[] = {PoolPolicy::lowest_free, PoolPolicy::round_robin};

/// A pool with its wires in a clock domain.
struct Bench {
  explicit Bench(const CodecPoolConfig& config) : block("pool", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.free.port(free);
    block.io.taken.port(taken);
    block.io.offer.port(offer);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  /// An edge that samples this.
  std::optional<unsigned> step(std::uint64_t units, bool takes = false) {
    free.write({{{units}}});
    taken.write({{takes}});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    return offered();
  }
  std::optional<unsigned> offered() const {
    const OfferedUnit& o = offer.read().payload;
    if (!o.valid) return std::nullopt;
    return o.unit;
  }

  ClockDomain domain{"core", 1000};
  Wire<Level<FreeUnits>> free{"free"};
  Wire<Level<TakenOffer>> taken{"taken"};
  Wire<Level<OfferedUnit>> offer{"offer"};
  Wire<bool> rst_n{"rst_n"};
  CodecPool block;
};

TEST(CodecPool, OffersBehindTheEdgeThatSamplesAFreeUnitAndNotBefore) {
  Bench bench({.units = 4});
  bench.free.write({{{0b0100}}});
  EXPECT_EQ(bench.offered(), std::nullopt);
  EXPECT_EQ(bench.step(0b0100), 2u);
  EXPECT_EQ(bench.step(0), std::nullopt);
}

TEST(CodecPool, OffersTheLowestFreeUnit) {
  Bench bench({.units = 8});
  EXPECT_EQ(bench.step(0b1110'1000), 3u);
  EXPECT_EQ(bench.step(0b1110'1010), 1u);
  EXPECT_EQ(bench.step(0b1000'0000), 7u);
}

/// The bits stay as they are, as of units that have not noticed yet.
TEST(CodecPool, OffersWhatWasTakenNotInTheNextCycle) {
  for (const PoolPolicy policy : policies) {
    CodecPoolState state(4, policy);
    EXPECT_EQ(state.step(0b0010, false), 1u);
    EXPECT_EQ(state.step(0b0010, true), std::nullopt);
    EXPECT_EQ(state.step(0b0010, false), 1u);
    EXPECT_EQ(state.step(0b1010, true), 3u);
  }
}

TEST(CodecPool, GivesALineAUnitInEachCycle) {
  Bench bench({.units = 4});
  EXPECT_EQ(bench.step(0b1111), 0u);
  EXPECT_EQ(bench.step(0b1111, true), 1u);
  EXPECT_EQ(bench.step(0b1110, true), 2u);
  EXPECT_EQ(bench.step(0b1100, true), 3u);
  EXPECT_EQ(bench.step(0b1000, true), std::nullopt);
}

TEST(CodecPool, AnOfferStandsUntilItIsTakenAndThePoolSleeps) {
  Bench bench({.units = 4});
  EXPECT_EQ(bench.step(0b0110), 1u);
  bench.step(0b0110);
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  EXPECT_EQ(bench.offered(), 1u);
  EXPECT_EQ(bench.step(0b0110, true), 2u);
}

TEST(CodecPool, TakenWithoutAnOfferMeansNothing) {
  for (const PoolPolicy policy : policies) {
    CodecPoolState state(4, policy);
    EXPECT_EQ(state.step(0, true), std::nullopt);
    EXPECT_EQ(state.step(0b0001, true), 0u);
  }
}

TEST(CodecPool, UnitsThatThereAreNotAreNeverOffered) {
  Bench bench({.units = 5});
  EXPECT_EQ(bench.step(~std::uint64_t{0} << 5), std::nullopt);
  EXPECT_EQ(bench.step(~std::uint64_t{0} << 4), 4u);
}

TEST(CodecPool, AsManyUnitsAsThereMayBeAreOffered) {
  Bench bench({.units = 64});
  for (unsigned u = 0; u < 64; ++u) EXPECT_EQ(bench.step(~std::uint64_t{0} << u), u);
}

TEST(CodecPool, OneUnitIsOfferedEveryOtherCycle) {
  Bench bench({.units = 1});
  EXPECT_EQ(bench.step(1), 0u);
  EXPECT_EQ(bench.step(1, true), std::nullopt);
  EXPECT_EQ(bench.step(1, true), 0u);
}

TEST(CodecPool, RoundRobinGoesOnBehindTheUnitThatWasTakenLast) {
  Bench bench({.units = 4, .policy = PoolPolicy::round_robin});
  EXPECT_EQ(bench.step(0b1111), 0u);
  EXPECT_EQ(bench.step(0b1111), 0u) << "what was not taken stays in turn";
  EXPECT_EQ(bench.step(0b1111, true), 1u);
  EXPECT_EQ(bench.step(0b1001, true), 3u);
  EXPECT_EQ(bench.step(0b1011, true), 0u) << "behind the last one is the first";
  EXPECT_EQ(bench.step(0b0001, true), std::nullopt);
  EXPECT_EQ(bench.step(0b0001), 0u) << "all around";
}

/// While it stays free, every other unit is taken at most once.
TEST(CodecPool, RoundRobinPassesNobodyOverForEver) {
  for (const unsigned units : {2u, 5u, 12u, 64u}) {
    Random random(units);
    CodecPoolState state(units, PoolPolicy::round_robin);
    std::vector<unsigned> others(units);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - units);
    std::optional<unsigned> offered;
    unsigned most = 0;
    for (unsigned n = 0; n < 20'000; ++n) {
      const bool takes = offered && random.one_in(2);
      const std::uint64_t free = (random() | random() | random()) & all;
      for (unsigned u = 0; u < units; ++u) {
        if ((free >> u & 1) == 0 || (takes && offered == u))
          others[u] = 0;
        else if (takes)
          most = std::max(most, ++others[u]);
      }
      offered = state.step(free, takes);
    }
    EXPECT_LE(most, units) << units;  // the first of them may be at the edge from which on it is free
    EXPECT_GT(most, units / 4) << units;
  }
}

TEST(CodecPool, ResetWithdrawsTheOfferAndTheTurn) {
  Bench bench({.units = 4, .policy = PoolPolicy::round_robin});
  bench.step(0b1111);
  EXPECT_EQ(bench.step(0b1111, true), 1u);
  bench.rst_n.write(false);
  EXPECT_EQ(bench.step(0b1111), std::nullopt);
  bench.rst_n.write(true);
  EXPECT_EQ(bench.step(0b1111), 0u);
}

TEST(CodecPool, BadParametersAreErrorsThatNameThem) {
  expect_refused<CodecPool>("units", "0", "1 .. 64");
  expect_refused<CodecPool>("units", "65", "1 .. 64");
  expect_refused<CodecPool>("policy", "random", "lowest_free, round_robin");
  EXPECT_THROW(CodecPoolState(0, PoolPolicy::lowest_free), Error);
  EXPECT_THROW(CodecPoolState(65, PoolPolicy::lowest_free), Error);
}

}  // namespace
}  // namespace heddle::codec_pool_test

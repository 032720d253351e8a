// SPDX-License-Identifier: Apache-2.0
#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/random.hpp"

namespace heddle::bank_arbiter_test {
namespace {

/// An arbiter with its wires in a clock domain; `step` sets the requests and returns the grants behind the
/// next edge.
struct Bench {
  Bench() {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.grant.port(grant);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  ArbiterGrants step(const ArbiterRequests& requests) {
    req.write({requests});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    return grant.read().payload;
  }

  ClockDomain domain{"core", 1000};
  Wire<Level<ArbiterRequests>> req{"req"};
  Wire<Level<ArbiterGrants>> grant{"grant"};
  Wire<bool> rst_n{"rst_n"};
  BankArbiter block{"arbiter", {}};
};

constexpr std::uint32_t all_reads = ~0u >> (32 - read_requesters);

TEST(BankArbiter, GrantsShowBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  ArbiterRequests q{};
  q.read_pending.value = 1 << 5;
  q.read_banks[5] = 0x00000700;
  bench.req.write({q});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.grant.read().payload, ArbiterGrants{});
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.grant.read().payload.reads.value, 1u << 5);
}

TEST(BankArbiter, ARequesterIsNotHeardInTheCycleAfterItsGrant) {
  Bench bench;
  ArbiterRequests q{};
  q.write_pending.value = 1;
  q.write_banks[0] = 1;
  EXPECT_EQ(bench.step(q).writes.value, 1u);
  EXPECT_EQ(bench.step(q), ArbiterGrants{});
  EXPECT_EQ(bench.step(q).writes.value, 1u);
}

TEST(BankArbiter, FourOperandsOfFourClustersAreReadInOneCycle) {
  // An uncompressed register occupies all eight banks of its cluster, so at most four are read at a time
  // (Lee2015 section 2.1).
  Bench bench;
  ArbiterRequests q{};
  q.read_pending.value = 0x1f;
  for (unsigned r = 0; r < 5; ++r) q.read_banks[r] = 0xffu << 8 * (r % 4);
  const ArbiterGrants g = bench.step(q);
  EXPECT_EQ(g.reads.value, 0x0fu);
  EXPECT_EQ(g.read_conflicts.value, 0x10u);
}

TEST(BankArbiter, CompressedRegistersOfOneClusterStillShareItsFirstBank) {
  Bench bench;
  ArbiterRequests q{};
  q.read_pending.value = 3;
  q.read_banks[0] = 0x01;  // <4,0>: one bank
  q.read_banks[1] = 0x07;  // <4,1>: three, low-aligned
  const ArbiterGrants first = bench.step(q);
  EXPECT_EQ(first.reads.value, 1u);
  EXPECT_EQ(first.read_conflicts.value, 2u);
  q.read_pending.value = 2;
  EXPECT_EQ(bench.step(q).reads.value, 2u);
}

TEST(BankArbiter, ReadsAndWritesOfABankDoNotCompete) {
  Bench bench;
  ArbiterRequests q{};
  q.read_pending.value = 1;
  q.write_pending.value = 1;
  q.read_banks[0] = q.write_banks[0] = 0xff;
  const ArbiterGrants g = bench.step(q);
  EXPECT_EQ(g.reads.value, 1u);
  EXPECT_EQ(g.writes.value, 1u);
}

TEST(BankArbiter, NeverGrantsABankTwiceNorRefusesWithoutCause) {
  Bench bench;
  Random random(2024);
  ArbiterRequests q{};
  std::uint32_t granted_before = 0;
  for (int cycle = 0; cycle < 2000; ++cycle) {
    q.read_pending.value = static_cast<std::uint32_t>(random()) & all_reads;
    for (auto& banks : q.read_banks) banks = static_cast<std::uint32_t>(random() & random() & random());
    const ArbiterGrants g = bench.step(q);
    const std::uint32_t heard = q.read_pending.value & ~granted_before;
    ASSERT_EQ(g.reads.value | g.read_conflicts.value, heard) << "seed 2024, cycle " << cycle;
    ASSERT_EQ(g.reads.value & g.read_conflicts.value, 0u);
    std::uint32_t taken = 0;
    for (unsigned r = 0; r < read_requesters; ++r) {
      if ((g.reads.value >> r & 1) == 0) continue;
      ASSERT_EQ(taken & q.read_banks[r], 0u) << "seed 2024, cycle " << cycle << ", requester " << r;
      taken |= q.read_banks[r];
    }
    for (unsigned r = 0; r < read_requesters; ++r) {
      if ((g.read_conflicts.value >> r & 1) == 0) continue;
      ASSERT_NE(taken & q.read_banks[r], 0u) << "seed 2024, cycle " << cycle << ", requester " << r;
    }
    granted_before = g.reads.value;
  }
}

TEST(BankArbiter, WhoHoldsARequestIsServedWithinAsManyCyclesAsThereAreRequesters) {
  Bench bench;
  ArbiterRequests q{};
  q.read_pending.value = all_reads;
  q.read_banks.fill(1);
  std::array<unsigned, read_requesters> waited{};
  unsigned longest = 0;
  for (int cycle = 0; cycle < 200; ++cycle) {
    const ArbiterGrants g = bench.step(q);
    ASSERT_EQ(std::popcount(g.reads.value), 1);
    for (unsigned r = 0; r < read_requesters; ++r) {
      waited[r] = (g.reads.value >> r & 1) != 0 ? 0 : waited[r] + 1;
      longest = std::max(longest, waited[r]);
    }
  }
  EXPECT_EQ(longest, read_requesters - 1);
}

TEST(BankArbiter, ResetForgetsGrantsAndTurn) {
  Bench bench;
  ArbiterRequests q{};
  q.read_pending.value = all_reads;
  q.read_banks.fill(1);
  for (int i = 0; i < 3; ++i) bench.step(q);
  bench.rst_n.write(false);
  EXPECT_EQ(bench.step(q), ArbiterGrants{});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.step(q).reads.value, 1u);  // requester 0 again, and it is granted
}

TEST(BankArbiter, ParametersThatItDoesNotHaveAreAnError) {
  ConfigTree tree;
  tree.set("latency=2");
  resolve<BankArbiterConfig>(tree);
  EXPECT_THROW(tree.check_all_used(), Error);
}

}  // namespace
}  // namespace heddle::bank_arbiter_test

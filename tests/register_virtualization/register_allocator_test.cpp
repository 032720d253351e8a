// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/register_allocator/register_allocator.hpp"

#include <gtest/gtest.h>

#include <string>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::register_allocator_test {
namespace {

/// An allocator with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(RegisterAllocatorConfig config = {}) : block("allocator", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.request.port(request);
    block.io.freed.port(freed);
    block.io.power.port(power);
    block.io.fixed.port(fixed);
    block.io.grant.port(grant);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step(unsigned requests = 0) {
    ask(requests);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    gives_back = {};
    fixed.write({});
  }
  void ask(unsigned requests) {
    request.write({{{static_cast<std::uint8_t>(requests)}}});
    freed.write({gives_back});
    power.write({powered});
  }
  void give_back(unsigned port, unsigned r) {
    gives_back.valid.value = static_cast<std::uint8_t>(gives_back.valid.value | 1u << port);
    gives_back.registers[port] = static_cast<RegisterId>(r);
  }
  /// Returns the register that answers a request, or -1.
  int got(unsigned request) const {
    const AllocatedRegisters& a = grant.read().payload;
    return (a.valid.value >> request & 1) != 0 ? a.registers[request] : -1;
  }
  /// Requests two registers of the cluster at a time until none is left; returns how many there were.
  unsigned drain(unsigned cluster) {
    for (unsigned n = 0;; n += 2) {
      step(3u << 2 * cluster);
      if (got(2 * cluster) < 0) return n;
      if (got(2 * cluster + 1) < 0) return n + 1;
    }
  }

  FreedRegisters gives_back{};
  PoweredSubarrays powered{};
  ClockDomain domain{"core", 1000};
  Wire<Level<AllocationRequests>> request{"request"};
  Wire<Level<FreedRegisters>> freed{"freed"};
  Wire<Level<PoweredSubarrays>> power{"power"};
  Wire<Beat<FixedRegisters>> fixed{"fixed"};
  Wire<Level<AllocatedRegisters>> grant{"grant"};
  Wire<bool> rst_n{"rst_n"};
  RegisterAllocator block;
};

TEST(RegisterAllocator, AnAnswerShowsBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.ask(0b100);
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.got(2), -1);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.got(2), 1);
  EXPECT_EQ(bench.grant.read().payload.valid.value, 0b100u);
}

TEST(RegisterAllocator, TwoRequestsOfEachClusterAreServedAtOnceAndInOrder) {
  Bench bench;
  for (int cycle = 0; cycle < 3; ++cycle) {
    bench.step(0xff);
    for (int c = 0; c < 4; ++c)
      for (int k = 0; k < 2; ++k)
        EXPECT_EQ(bench.got(static_cast<unsigned>(2 * c + k)), 8 * cycle + 4 * k + c);
  }
  bench.step(0b1000);
  EXPECT_EQ(bench.got(3), 25) << "the second request alone gets what the first would";
  bench.step();
  EXPECT_EQ(bench.grant.read().payload, AllocatedRegisters{});
}

TEST(RegisterAllocator, AFreedRegisterCanBeGivenAwayInTheNextCycle) {
  Bench bench;
  bench.step(0b11);
  bench.give_back(3, 0);
  bench.step(0b01);
  EXPECT_EQ(bench.got(0), 8) << "not yet";
  bench.step(0b01);
  EXPECT_EQ(bench.got(0), 0);
}

TEST(RegisterAllocator, GivesFromPoweredSubarraysAsLongAsTheyHaveSome) {
  Bench bench({.registers = 512, .rows_per_subarray = 32});
  bench.powered.powered = {0, 0, 0b1010, 0};
  for (int row = 32; row < 64; ++row) {
    bench.step(1u << 4);
    ASSERT_EQ(bench.got(4), row * 4 + 2);
  }
  bench.step(1u << 4);
  EXPECT_EQ(bench.got(4), 96 * 4 + 2) << "of the other powered one";
  bench.powered.powered[2] = 0b0010;
  bench.step(3u << 4);
  EXPECT_EQ(bench.got(4), 2) << "that is full: wakes the lowest";
  EXPECT_EQ(bench.got(5), 6);
}

struct Size {
  unsigned registers, rows;
};
class RegisterAllocatorSize : public testing::TestWithParam<Size> {};

TEST_P(RegisterAllocatorSize, EachClusterHasItsQuarterAndThenRefuses) {
  Bench bench({.registers = GetParam().registers, .rows_per_subarray = GetParam().rows});
  for (unsigned c = 0; c < clusters; ++c) {
    EXPECT_EQ(bench.drain(c), GetParam().registers / 4);
    bench.step(3u << 2 * c);
    EXPECT_EQ(bench.grant.read().payload, AllocatedRegisters{});
  }
  bench.give_back(0, GetParam().registers);  // a register that does not exist
  bench.give_back(1, GetParam().registers - 1);
  bench.step();
  bench.step(0xff);
  EXPECT_EQ(bench.got(6), static_cast<int>(GetParam().registers) - 1);
  EXPECT_EQ(bench.grant.read().payload.valid.value, 1u << 6) << "of two requests the first";
}
INSTANTIATE_TEST_SUITE_P(Sizes, RegisterAllocatorSize,
                         testing::Values(Size{1024, 64}, Size{512, 32}, Size{716, 64}, Size{616, 64},
                                         Size{1024, 256}));

TEST(RegisterAllocator, AtTheBeginOfALaunchAllAreFreeButThoseThatAreFixed) {
  Bench bench;
  bench.step(0xff);
  bench.give_back(0, 0);
  bench.fixed.write({{6}, true});
  bench.step(0xff);
  EXPECT_EQ(bench.grant.read().payload, AllocatedRegisters{}) << "no request counts with it";
  bench.step(0b01010101);
  EXPECT_EQ(bench.got(0), 8) << "nothing that is freed with it, either";
  EXPECT_EQ(bench.got(2), 9);
  EXPECT_EQ(bench.got(4), 6);
  EXPECT_EQ(bench.got(6), 7);
}

TEST(RegisterAllocator, ResetMakesAllFree) {
  Bench bench;
  for (int cycle = 0; cycle < 9; ++cycle) bench.step(0xff);
  bench.rst_n.write(false);
  bench.step(0xff);
  EXPECT_EQ(bench.grant.read().payload, AllocatedRegisters{});
  bench.rst_n.write(true);
  bench.step(0xff);
  for (unsigned c = 0; c < clusters; ++c) EXPECT_EQ(bench.got(2 * c), static_cast<int>(c));
}

TEST(RegisterAllocator, SizesOutOfRangeAreAnErrorThatNamesThem) {
  for (const auto& [setting, named] : {std::pair{"registers=1028", "registers"},
                                       {"registers=718", "multiple of 4"},
                                       {"rows_per_subarray=48", "48"}}) {
    ConfigTree tree;
    tree.set(setting);
    try {
      resolve<RegisterAllocatorConfig>(tree);
      FAIL() << setting;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(named), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace heddle::register_allocator_test

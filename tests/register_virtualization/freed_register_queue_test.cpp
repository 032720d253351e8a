// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/freed_register_queue/freed_register_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hw/sim/wire.hpp"

namespace heddle::freed_register_queue_test {
namespace {

using Registers = std::vector<RegisterId>;

/// A queue with its wires, in a domain; `step` advances one edge and takes everything off the pins behind it.
struct Bench {
  Bench() : block("queue", {}) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.unmapped.port(unmapped_pins);
    block.io.taken.port(taken_pins);
    block.io.waiting.port(waiting_pins);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  Registers step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    unmapped_pins.write({});
    taken_pins.write({});
    return shown();
  }
  /// `lanes`: those on which the registers arrive, bit b for lane b.
  void unmap(const Registers& registers, unsigned lanes = 0xf) {
    UnmappedRegisters u;
    unsigned lane = 0;
    for (const RegisterId r : registers) {
      while ((lanes >> lane & 1) == 0) ++lane;
      u.valid.value = static_cast<std::uint8_t>(u.valid.value | 1u << lane);
      u.registers[lane++] = r;
    }
    unmapped_pins.write({u});
  }
  void take(unsigned count) { taken_pins.write({{{static_cast<std::uint8_t>(count)}}}); }
  unsigned count() const { return waiting_pins.read().payload.count.value; }
  /// The oldest eight.
  Registers shown() const {
    const auto& all = waiting_pins.read().payload.registers;
    const unsigned n = std::min(count(), waiting_shown);
    for (unsigned k = n; k < waiting_shown; ++k) EXPECT_EQ(all[k], 0u) << "behind the last one";
    return {all.begin(), all.begin() + n};
  }
  /// Registers 1 to 16 wait.
  void fill() {
    for (unsigned n = 0; n < 4; ++n) {
      const auto first = static_cast<RegisterId>(4 * n + 1);
      unmap({first, static_cast<RegisterId>(first + 1), static_cast<RegisterId>(first + 2),
             static_cast<RegisterId>(first + 3)});
      step();
    }
  }

  ClockDomain domain{"core", 1000};
  Wire<Level<UnmappedRegisters>> unmapped_pins{"unmapped"};
  Wire<Level<TakenRegisters>> taken_pins{"taken"};
  Wire<Level<WaitingRegisters>> waiting_pins{"waiting"};
  Wire<bool> rst_n{"rst_n"};
  FreedRegisterQueue block;
};

TEST(FreedRegisterQueue, ARegisterShowsBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.unmap({42});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before the edge
  EXPECT_EQ(bench.count(), 0u);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.count(), 1u);
  EXPECT_EQ(bench.shown(), Registers{42});
}

TEST(FreedRegisterQueue, TheLowestLaneIsTheOldest) {
  Bench bench;
  bench.unmap({30, 10}, 0b1010);
  EXPECT_EQ(bench.step(), (Registers{30, 10}));
  bench.unmap({0xfc05, 3, 1023, 0});
  EXPECT_EQ(bench.step(), (Registers{30, 10, 5, 3, 1023, 0}));
}

TEST(FreedRegisterQueue, TheOldestLeave) {
  Bench bench;
  bench.unmap({1, 2, 3, 4});
  bench.step();
  bench.unmap({5, 6});
  bench.step();
  bench.take(1);
  EXPECT_EQ(bench.step(), (Registers{2, 3, 4, 5, 6}));
  bench.take(2);
  EXPECT_EQ(bench.step(), (Registers{4, 5, 6}));
  bench.take(3);
  EXPECT_EQ(bench.step(), Registers{});
}

TEST(FreedRegisterQueue, TheTakenLeaveBeforeOthersArrive) {
  Bench bench;
  bench.unmap({1, 2, 3, 4});
  bench.step();
  bench.take(4);
  bench.unmap({5, 6}, 0b1001);
  EXPECT_EQ(bench.step(), (Registers{5, 6}));
}

TEST(FreedRegisterQueue, HoldsSixteenAndShowsEight) {
  Bench bench;
  bench.fill();
  EXPECT_EQ(bench.count(), 16u);
  EXPECT_EQ(bench.shown(), (Registers{1, 2, 3, 4, 5, 6, 7, 8}));
  bench.take(4);
  bench.unmap({17, 18, 19, 20});
  EXPECT_EQ(bench.step(), (Registers{5, 6, 7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(bench.count(), 16u);
  bench.take(4);
  bench.step();
  bench.take(4);
  EXPECT_EQ(bench.step(), (Registers{13, 14, 15, 16, 17, 18, 19, 20}));
  EXPECT_EQ(bench.count(), 8u);
}

TEST(FreedRegisterQueue, WhatFindsNoPlaceIsDropped) {
  Bench bench;
  bench.fill();
  bench.take(2);
  bench.unmap({17, 18, 19});
  bench.step();
  EXPECT_EQ(bench.count(), 16u);
  bench.unmap({20});
  bench.step();
  EXPECT_EQ(bench.count(), 16u);
  for (unsigned n = 0; n < 3; ++n) {
    bench.take(4);
    bench.step();
  }
  EXPECT_EQ(bench.shown(), (Registers{15, 16, 17, 18}));
}

TEST(FreedRegisterQueue, ACountBeyondFourTakesFour) {
  Bench bench;
  bench.fill();
  bench.take(5);
  EXPECT_EQ(bench.step(), (Registers{5, 6, 7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(bench.count(), 12u);
  bench.take(6);
  EXPECT_EQ(bench.step(), (Registers{9, 10, 11, 12, 13, 14, 15, 16}));
  bench.take(7);
  EXPECT_EQ(bench.step(), (Registers{13, 14, 15, 16}));
}

TEST(FreedRegisterQueue, MoreTakenThanWaitEmptyIt) {
  Bench bench;
  bench.unmap({1, 2});
  bench.step();
  bench.take(3);
  bench.unmap({9});
  EXPECT_EQ(bench.step(), Registers{9});
  bench.take(4);
  EXPECT_EQ(bench.step(), Registers{});
  bench.take(1);
  bench.unmap({7});
  EXPECT_EQ(bench.step(), Registers{7}) << "none was there to be taken";
}

TEST(FreedRegisterQueue, WhatIsHeldOnThePinsCountsAtEachEdge) {
  Bench bench;
  bench.unmap({8});
  sc_core::sc_start(sc_core::sc_time::from_value(3000));
  EXPECT_EQ(bench.shown(), (Registers{8, 8, 8}));
}

TEST(FreedRegisterQueue, ResetEmptiesIt) {
  Bench bench;
  bench.fill();
  bench.rst_n.write(false);
  bench.unmap({20});
  EXPECT_EQ(bench.step(), Registers{});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.step(), Registers{});
}

TEST(FreedRegisterQueue, SleepsWithoutAChange) {
  Bench bench;
  bench.fill();
  sc_core::sc_start(sc_core::sc_time::from_value(2000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  EXPECT_EQ(bench.count(), 16u);
}

}  // namespace
}  // namespace heddle::freed_register_queue_test

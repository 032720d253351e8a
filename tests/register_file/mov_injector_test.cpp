// SPDX-License-Identifier: Apache-2.0
#include "hw/register_file/mov_injector/mov_injector.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::mov_injector_test {
namespace {

/// An injector with its wires in a clock domain; `step` advances one edge with the present inputs.
struct Bench {
  Bench() {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.check.port(check);
    block.io.written.port(written);
    block.io.room.port(room);
    block.io.move.port(move);
    block.io.hold.port(hold);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() {
    check.write({entered});
    written.write({moves});
    room.write({{free}});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    entered = {};
    moves = {};
  }
  void enter(unsigned slot, unsigned unit, unsigned compressed, bool partial = true) {
    entered.valid.value = static_cast<std::uint8_t>(entered.valid.value | 1u << slot);
    entered.partial.value = static_cast<std::uint8_t>(entered.partial.value | unsigned{partial} << slot);
    entered.unit[slot] = static_cast<std::uint8_t>(unit);
    entered.compressed[slot] = static_cast<std::uint8_t>(compressed);
  }
  /// Returns the number of the MOV at the output, or -1.
  int moved() const {
    const Beat<InjectedMove>& m = move.read();
    return m.valid ? static_cast<int>(m.payload.unit * destinations + m.payload.destination) : -1;
  }
  unsigned held() const { return hold.read().payload.units.value; }

  EnteredInstructions entered{};
  WrittenMoves moves{};
  bool free = true;

  ClockDomain domain{"core", 1000};
  Wire<Level<EnteredInstructions>> check{"check"};
  Wire<Level<WrittenMoves>> written{"written"};
  Wire<Level<CollectorRoom>> room{"room"};
  Wire<Beat<InjectedMove>> move{"move"};
  Wire<Level<HeldUnits>> hold{"hold"};
  Wire<bool> rst_n{"rst_n"};
  MovInjector block{"injector", {}};
};

TEST(MovInjector, HoldsBehindTheFirstEdgeMovesBehindTheSecondAndLetsGoWhenWritten) {
  Bench bench;
  bench.enter(1, 6, 0b0100);
  bench.step();
  EXPECT_EQ(bench.held(), 1u << 6);
  EXPECT_EQ(bench.moved(), -1);
  bench.step();
  EXPECT_EQ(bench.moved(), 4 * 6 + 2);
  for (int wait = 0; wait < 5; ++wait) {
    bench.step();
    EXPECT_EQ(bench.held(), 1u << 6);
    EXPECT_EQ(bench.moved(), -1);
  }
  bench.moves.moves.value = std::uint64_t{1} << (4 * 6 + 2);
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
}

TEST(MovInjector, WholeWritesAndPlainDestinationsNeedNone) {
  Bench bench;
  bench.enter(0, 2, 0b1111, false);
  bench.enter(1, 3, 0b0000);
  for (int edge = 0; edge < 4; ++edge) {
    bench.step();
    EXPECT_EQ(bench.held(), 0u);
    EXPECT_EQ(bench.moved(), -1);
  }
}

TEST(MovInjector, UnitsAndDestinationsThatThereAreNotAreIgnored) {
  Bench bench;
  bench.enter(0, 16, 0b0001);
  bench.enter(1, 255, 0b0001);
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
  bench.enter(0, 1, 0b1111'0000);
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
}

TEST(MovInjector, BothSlotsAreHeard) {
  Bench bench;
  bench.enter(0, 15, 0b1000);
  bench.enter(1, 0, 0b0001);
  bench.step();
  EXPECT_EQ(bench.held(), 0x8001u);
  bench.step();
  EXPECT_EQ(bench.moved(), 0);
  bench.step();
  EXPECT_EQ(bench.moved(), -1) << "room is not known yet";
  bench.step();
  EXPECT_EQ(bench.moved(), 63);
}

TEST(MovInjector, WaitsForRoomEvenWhileItSleeps) {
  Bench bench;
  bench.free = false;
  bench.enter(0, 4, 0b0010);
  const std::uint64_t before = bench.domain.ticks();
  for (int edge = 0; edge < 50; ++edge) {
    bench.step();
    ASSERT_EQ(bench.moved(), -1);
  }
  EXPECT_LT(bench.domain.ticks() - before, 6u);
  bench.free = true;
  bench.step();
  EXPECT_EQ(bench.moved(), 17);
}

TEST(MovInjector, AnInstructionIsHeldForAllItsMovs) {
  Bench bench;
  bench.enter(0, 8, 0b1111);
  std::vector<int> order;
  unsigned edges = 0;
  do {
    bench.step();
    if (bench.moved() >= 0) {
      order.push_back(bench.moved());
      bench.moves.moves.value = std::uint64_t{1} << bench.moved();
    }
    ++edges;
  } while (bench.held() != 0 && edges < 100);
  EXPECT_EQ(order, (std::vector<int>{32, 33, 34, 35}));
  // The edges are: entering, four MOVs with a cycle between them, and the write of the last one.
  EXPECT_EQ(edges, 9u);
}

TEST(MovInjector, NobodyWaitsForMoreThanTheOthers) {
  Bench bench;
  bench.free = false;
  for (unsigned unit = 0; unit < collector_units; unit += 2) {
    bench.enter(0, unit, 0b1111);
    bench.enter(1, unit + 1, 0b1111);
    bench.step();
  }
  EXPECT_EQ(bench.held(), 0xffffu);
  bench.free = true;
  std::vector<int> order;
  for (int edge = 0; edge < 128; ++edge) {
    bench.step();
    if (bench.moved() >= 0) order.push_back(bench.moved());
  }
  ASSERT_EQ(order.size(), 64u);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(MovInjector, ResetForgetsWhatIsOwedAndTheTurn) {
  Bench bench;
  bench.enter(0, 7, 0b0011);
  bench.step();
  bench.step();
  EXPECT_EQ(bench.moved(), 28);
  bench.rst_n.write(false);
  bench.step();
  EXPECT_EQ(bench.held(), 0u);
  EXPECT_EQ(bench.moved(), -1);
  bench.rst_n.write(true);
  bench.enter(0, 7, 0b0001);
  bench.enter(1, 6, 0b0001);
  bench.step();
  bench.step();
  EXPECT_EQ(bench.moved(), 24);
}

TEST(MovInjector, ParametersThatItDoesNotHaveAreAnError) {
  ConfigTree tree;
  tree.set("units=8");
  resolve<MovInjectorConfig>(tree);
  EXPECT_THROW(tree.check_all_used(), Error);
}

}  // namespace
}  // namespace heddle::mov_injector_test

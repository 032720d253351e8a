#include "hw/register_file/mov_injector/mov_injector.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"

namespace heddle {
namespace {

/// An injector with its wires, in a domain; `step` runs one edge with the present inputs.
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
  /// The number of the MOV that shows, or -1.
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

}  // namespace
}  // namespace heddle

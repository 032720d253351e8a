// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/release_flag_latch/release_flag_latch.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/register_virtualization/release_instruction.hpp"

namespace heddle::release_flag_latch_test {
namespace {

/// A latch with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(ReleaseFlagLatchConfig config = {}) : block("latch", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.step.port(flags);
    block.io.read.port(read);
    block.io.next.port(next);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  std::optional<unsigned> shown() const {
    const Beat<NextFlags>& beat = next.read();
    return beat.valid ? std::optional<unsigned>(beat.payload.flags.value) : std::nullopt;
  }
  std::optional<unsigned> step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    flags.write({});
    read.write({});
    return shown();
  }
  void load(unsigned w, std::uint64_t all, unsigned taken = 0) {
    flags.write({{static_cast<std::uint8_t>(w), true, {all}, {static_cast<std::uint8_t>(taken)}}, true});
  }
  void take(unsigned w, unsigned count) {
    flags.write({{static_cast<std::uint8_t>(w), false, {0x5555}, {static_cast<std::uint8_t>(count)}}, true});
  }
  void ask(unsigned w) { read.write({{static_cast<std::uint8_t>(w)}, true}); }
  std::optional<unsigned> held(unsigned w) {
    ask(w);
    return step();
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<FlagStep>> flags{"step"};
  Wire<Beat<LatchRead>> read{"read"};
  Wire<Beat<NextFlags>> next{"next"};
  Wire<bool> rst_n{"rst_n"};
  ReleaseFlagLatch block;
};

/// Flags with three bits an instruction; those of instruction k are the number k % 8.
constexpr std::uint64_t counted() {
  std::uint64_t all = 0;
  for (unsigned k = 0; k < flags_of_pir; ++k) all |= std::uint64_t{k % 8} << 3 * k;
  return all;
}

TEST(ReleaseFlagLatch, AWarpIsAnsweredBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.load(47, 0b011'101);
  bench.step();
  bench.ask(47);
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.shown(), std::nullopt);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.shown(), 0b011'101u);
  bench.read.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.shown(), std::nullopt);
}

// Jeon2015, section 7.2: the 18 instructions behind a pir get its flags in program order.
TEST(ReleaseFlagLatch, EachInstructionOfAPirGetsItsFlags) {
  Bench bench;
  bench.load(5, counted());
  bench.step();
  for (unsigned k = 0; k < flags_of_pir; ++k) {
    const unsigned behind = k + 1 < flags_of_pir ? (k + 1) % 8 : 0;
    EXPECT_EQ(bench.held(5), k % 8 | behind << 3) << k;
    bench.take(5, 1);
    bench.step();
  }
  EXPECT_EQ(bench.held(5), 0u);
}

TEST(ReleaseFlagLatch, BehindTheLastInstructionThereAreNone) {
  Bench bench;
  bench.load(0, (std::uint64_t{1} << 54) - 1, 3);
  bench.step();
  for (unsigned n = 0; n < 6; ++n) bench.take(0, 3), bench.step();
  EXPECT_EQ(bench.held(0), 0u);
  for (unsigned n = 0; n < 40; ++n) bench.take(0, 3), bench.step();
  EXPECT_EQ(bench.held(0), 0u);
  bench.load(0, 1);
  bench.step();
  EXPECT_EQ(bench.held(0), 1u);
}

TEST(ReleaseFlagLatch, AReadSeesTheStepOfItsEdge) {
  Bench bench;
  bench.load(9, counted(), 1);
  bench.ask(9);
  EXPECT_EQ(bench.step(), 0b010'001u);
  bench.take(9, 2);
  bench.ask(9);
  EXPECT_EQ(bench.step(), 0b100'011u);
  bench.take(8, 2);
  bench.ask(9);
  EXPECT_EQ(bench.step(), 0b100'011u);
}

TEST(ReleaseFlagLatch, APirReplacesWhatIsLeft) {
  Bench bench;
  bench.load(3, counted(), 2);
  bench.step();
  bench.load(3, 0b111);
  bench.step();
  EXPECT_EQ(bench.held(3), 0b111u);
}

TEST(ReleaseFlagLatch, AStepThatIsHeldActsAtEachEdge) {
  Bench bench;
  bench.load(1, counted());
  bench.step();
  bench.take(1, 1);
  sc_core::sc_start(sc_core::sc_time::from_value(3000));
  bench.flags.write({});
  EXPECT_EQ(bench.held(1), 0b100'011u);
}

TEST(ReleaseFlagLatch, WarpsThatItDoesNotHaveHaveNone) {
  Bench bench({.warps = 6});
  for (unsigned w = 0; w < 6; ++w) bench.load(w, w + 1), bench.step();
  for (const unsigned w : {6u, 7u, 8u, 64u, 128u}) {
    bench.load(w, 63);
    bench.step();
    EXPECT_EQ(bench.held(w), 0u);
  }
  for (unsigned w = 0; w < 6; ++w) EXPECT_EQ(bench.held(w), w + 1);
}

TEST(ReleaseFlagLatch, ResetForgetsAll) {
  Bench bench;
  EXPECT_EQ(bench.held(12), 0u);
  bench.load(12, 5);
  bench.step();
  bench.rst_n.write(false);
  bench.ask(12);
  bench.load(13, 5);
  EXPECT_EQ(bench.step(), std::nullopt);
  bench.rst_n.write(true);
  EXPECT_EQ(bench.held(12), 0u);
  EXPECT_EQ(bench.held(13), 0u);
}

TEST(ReleaseFlagLatch, SleepsWithoutAStep) {
  Bench bench;
  bench.ask(1);
  bench.step();
  sc_core::sc_start(sc_core::sc_time::from_value(2000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
}

class ReleaseFlagLatchWarps : public testing::TestWithParam<const char*> {};

TEST_P(ReleaseFlagLatchWarps, ThatAnSmCannotHaveAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("warps=" + std::string(GetParam()));
  try {
    resolve<ReleaseFlagLatchConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam());
  }
}
INSTANTIATE_TEST_SUITE_P(Bad, ReleaseFlagLatchWarps, testing::Values("0", "65"));

}  // namespace
}  // namespace heddle::release_flag_latch_test

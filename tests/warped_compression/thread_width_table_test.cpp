// SPDX-License-Identifier: Apache-2.0
#include "hw/warped_compression/thread_width_table/thread_width_table.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"

namespace heddle::thread_width_table_test {
namespace {

constexpr std::uint16_t every_lane = 0xffff;

/// A table with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(ThreadWidthTableConfig config = {}) : block("table", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.read.port(read);
    block.io.write.port(write);
    block.io.answer.port(answer);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  std::optional<BankWidths> shown() const {
    const Beat<WidthAnswer>& beat = answer.read();
    return beat.valid ? std::optional(beat.payload.widths) : std::nullopt;
  }
  std::optional<BankWidths> step() {
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    read.write({});
    write.write({});
    return shown();
  }
  void ask(unsigned row) { read.write({{static_cast<std::uint16_t>(row)}, true}); }
  void put(unsigned row, std::uint16_t lanes, BankWidths widths) {
    write.write({{static_cast<std::uint16_t>(row), lanes, widths}, true});
  }
  std::optional<BankWidths> held(unsigned row) {
    ask(row);
    return step();
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<WidthRead>> read{"read"};
  Wire<Beat<WidthWrite>> write{"write"};
  Wire<Beat<WidthAnswer>> answer{"answer"};
  Wire<bool> rst_n{"rst_n"};
  ThreadWidthTable block;
};

TEST(ThreadWidthTable, ARowIsAnsweredBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(200, every_lane, 0x1234abcd);
  bench.step();
  bench.ask(200);
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.shown(), std::nullopt);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.shown(), 0x1234abcdu);
  bench.read.write({});
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.shown(), std::nullopt);
}

TEST(ThreadWidthTable, AReadSeesTheTableBeforeTheWriteOfItsEdge) {
  Bench bench;
  bench.put(9, every_lane, 0);
  bench.step();
  bench.ask(9);
  bench.put(9, every_lane, 0xffff0000);
  EXPECT_EQ(bench.step(), 0u);
  EXPECT_EQ(bench.held(9), 0xffff0000u);
}

TEST(ThreadWidthTable, AReadThatIsHeldSeesTheWriteOneEdgeLater) {
  Bench bench;
  bench.ask(3);
  bench.put(3, every_lane, 7);
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.shown(), all_bank_widest);
  sc_core::sc_start(sc_core::sc_time::from_value(1000));
  EXPECT_EQ(bench.shown(), 7u);
}

TEST(ThreadWidthTable, AWriteOfSomeLanesLeavesTheOthers) {
  Bench bench;
  bench.put(0, every_lane, 0x55555555);
  bench.step();
  bench.put(0, 0x8001, 0x80000002);
  bench.step();
  EXPECT_EQ(bench.held(0), 0x95555556u);
  bench.put(0, 0, 0);
  bench.step();
  EXPECT_EQ(bench.held(0), 0x95555556u);
}

TEST(ThreadWidthTable, TheFirstWriteOfARowLeavesTheOtherLanesTheWidest) {
  Bench bench;
  EXPECT_EQ(bench.held(77), all_bank_widest);
  bench.put(77, 0x0010, 0);
  bench.step();
  EXPECT_EQ(bench.held(77), 0xfffffcffu);
}

TEST(ThreadWidthTable, RowsThatItDoesNotHaveAreTheWidest) {
  Bench bench({.rows = 16});
  for (unsigned row = 0; row < 16; ++row) bench.put(row, every_lane, row), bench.step();
  for (const unsigned row : {16u, 32u, 0x8000u}) {
    bench.put(row, every_lane, 0x99999999);
    bench.step();
    EXPECT_EQ(bench.held(row), all_bank_widest);
  }
  for (unsigned row = 0; row < 16; ++row) EXPECT_EQ(bench.held(row), row);
}

TEST(ThreadWidthTable, ResetForgetsAll) {
  Bench bench;
  bench.put(12, every_lane, 5);
  bench.step();
  bench.rst_n.write(false);
  bench.ask(12);
  bench.put(13, every_lane, 5);
  EXPECT_EQ(bench.step(), std::nullopt);
  EXPECT_EQ(bench.answer.read().payload, WidthAnswer{});
  bench.rst_n.write(true);
  EXPECT_EQ(bench.held(12), all_bank_widest);
  EXPECT_EQ(bench.held(13), all_bank_widest);
}

TEST(ThreadWidthTable, SleepsWithoutAWrite) {
  Bench bench;
  bench.ask(1);
  bench.step();
  sc_core::sc_start(sc_core::sc_time::from_value(2000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
}

class ThreadWidthTableRows : public testing::TestWithParam<const char*> {};

TEST_P(ThreadWidthTableRows, ThatABankCannotHaveAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("rows=" + std::string(GetParam()));
  try {
    resolve<ThreadWidthTableConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam());
  }
}
INSTANTIATE_TEST_SUITE_P(Bad, ThreadWidthTableRows, testing::Values("0", "15", "257"));

}  // namespace
}  // namespace heddle::thread_width_table_test

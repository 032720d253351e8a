// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/similar_register_table/similar_register_table.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle::similar_register_table_test {
namespace {

constexpr RegisterSimilarity nothing{};
constexpr RegisterSimilarity scalar{.similar = true, .stored = true, .d = 3};
constexpr RegisterSimilarity similar{.similar = true, .stored = false, .d = 17};

/// A table with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(SimilarRegisterTableConfig config = {}) : block("table", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.update.port(update);
    block.io.path.port(path);
    block.io.similarity.port(similarity);
    block.io.paths.port(paths);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() {
    update.write({updates});
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    updates = {};
    path.write({});
  }
  void put(unsigned lane, unsigned r, unsigned p, RegisterSimilarity s) {
    updates.valid.value = static_cast<std::uint8_t>(updates.valid.value | 1u << lane);
    updates.path.value = static_cast<std::uint8_t>(updates.path.value | p << lane);
    updates.registers[lane] = static_cast<std::uint8_t>(r);
    updates.entries[lane] = s.pins();
  }
  void change(PathChange what) { path.write({{what, {}, {}}, true}); }
  RegisterSimilarity at(unsigned r, unsigned p) const {
    return RegisterSimilarity::of_pins(similarity.read().payload.entries[2 * r + p]);
  }
  unsigned known() const {
    unsigned n = 0;
    for (const std::uint8_t entry : similarity.read().payload.entries) n += entry != 0;
    return n;
  }

  SimilarityUpdates updates{};

  ClockDomain domain{"core", 1000};
  Wire<Level<SimilarityUpdates>> update{"update"};
  Wire<Beat<PathUpdate>> path{"path"};
  Wire<Level<KnownSimilarity>> similarity{"similarity"};
  Wire<Level<WarpPaths>> paths{"paths"};
  Wire<bool> rst_n{"rst_n"};
  SimilarRegisterTable block;
};

TEST(SimilarRegisterTable, AnUpdateShowsBehindTheFirstEdgeAndNotBeforeIt) {
  Bench bench;
  bench.put(2, 60, 1, similar);
  bench.update.write({bench.updates});
  sc_core::sc_start(sc_core::sc_time::from_value(400));  // up to 100 fs before an edge
  EXPECT_EQ(bench.at(60, 1), nothing);
  sc_core::sc_start(sc_core::sc_time::from_value(200));
  EXPECT_EQ(bench.at(60, 1), similar);
  EXPECT_EQ(bench.known(), 1u);
}

TEST(SimilarRegisterTable, AnEntryIsSimilarInBit7StoredInBit6AndDInTheLowerFive) {
  Bench bench;
  bench.put(0, 0, 0, {.similar = true, .stored = false, .d = 31});
  bench.put(1, 0, 1, {.similar = false, .stored = true, .d = 0});
  bench.step();
  EXPECT_EQ(bench.similarity.read().payload.entries[0], 0x9f);
  EXPECT_EQ(bench.similarity.read().payload.entries[1], 0x40);
}

// Wong2016, sections 3.1.2 and 3.1.3: a register is stored as a scalar; a split copies its bits to both
// paths; a result that is not similar clears them in its path; a join clears them in both.
TEST(SimilarRegisterTable, ASplitCopiesAWriteClearsOnePathAndAJoinBoth) {
  Bench bench;
  bench.put(0, 42, 0, scalar);
  bench.step();
  EXPECT_EQ(bench.at(42, 1), nothing);
  bench.change(PathChange::copy_first);
  bench.step();
  EXPECT_EQ(bench.at(42, 0), scalar);
  EXPECT_EQ(bench.at(42, 1), scalar);
  bench.put(3, 42, 1, nothing);
  bench.step();
  EXPECT_EQ(bench.at(42, 0), scalar);
  EXPECT_EQ(bench.at(42, 1), nothing);
  bench.change(PathChange::clear);
  bench.step();
  EXPECT_EQ(bench.known(), 0u);
}

TEST(SimilarRegisterTable, TheRemainingPathTakesTheEntriesOfTheOther) {
  Bench bench;
  bench.put(0, 5, 0, similar);
  bench.put(1, 5, 1, scalar);
  bench.step();
  bench.change(PathChange::copy_second);
  bench.step();
  EXPECT_EQ(bench.at(5, 0), scalar);
  EXPECT_EQ(bench.at(5, 1), scalar);
}

TEST(SimilarRegisterTable, AChangeActsBehindTheUpdatesOfItsCycle) {
  Bench bench;
  bench.put(0, 7, 0, scalar);   // copied
  bench.put(1, 8, 1, similar);  // copied over
  bench.change(PathChange::copy_first);
  bench.step();
  EXPECT_EQ(bench.at(7, 1), scalar);
  EXPECT_EQ(bench.at(8, 1), nothing);
  bench.put(0, 7, 0, similar);
  bench.change(PathChange::clear);
  bench.step();
  EXPECT_EQ(bench.known(), 0u);
}

TEST(SimilarRegisterTable, LanesThatLeaveChangeNoEntry) {
  Bench bench;
  bench.put(0, 7, 0, scalar);
  bench.step();
  bench.change(PathChange::keep);
  bench.step();
  EXPECT_EQ(bench.at(7, 0), scalar);
  EXPECT_EQ(bench.known(), 1u);
}

TEST(SimilarRegisterTable, AllLanesWriteAtOnceAndOfOneEntryTheLastCounts) {
  Bench bench;
  bench.put(0, 9, 0, similar);
  bench.put(1, 9, 1, similar);
  bench.put(2, 9, 0, scalar);
  bench.put(3, 63, 1, scalar);
  bench.step();
  EXPECT_EQ(bench.at(9, 0), scalar);
  EXPECT_EQ(bench.at(9, 1), similar);
  EXPECT_EQ(bench.at(63, 1), scalar);
}

class SimilarRegisterTableSize : public testing::TestWithParam<unsigned> {};

TEST_P(SimilarRegisterTableSize, RegistersWithoutAnEntryChangeNoOthers) {
  const unsigned registers = GetParam();
  Bench bench({.registers = registers});
  bench.put(0, registers - 1, 0, scalar);
  bench.put(1, registers, 0, scalar);
  bench.put(2, 63, 1, scalar);
  bench.step();
  EXPECT_EQ(bench.known(), 1u);
  bench.change(PathChange::copy_first);
  bench.step();
  EXPECT_EQ(bench.known(), 2u);
  EXPECT_EQ(bench.at(registers - 1, 1), scalar);
}
INSTANTIATE_TEST_SUITE_P(Sizes, SimilarRegisterTableSize, testing::Values(1u, 21u, 63u));

TEST(SimilarRegisterTable, ShowsThePathsThatItWasToldLast) {
  Bench bench;
  const PathUpdate split{PathChange::keep, {0xf0f0u, 0x8000'0000u}, {31, 4}};
  bench.path.write({split, true});
  bench.step();
  bench.step();
  EXPECT_EQ(bench.paths.read().payload, (WarpPaths{split.lanes, split.representative}));
}

TEST(SimilarRegisterTable, ResetForgetsAll) {
  Bench bench;
  bench.put(0, 12, 0, scalar);
  bench.path.write({{PathChange::keep, {1, 2}, {1, 2}}, true});
  bench.step();
  EXPECT_EQ(bench.known(), 1u);
  bench.rst_n.write(false);
  bench.put(0, 13, 0, scalar);
  bench.step();
  EXPECT_EQ(bench.known(), 0u);
  EXPECT_EQ(bench.paths.read().payload, WarpPaths{});
  bench.rst_n.write(true);
  bench.change(PathChange::copy_first);
  bench.step();
  EXPECT_EQ(bench.known(), 0u);
}

TEST(SimilarRegisterTable, SleepsWhileItsPinsStay) {
  Bench bench;
  bench.put(0, 1, 0, scalar);
  bench.update.write({bench.updates});
  bench.change(PathChange::copy_first);
  sc_core::sc_start(sc_core::sc_time::from_value(2000));
  const std::uint64_t before = bench.domain.ticks();
  sc_core::sc_start(sc_core::sc_time::from_value(100'000));
  EXPECT_EQ(bench.domain.ticks(), before);
  EXPECT_EQ(bench.at(1, 1), scalar);
}

class SimilarRegisterTableRegisters : public testing::TestWithParam<const char*> {};

TEST_P(SimilarRegisterTableRegisters, ThatItCannotHaveAreAnErrorThatNamesThem) {
  ConfigTree tree;
  tree.set("registers=" + std::string(GetParam()));
  try {
    resolve<SimilarRegisterTableConfig>(tree);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().value, GetParam());
  }
}
INSTANTIATE_TEST_SUITE_P(Bad, SimilarRegisterTableRegisters, testing::Values("0", "65"));

}  // namespace
}  // namespace heddle::similar_register_table_test

// SPDX-License-Identifier: Apache-2.0
// The rules of representative execution and storage (Wong2016, sections 3.1 and 3.2) in the functional model.
#include "tests/block_models/approximate_program.hpp"

namespace heddle::approximate::test::approximate_warp_test {
namespace {

/// Section 3.1.1, with the correct sums of 184 and 191: 10111001 and 11000000.
TEST(ApproximateWarp, TheBypassCheckFailsWhereTheSumLeavesTheSimilarRange) {
  for (const std::uint32_t first : {184u, 191u}) {
    Program p({}, 2, whole);
    p.load(0, lanes({first, 191, 184, 191}), outside(3), whole);
    EXPECT_EQ(p.warp.state(0).path[0], (Similarity{.similar = true, .d = 3}));
    EXPECT_TRUE(p.run(add_literal(1, 0, 1), in_region(3), whole).representative);
    EXPECT_EQ(p.written.bypassed, first == 184);  // the representative's result is 185, or 192
    for (unsigned lane = 0; lane < 4; ++lane) EXPECT_EQ(p.values[1][lane], first + 1);
    EXPECT_EQ(p.bank(1), (Bank{first + 1, 0, 0, 0}));
  }
}

TEST(ApproximateWarp, ThreadIndicesOutsideOfARegionAreStoredInFull) {
  Program p({}, 2, all_lanes);
  p.load(0, counting(0, 1), outside(5), all_lanes);
  EXPECT_EQ(p.warp.state(0).path[0], (Similarity{.similar = true, .d = 5}));
  EXPECT_FALSE(p.run(add_literal(1, 0, 100), outside(5), all_lanes).representative);
  EXPECT_EQ(p.values[1], counting(100, 1));
  EXPECT_EQ(p.written.written[0], all_lanes);
  // In a region only a marked instruction may be approximated.
  EXPECT_TRUE(p.run(add_literal(1, 0, 100), in_region(5), all_lanes).representative);
  EXPECT_EQ(p.values[1], counting(100, 0));
}

TEST(ApproximateWarp, EqualValuesAreStoredAsAScalarEverywhere) {
  Program p({}, 1, all_lanes);
  p.load(0, counting(5, 0), outside(3), all_lanes);
  EXPECT_EQ(p.written.written[0], 1u);
  EXPECT_EQ(p.warp.state(0).path[0], (Similarity{.similar = true, .stored = true}));
}

TEST(ApproximateWarp, ABitFoundUnderALargerDDoesNotCountAndAScalarAlwaysDoes) {
  Program p({}, 3, all_lanes);
  p.load(0, counting(0, 1), outside(5), all_lanes);
  EXPECT_FALSE(p.run(add_literal(1, 0, 1), in_region(4), all_lanes).representative);
  EXPECT_TRUE(p.run(add_literal(1, 0, 1), in_region(6), all_lanes).representative);
  p.load(0, counting(0, 1), in_region(5), all_lanes);
  const Execution e = p.run(add_literal(1, 0, 1), in_region(0), all_lanes);
  EXPECT_TRUE(e.representative);
  EXPECT_TRUE(p.written.bypassed == false && p.values[1] == counting(1, 0));
}

TEST(ApproximateWarp, AnExactDestinationIsComparedAtZero) {
  Program p({}, 1, all_lanes);
  p.load(0, counting(0, 1), {.approximate = true, .d = 5, .exact = 1}, all_lanes);
  EXPECT_EQ(p.values[0], counting(0, 1));
  EXPECT_FALSE(p.warp.state(0).path[0].similar);
}

std::uint64_t wide_add(std::uint64_t a, std::uint64_t b) { return a + b; }

/// A 64-bit sum: the low words are compared at d, the high words at 0, and both comparisons must pass.
TEST(ApproximateWarp, ARegisterPairBypassesAsAWhole) {
  for (const std::uint64_t n : {1ull, 8ull, 1ull << 32}) {
    ptx::Instruction i = add_literal(2, 0, 0);
    i.execute = ptx::lanewise<wide_add>();
    i.source_count = i.destination_count = 2;
    i.sources = {0, 1};
    i.destinations = {2, 3};
    i.operand[1].immediate = n;
    const Mark mark{.approximate = true, .d = 3, .exact = 0b10};
    Warp warp({}, 4, whole);
    warp.follow(whole, whole);
    ptx::Instruction load;
    load.unit = ptx::Unit::ldst;
    load.destination_count = 2;
    load.destinations = {0, 1};
    ptx::OwnOperands o;
    o.destination[0] = lanes({16, 17, 18, 23});
    o.destination[1] = lanes({5, 5, 5, 5});
    warp.commit(load, mark, warp.execute(load, mark, whole, o), o.destination);
    for (unsigned k = 0; k < 2; ++k)
      for (unsigned lane = 0; lane < 4; ++lane) o.source[k][lane] = warp.read(k, lane);
    const Execution e = warp.execute(i, mark, whole, o);
    ASSERT_EQ(e.executed, 1u);
    i.execute(i, {}, e.executed, o);
    EXPECT_EQ(warp.commit(i, mark, e, o.destination).bypassed, n == 1) << n;
    EXPECT_EQ(o.destination[0][3], 16 + static_cast<std::uint32_t>(n));
    EXPECT_EQ(o.destination[1][3], n >> 32 == 0 ? 5u : 6u);
  }
}

TEST(ApproximateWarp, SimilarAndDissimilarOperandsAreMixedByBroadcast) {
  Program p({}, 3, all_lanes);
  p.load(0, counting(8, 0), outside(0), all_lanes);
  p.load(1, counting(0, 1000), outside(0), all_lanes);
  const Execution e = p.run(operation<add>(2, 0, 1), in_region(0), all_lanes);
  EXPECT_EQ(e.executed, all_lanes);
  EXPECT_EQ(e.read[0], 1u);
  EXPECT_EQ(e.read[1], all_lanes);
  EXPECT_EQ(p.values[2], counting(8, 1000));
}

TEST(ApproximateWarp, AllLanesExecuteWhereAPredicateDiffers) {
  Warp warp({}, 1, whole);
  warp.follow(whole, whole);
  ptx::Instruction i = add_literal(0, 0, 0);
  i.source_count = 0;
  i.operand[0] = {.kind = ptx::OperandRef::Kind::predicate};
  ptx::OwnOperands o;
  for (const LaneMask set : {LaneMask{0}, whole, LaneMask{0b0100}}) {
    o.predicate_source[0] = set;
    EXPECT_EQ(warp.execute(i, in_region(0), whole, o).representative, set != 0b0100);
  }
}

TEST(ApproximateWarp, ALevelAbove31IsAnError) {
  Program p({}, 1, whole);
  EXPECT_THROW(p.load(0, {}, outside(32), whole), Error);
}

TEST(ApproximateLanes, RepresentativesByPolicy) {
  EXPECT_EQ(representative_of(0b10110100, Policy::lowest), 2u);
  EXPECT_EQ(representative_of(0b10110100, Policy::highest), 7u);
  EXPECT_EQ(representative_of(0b10110100, Policy::middle), 5u);
  EXPECT_EQ(representative_of(0b01110100, Policy::middle), 5u);
  for (const Policy p : {Policy::lowest, Policy::highest, Policy::middle})
    EXPECT_EQ(representative_of(mask_of(31), p), 31u);
}

TEST(ApproximateLanes, LevelsAreThoseOfThePaper) {
  EXPECT_EQ(level_of(lanes({113, 127, 0}), 0b011), 4u);  // section 1
  EXPECT_EQ(level_of(lanes({127, 128}), 0b11), 8u);
  EXPECT_EQ(level_of(lanes({7, 6, 4, 7}), 0b1111), 2u);
  EXPECT_EQ(level_of(counting(0, 1), all_lanes), 5u);
  EXPECT_EQ(level_of(lanes({0, 0x80000000u}), 0b11), 32u);
  EXPECT_EQ(level_of(lanes({1, 2}), 0b01), 0u);
}

}  // namespace
}  // namespace heddle::approximate::test::approximate_warp_test

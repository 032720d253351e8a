// The worked examples of Wong2016 and the rules of representative execution, on the functional model.
#include "tests/block_models/approximate_program.hpp"

namespace heddle::approximate::test {
namespace {

using Bank = std::vector<std::uint32_t>;
constexpr LaneMask whole = 0b1111, block_b = 0b1001, block_f = 0b0110;  // of Fig. 3; lane 0 is thread 0

constexpr Mark in_region(unsigned d) { return {.approximate = true, .d = static_cast<std::uint8_t>(d)}; }
constexpr Mark outside(unsigned d) { return {.d = static_cast<std::uint8_t>(d)}; }

/// Fig. 3 up to D, at d = 2: register 0 has held 11, 22, 33, 44.
Program figure_3(const Parameters& parameters) {
  Program p(parameters, 1, whole);
  p.load(0, lanes({11, 22, 33, 44}), outside(2), whole);
  p.load(0, lanes({7, 6, 4, 7}), in_region(2), whole);  // A
  EXPECT_EQ(p.bank(0), (Bank{7, 22, 33, 44}));
  p.follow(block_f);  // B
  EXPECT_EQ(p.moves, (std::vector<Move>{{0, 0, 0b0011, Move::Cause::split}}));
  EXPECT_EQ(p.bank(0), (Bank{7, 7, 33, 44}));
  const Execution c = p.run(add_literal(0, 0, 2), in_region(2), block_f);
  EXPECT_EQ(c.executed, 0b0010u);
  EXPECT_EQ(c.read[0], 0b0010u);
  EXPECT_FALSE(p.written.bypassed);  // 7 and 9 are not 2-similar
  EXPECT_EQ(p.written.written[0], parameters.compared_in_full ? block_f : 0b0010u);
  EXPECT_EQ(p.bank(0), parameters.compared_in_full ? (Bank{7, 9, 9, 44}) : (Bank{7, 9, 33, 44}));
  const Execution d = p.run(add_literal(0, 0, ~0u), in_region(2), block_b);
  EXPECT_EQ(d.executed, 0b0001u);
  EXPECT_TRUE(p.written.bypassed);  // 7 and 6 are
  return p;
}

TEST(ApproximateWarp, Figure3WithASecondSplit) {
  for (const bool single : {false, true}) {
    Program p = figure_3({.single_bit = single});
    EXPECT_EQ(p.bank(0), (Bank{6, 9, 33, 44}));
    p.moves.clear();
    p.follow(0b0001);  // E, in block B
    EXPECT_EQ(p.moves, (std::vector<Move>{{0, 1, block_f, Move::Cause::second_split},
                                          {0, 0, block_b, Move::Cause::second_split}}));
    EXPECT_EQ(p.bank(0), (Bank{6, 9, 9, 6}));
    for (const Similarity& s : p.warp.state(0).path) EXPECT_EQ(s, Similarity{});
  }
}

TEST(ApproximateWarp, Figure3WithAJoin) {
  for (const bool keep : {false, true}) {
    Program p = figure_3({.keep_unwritten = keep});
    p.moves.clear();
    p.follow(whole);
    EXPECT_EQ(p.moves,
              (std::vector<Move>{{0, 1, block_f, Move::Cause::join}, {0, 0, block_b, Move::Cause::join}}));
    EXPECT_EQ(p.bank(0), (Bank{6, 9, 9, 6}));
    EXPECT_EQ(p.warp.state(0).path[0], Similarity{});
    EXPECT_FALSE(p.warp.split());
  }
}

TEST(ApproximateWarp, Figure3WhereAComparedResultIsWrittenInFull) {
  Program p = figure_3({.compared_in_full = true});
  EXPECT_EQ(p.bank(0), (Bank{6, 9, 9, 44}));
  EXPECT_EQ(p.warp.state(0).path[0], (Similarity{.similar = true}));
  p.follow(whole);
  EXPECT_EQ(p.bank(0), (Bank{6, 9, 9, 6}));
}

/// With a bit for both paths, a result in full in one expands the scalar of the other.
TEST(ApproximateWarp, WithASingleBitNoPathKeepsItsScalarAlone) {
  Program p({.single_bit = true, .compared_in_full = true}, 1, whole);
  p.load(0, lanes({7, 7, 7, 7}), outside(2), whole);
  p.run(add_literal(0, 0, 2), in_region(2), block_f);
  EXPECT_EQ(p.moves.back(), (Move{0, 0, block_b, Move::Cause::other_path}));
  EXPECT_EQ(p.bank(0), (Bank{7, 9, 9, 7}));
  EXPECT_TRUE(p.run(add_literal(0, 0, ~0u), in_region(2), block_b).representative);
  EXPECT_FALSE(p.written.bypassed);  // 7 and 6 are 2-similar, but no scalar may be stored
  EXPECT_EQ(p.bank(0), (Bank{6, 9, 9, 6}));
}

/// Section 3.1.1, with the sums that 184 and 191 really give: 10111001 and 11000000.
TEST(ApproximateWarp, TheBypassCheckFailsWhereTheSumLeavesTheSimilarRange) {
  for (const std::uint32_t first : {184u, 191u}) {
    Program p({}, 2, whole);
    p.load(0, lanes({first, 191, 184, 191}), outside(3), whole);
    EXPECT_EQ(p.warp.state(0).path[0], (Similarity{.similar = true, .d = 3}));
    EXPECT_TRUE(p.run(add_literal(1, 0, 1), in_region(3), whole).representative);
    EXPECT_EQ(p.written.bypassed, first == 184);  // the representative's own sum: 185, or 192
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
  // Inside, an instruction that is not marked stays exact as well; one that is, is not.
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

/// A 64-bit sum: its low word is compared at d, its high word at 0, and both must pass.
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

TEST(ApproximateWarp, AGuardedWriteExpandsAScalarFirst) {
  Program p({}, 1, whole);
  p.load(0, lanes({9, 9, 9, 9}), outside(0), whole);
  p.run(add_literal(0, 0, 5), in_region(0), whole, 0b0101);
  EXPECT_EQ(p.moves, (std::vector<Move>{{0, 0, whole, Move::Cause::partial_write}}));
  EXPECT_EQ(p.bank(0), (Bank{14, 9, 14, 9}));
  EXPECT_EQ(p.warp.state(0).path[0], Similarity{});
  p.run(add_literal(0, 0, 5), in_region(0), whole, 0);  // held back in all lanes: nothing
  EXPECT_EQ(p.bank(0), (Bank{14, 9, 14, 9}));
}

TEST(ApproximateWarp, ExitOfTheLaneThatHoldsTheValue) {
  Program p({}, 1, whole);
  p.load(0, lanes({9, 9, 9, 9}), outside(0), whole);
  p.alive = 0b1100;
  p.follow(0b1100);
  EXPECT_EQ(p.moves, (std::vector<Move>{{0, 0, 0b0100, Move::Cause::exit}}));
  EXPECT_EQ(p.bank(0), (Bank{9, 0, 9, 0}));
  EXPECT_FALSE(p.warp.split());
  EXPECT_EQ(p.run(add_literal(0, 0, 1), in_region(0), 0b1100).read[0], 0b0100u);
}

TEST(ApproximateWarp, APathThatExitsEndsTheSplit) {
  Program p({}, 1, whole);
  p.load(0, lanes({9, 9, 9, 9}), outside(0), whole);
  p.follow(block_f);
  p.moves.clear();
  p.alive = block_b;
  p.follow(block_b);
  EXPECT_TRUE(p.moves.empty());
  EXPECT_FALSE(p.warp.split());
  EXPECT_EQ(p.run(add_literal(0, 0, 1), in_region(0), block_b).executed, 0b0001u);
}

/// Reads use the lane that was written: with the middle one, others leave and it stays where it is.
TEST(ApproximateWarp, ReadsUseTheLaneThatWasWritten) {
  Program p({.policy = Policy::middle}, 1, 0b11111);
  p.load(0, lanes({9, 9, 9, 9, 9}), outside(0), 0b11111);
  p.alive = 0b00111;
  const Execution e = p.run(add_literal(0, 0, 1), in_region(0), 0b00111);
  EXPECT_TRUE(p.moves.empty());
  EXPECT_EQ(e.read[0], 0b00100u);
  EXPECT_EQ(e.executed, 0b00010u);
}

TEST(ApproximateWarp, WithASingleBitADivergentWriteIsStoredInFullUnlessItWasAScalarAtTheSplit) {
  for (const bool single : {false, true}) {
    Program p({.single_bit = single}, 2, whole);
    p.load(0, lanes({1, 2, 3, 4000}), outside(0), whole);
    p.load(1, lanes({5, 5, 5, 5}), outside(0), whole);
    p.run(add_literal(0, 1, 1), in_region(0), block_f);
    EXPECT_EQ(p.written.written[0], single ? block_f : 0b0010u);
    EXPECT_NE(p.warp.state(0).path[0].similar, single);
    p.run(add_literal(1, 1, 0), in_region(0), block_f);
    EXPECT_EQ(p.written.written[0], 0b0010u);
    EXPECT_TRUE(p.written.bypassed);
    p.moves.clear();
    p.load(1, lanes({0, 1, 2000, 0}), in_region(0), block_f);  // not similar
    const std::vector<Move> other{{1, 0, block_b, Move::Cause::other_path}};
    EXPECT_EQ(p.moves, single ? other : std::vector<Move>{});
  }
}

TEST(ApproximateWarp, ARegisterThatNoPathHasWrittenMayKeepItsBitsAtTheJoin) {
  for (const bool keep : {false, true}) {
    Program p({.keep_unwritten = keep}, 1, whole);
    p.load(0, lanes({9, 9, 9, 9}), outside(0), whole);
    p.follow(block_f);
    p.follow(whole);
    EXPECT_EQ(p.warp.state(0).path[0].stored, keep);
    EXPECT_EQ(p.moves.size(), keep ? 1u : 3u);
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
}  // namespace heddle::approximate::test

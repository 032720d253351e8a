// SPDX-License-Identifier: Apache-2.0
// Splits, joins, guarded writes and exits in the functional model, and the worked example of Wong2016, Fig.
// 3.
#include "tests/block_models/approximate_program.hpp"

namespace heddle::approximate::test::approximate_divergence_test {
namespace {

/// Runs Fig. 3 up to D at d = 2; register 0 has held 11, 22, 33, 44.
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

/// With one bit for both paths, a result that one path stores in full expands the scalar of the other path.
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

TEST(ApproximateWarp, AGuardedWriteExpandsAScalarFirst) {
  Program p({}, 1, whole);
  p.load(0, lanes({9, 9, 9, 9}), outside(0), whole);
  p.run(add_literal(0, 0, 5), in_region(0), whole, 0b0101);
  EXPECT_EQ(p.moves, (std::vector<Move>{{0, 0, whole, Move::Cause::partial_write}}));
  EXPECT_EQ(p.bank(0), (Bank{14, 9, 14, 9}));
  EXPECT_EQ(p.warp.state(0).path[0], Similarity{});
  p.run(add_literal(0, 0, 5), in_region(0), whole, 0);  // the guard is false in all lanes
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

/// A read uses the lane that was written. Other lanes leave, and the middle lane becomes another one, but the
/// scalar stays where it is.
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

}  // namespace
}  // namespace heddle::approximate::test::approximate_divergence_test

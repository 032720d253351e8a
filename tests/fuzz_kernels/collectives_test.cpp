// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/collectives.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "models/base/error.hpp"
#include "tb/fuzz/draw/statement_writer.hpp"
#include "tb/fuzz/interpret/scalar_interpreter.hpp"

namespace heddle::fuzz::collectives_test {
namespace {

using K = Statement::Kind;

/// Executes an instruction with all 32 lanes; lane `n` has the source first(n) and the same other sources.
template <class F>
std::vector<Member> warp(std::string_view text, F&& first, std::uint64_t by = 0, std::uint64_t segment = 0) {
  std::vector<Member> members(32);
  for (unsigned lane = 0; lane < 32; ++lane)
    members[lane] = {.lane = lane, .in = {static_cast<std::uint64_t>(first(lane)), by, segment}};
  collective_named(text).compute(members);
  return members;
}
constexpr auto number = [](unsigned lane) { return std::uint64_t{lane}; };
constexpr auto odd = [](unsigned lane) { return std::uint64_t{lane % 2}; };

// The expected values were computed by hand from the ISA's descriptions.
TEST(Collectives, Votes) {
  EXPECT_EQ(warp("vote.sync.ballot.b32", odd)[7].out[0], 0xaaaaaaaau);
  EXPECT_EQ(warp("vote.sync.any.pred", odd)[0].out[0], 1u);
  EXPECT_EQ(warp("vote.sync.all.pred", odd)[1].out[0], 0u);
  EXPECT_EQ(warp("vote.sync.uni.pred", odd)[1].out[0], 0u);
  EXPECT_EQ(warp("vote.sync.uni.pred", [](unsigned) { return 0; })[1].out[0], 1u);
  EXPECT_EQ(warp("bar.red.popc.u32", odd)[31].out[0], 16u);
}

TEST(Collectives, ShufflesKeepInsideTheirSegments) {
  const auto up = warp("shfl.sync.up.b32|", number, 1, 0x1800);  // segments of eight lanes
  EXPECT_EQ(up[9].out, (std::array<std::uint64_t, 2>{8, 1}));
  EXPECT_EQ(up[8].out, (std::array<std::uint64_t, 2>{8, 0}));  // the source would lie outside of its segment
  const auto down = warp("shfl.sync.down.b32|", number, 4, 31);
  EXPECT_EQ(down[27].out, (std::array<std::uint64_t, 2>{31, 1}));
  EXPECT_EQ(down[28].out, (std::array<std::uint64_t, 2>{28, 0}));
  EXPECT_EQ(warp("shfl.sync.bfly.b32", number, 16, 31)[3].out[0], 19u);
  const auto index = warp("shfl.sync.idx.b32|", number, 3, 0x1c1f);  // segments of four lanes
  EXPECT_EQ(index[21].out, (std::array<std::uint64_t, 2>{23, 1}));
  EXPECT_EQ(warp("shfl.sync.idx.b32|", number, 9, 7)[0].out, (std::array<std::uint64_t, 2>{0, 0}));
}

TEST(Collectives, MatchesAndReductions) {
  EXPECT_EQ(warp("match.any.sync.b32", odd)[4].out[0], 0x55555555u);
  EXPECT_EQ(warp("match.all.sync.b64|", odd)[4].out, (std::array<std::uint64_t, 2>{0, 0}));
  EXPECT_EQ(warp("match.all.sync.b64|", [](unsigned) { return 9; })[4].out,
            (std::array<std::uint64_t, 2>{0xffffffff, 1}));
  EXPECT_EQ(warp("redux.sync.add.u32", number)[0].out[0], 496u);
  const auto minus_one_once = [](unsigned lane) { return lane == 5 ? std::uint64_t{0xffffffff} : 3; };
  EXPECT_EQ(warp("redux.sync.min.s32", minus_one_once)[0].out[0], 0xffffffffu);
  EXPECT_EQ(warp("redux.sync.min.u32", minus_one_once)[0].out[0], 3u);
  EXPECT_EQ(warp("redux.sync.xor.b32", minus_one_once)[0].out[0], 0xfffffffcu);
}

TEST(Collectives, UnknownOnesAreErrors) { EXPECT_THROW(collective_named("vote.none"), Error); }

/// A kernel whose threads store `word` to slot 0.
struct Kernel {
  KernelTree tree;
  StatementWriter w;
  Reg word, id, p;

  explicit Kernel(std::uint32_t threads) {
    tree.shape = {1, threads, 1};
    w.to = &tree.body;
    word = w.fresh(Kind::b32), id = w.fresh(Kind::b32), p = w.fresh(Kind::pred);
    Statement& s = w.add(K::special);
    s.special = Special::local_id;
    s.results = {id};
    w.compute("setp.lt.u32", {p}, {operand_of(id), literal_operand(Kind::b32, 5)});
    w.compute("mov.b32", {word}, {operand_of(id)}, "r:r");
  }
  Statement& collective(std::string_view text, Reg result, std::vector<Operand> sources) {
    Statement& s = w.add(K::collective);
    s.collective = &collective_named(text);
    s.results = {result};
    s.sources = std::move(sources);
    return s;
  }
  std::vector<std::uint32_t> run() {
    Statement& s = w.add(K::store);
    s.place.region = Region::output;
    s.sources = {operand_of(word)};
    const Buffers after = run_scalar(tree);
    std::vector<std::uint32_t> words;
    for (std::uint32_t t = 0; t < tree.shape.threads(); ++t) {
      words.push_back(0);
      std::memcpy(&words.back(), after.output.data() + 8 * t, 4);
    }
    return words;
  }
};

TEST(Collectives, ALastWarpHasItsLaunchedLanes) {
  Kernel k(40);
  k.collective("vote.sync.ballot.b32", k.word, {{.negated = true, .reg = k.p}});
  const auto words = k.run();
  EXPECT_EQ(words[0], 0xffffffe0u);
  EXPECT_EQ(words[39], 0xffu);
}

TEST(Collectives, OfAnArmTakeItsMembersAlone) {
  Kernel k(32);
  const Reg mask = k.w.fresh(Kind::b32);
  k.collective("vote.sync.ballot.b32", mask, {operand_of(k.p)});
  Statement& branch = k.w.add(K::branch);
  branch.guarded = true;
  branch.guard = operand_of(k.p);
  std::vector<Statement> body;
  k.w.to = &body;
  k.collective("redux.sync.add.u32", k.word, {operand_of(k.id), operand_of(mask)});
  k.tree.body.back().body = std::move(body);
  k.w.to = &k.tree.body;
  const auto words = k.run();
  EXPECT_EQ(words[4], 0u + 1 + 2 + 3 + 4);
  EXPECT_EQ(words[5], 5u);
}

TEST(Collectives, WaitForMembersThatNeverComeIsNoKernel) {
  Kernel k(32);
  k.collective("redux.sync.add.u32", k.word, {operand_of(k.id), literal_operand(Kind::b32, 0xffffffff)});
  Statement guarded = k.tree.body.back();
  k.tree.body.pop_back();
  Statement& branch = k.w.add(K::branch);
  branch.guarded = true;
  branch.guard = operand_of(k.p);
  branch.body = {guarded};
  EXPECT_THROW(k.run(), Error);
}

TEST(Collectives, ShufflesNeedWholeWarps) {
  Kernel k(40);
  k.collective("shfl.sync.idx.b32", k.word,
               {operand_of(k.id), literal_operand(Kind::b32, 0), literal_operand(Kind::b32, 31)});
  EXPECT_THROW(k.run(), Error);
}

}  // namespace
}  // namespace heddle::fuzz::collectives_test

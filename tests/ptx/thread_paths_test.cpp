// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/thread_paths.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

#include "models/base/random.hpp"
#include "models/ptx/flow/simt_stack.hpp"

namespace heddle::test::thread_paths_test {
namespace {

using ptx::SimtStack;
using Gathering = SimtStack::Gathering;

SimtStack threads(LaneMask lanes) { return SimtStack(lanes, true); }

TEST(ThreadPaths, IfElseRunsBothSidesAndMeets) {
  SimtStack s = threads(0xff);
  s.branch(0x0f, 10, 20);
  EXPECT_EQ(s.pc(), 10u);
  EXPECT_EQ(s.active(), 0x0fu);
  EXPECT_EQ(s.alive(), 0xffu);
  for (int i = 0; i < 10; ++i) s.advance();
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.active(), 0xf0u);
  s.branch(0xf0, 20, 20);
  EXPECT_EQ(s.pc(), 20u);
  EXPECT_EQ(s.active(), 0xffu);
  EXPECT_EQ(s.depth(), 1u);
}

/// Lane 0 has left a loop in which the others spin until it does something behind it.
TEST(ThreadPaths, LanesThatSpinLetThoseGoThatWaitForThem) {
  SimtStack s = threads(0xf);
  s.branch(0xe, 0, 1);
  unsigned spins = 1;
  while (s.active() == 0xe && spins < 1000) {
    ASSERT_EQ(s.pc(), 0u);
    s.branch(0xe, 0, 1);
    ++spins;
  }
  EXPECT_EQ(s.active(), 0x1u);
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(spins, ptx::ThreadPaths::yield_jumps);
  s.exit(0x1);
  EXPECT_EQ(s.active(), 0xeu);
  s.branch(0, 0, 1);
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.active(), 0xeu);
}

/// Two groups spin in different loops, each for what the third one does.
TEST(ThreadPaths, AllThatSpinYieldBeforeThoseThatWaitGoOn) {
  SimtStack s = threads(0x7);
  s.branch(0x1, 10, 30);  // lane 0 spins at 10, lanes 1 and 2 go to 1
  std::map<std::uint32_t, unsigned> visits;
  for (unsigned n = 0; n < 1000 && visits[30] == 0; ++n) {
    ++visits[s.pc()];
    if (s.pc() == 10)
      s.branch(s.active(), 10, 11);
    else if (s.pc() == 1)
      s.branch(0x2, 20, 30);  // lane 1 spins at 20, lane 2 goes to 2
    else if (s.pc() == 20)
      s.branch(s.active(), 20, 21);
    else if (s.pc() == 2)
      s.branch(s.active(), 30, 30);
    else
      EXPECT_EQ(s.active(), 0x4u);
  }
  EXPECT_EQ(visits[30], 1u);
  EXPECT_LE(visits[10] + visits[20], 3 * ptx::ThreadPaths::yield_jumps);
}

TEST(ThreadPaths, AnEndlessLaneLeavesTheOthersTheirTurn) {
  SimtStack s = threads(0x3);
  s.branch(0x1, 5, 9);
  for (unsigned n = 0; n < 1000 && s.alive() == 0x3; ++n)
    s.pc() == 5 ? s.branch(s.active(), 5, 6) : s.exit(s.active());
  EXPECT_EQ(s.alive(), 0x1u);
}

TEST(ThreadPaths, CallsReturnBehindThemselvesAndMeetThere) {
  SimtStack s = threads(0xf);
  s.call(0x3, 100);
  EXPECT_EQ(s.active(), 0x3u);
  s.branch(0x1, 110, 120);
  s.ret();  // lane 0
  EXPECT_EQ(s.active(), 0x2u);
  EXPECT_EQ(s.pc(), 101u);
  s.ret();
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.active(), 0xfu);
  EXPECT_EQ(s.depth(), 1u);
  s.call(0, 100);
  EXPECT_EQ(s.pc(), 2u);
}

TEST(ThreadPaths, RecursionGoesDeepAndIsBounded) {
  SimtStack s = threads(all_lanes);
  std::size_t calls = 0;
  while (!s.full()) s.call(all_lanes, 0), ++calls;
  EXPECT_EQ(calls, SimtStack::deepest - 1);
  while (calls-- > 0) s.ret();
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.depth(), 1u);
}

TEST(ThreadPaths, GatheredLanesWaitForEachOtherAndForNoOthers) {
  SimtStack s = threads(0xf);
  s.branch(0x3, 10, 50);
  EXPECT_EQ(s.gather(0x7), Gathering::waits);  // at 10, without lane 2
  EXPECT_EQ(s.active(), 0xcu);
  s.branch(0x4, 10, 50);
  EXPECT_EQ(s.active(), 0x4u);
  EXPECT_EQ(s.gather(0x7), Gathering::waits);  // it completes the group, which goes on at its turn
  EXPECT_EQ(s.active(), 0x7u);
  EXPECT_EQ(s.pc(), 10u);
  EXPECT_EQ(s.gather(0x7), Gathering::together);
}

TEST(ThreadPaths, LanesThatEndAreNotWaitedFor) {
  SimtStack s = threads(0x3);
  s.branch(0x1, 10, 50);
  EXPECT_EQ(s.gather(0x3), Gathering::waits);
  EXPECT_EQ(s.active(), 0x2u);
  s.exit(0x2);
  EXPECT_EQ(s.active(), 0x1u);
  EXPECT_EQ(s.gather(0x3), Gathering::together);
}

TEST(ThreadPaths, LanesThatWaitAtDifferentPlacesAreStuck) {
  SimtStack s = threads(0x3);
  s.branch(0x1, 10, 50);
  EXPECT_EQ(s.gather(0x3), Gathering::waits);
  EXPECT_EQ(s.gather(0x3), Gathering::stuck);
  EXPECT_EQ(s.active(), 0x2u);
  EXPECT_EQ(s.pc(), 1u);
}

/// Code with known reconvergence points.
struct Step {
  enum class Kind { plain, branch, jump, gather } kind = Kind::plain;
  std::uint32_t target = 0, reconvergence = 0;
  unsigned one_in = 2;  ///< of a branch: the lanes that take it
};

struct Program {
  std::vector<Step> code;
  Random rng;
  std::uint32_t here() const { return static_cast<std::uint32_t>(code.size()); }
  void block(unsigned depth, bool all_come) {
    for (unsigned n = 1 + rng.below(3); n > 0; --n) statement(depth, all_come);
  }
  void statement(unsigned depth, bool all_come) {
    const unsigned kind = depth == 0 ? 0 : rng.below(4);
    if (kind == 0) code.push_back({});
    if (kind == 1 && all_come) code.push_back({.kind = Step::Kind::gather});
    if (kind == 2) {  // if, else
      const std::uint32_t branch = here();
      code.push_back({.kind = Step::Kind::branch});
      block(depth - 1, false);
      const std::uint32_t jump = here();
      code.push_back({.kind = Step::Kind::jump});
      code[branch].target = here();
      block(depth - 1, false);
      code[branch].reconvergence = code[jump].reconvergence = code[jump].target = here();
    }
    if (kind == 3) {  // a loop that lanes leave one by one
      const std::uint32_t begin = here();
      block(depth - 1, false);
      code.push_back({.kind = Step::Kind::branch,
                      .target = begin,
                      .reconvergence = here() + 1,
                      .one_in = rng.one_in(4) ? 64u : 3u});
    }
  }
};

/// It depends on lane and step only, so that a lane's way does not depend on others.
bool takes(std::uint64_t seed, const Step& s, unsigned lane, std::size_t step, bool back) {
  Random rng(seed * 1000003 + lane * 4099 + step);
  return back ? !rng.one_in(s.one_in) : rng.one_in(s.one_in);
}

TEST(ThreadPaths, RandomProgramsGoTheWaysThatEachLaneWouldGoAlone) {
  constexpr std::size_t most = 4000;
  unsigned divergent = 0, gathered = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Program p{.code = {}, .rng = Random(seed)};
    p.block(3, true);
    const auto next = [&](std::uint32_t pc, unsigned lane, std::size_t step) {
      const Step& s = p.code[pc];
      const bool jumps = s.kind == Step::Kind::jump ||
                         (s.kind == Step::Kind::branch && takes(seed, s, lane, step, s.target <= pc));
      return jumps ? s.target : pc + 1;
    };
    std::vector<std::vector<std::uint32_t>> alone(32), together(32);
    bool ends = true;
    for (unsigned lane = 0; lane < 32 && ends; ++lane) {
      for (std::uint32_t pc = 0; pc < p.here() && alone[lane].size() < most;) {
        alone[lane].push_back(pc);
        pc = next(pc, lane, alone[lane].size() - 1);
      }
      ends = alone[lane].size() < most;
    }
    if (!ends) continue;
    SimtStack s = threads(all_lanes);
    std::size_t steps = 0;
    while (!s.done()) {
      ASSERT_LT(++steps, 40 * most) << "seed " << seed;
      if (s.pc() == p.here()) {
        s.exit(s.active());
        continue;
      }
      const Step& i = p.code[s.pc()];
      if (i.kind == Step::Kind::gather) {
        const auto g = s.gather(all_lanes);
        ASSERT_NE(g, Gathering::stuck) << "seed " << seed;
        if (g == Gathering::waits) continue;
        EXPECT_EQ(s.active(), s.alive());
        ++gathered;
      }
      divergent += s.active() != s.alive();
      LaneMask taken = 0;
      for (unsigned lane = 0; lane < 32; ++lane) {
        if ((s.active() >> lane & 1) == 0) continue;
        if (next(s.pc(), lane, together[lane].size()) != s.pc() + 1) taken |= 1u << lane;
        together[lane].push_back(s.pc());
      }
      if (i.kind == Step::Kind::branch || i.kind == Step::Kind::jump)
        s.branch(taken, i.target, i.reconvergence);
      else
        s.advance();
    }
    ASSERT_EQ(together, alone) << "seed " << seed;
  }
  EXPECT_GT(divergent, 10000u);
  EXPECT_GT(gathered, 20u);
}

}  // namespace
}  // namespace heddle::test::thread_paths_test

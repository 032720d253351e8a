// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/simt_stack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/base/random.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::simt_stack_test {
namespace {

using ptx::SimtStack;

TEST(SimtStack, IfElseRunsBothSidesAndMeets) {
  SimtStack s(0xff);
  s.branch(0x0f, 10, 20);
  EXPECT_EQ(s.pc(), 10u);
  EXPECT_EQ(s.active(), 0x0fu);
  EXPECT_EQ(s.alive(), 0xffu);
  for (int i = 0; i < 10; ++i) s.advance();
  EXPECT_EQ(s.pc(), 1u);  // the other path
  EXPECT_EQ(s.active(), 0xf0u);
  s.branch(0xf0, 20, 20);
  EXPECT_EQ(s.pc(), 20u);
  EXPECT_EQ(s.active(), 0xffu);
  EXPECT_EQ(s.depth(), 1u);
}

TEST(SimtStack, UniformBranchesDoNotSplit) {
  SimtStack s(0xff);
  s.branch(0xff, 7, 9);
  EXPECT_EQ(s.pc(), 7u);
  s.branch(0, 3, 9);
  EXPECT_EQ(s.pc(), 8u);
  EXPECT_EQ(s.depth(), 1u);
}

TEST(SimtStack, LoopThatLanesLeaveOneByOneDoesNotGrow) {
  SimtStack s(all_lanes);
  s.advance();
  for (unsigned lane = 0; lane < 31; ++lane) {
    s.branch(all_lanes << (lane + 1), 1, 2);  // pc 1 is the loop's only instruction
    EXPECT_EQ(s.pc(), 1u);
    EXPECT_LE(s.depth(), 2u);
  }
  s.branch(0, 1, 2);
  EXPECT_EQ(s.active(), all_lanes);
  EXPECT_EQ(s.pc(), 2u);
}

TEST(SimtStack, LanesThatExitAreGoneEverywhere) {
  SimtStack s(0xf);
  s.branch(0x3, 10, 20);
  s.exit(0x1);  // guarded: lane 1 continues
  EXPECT_EQ(s.pc(), 11u);
  EXPECT_EQ(s.active(), 0x2u);
  s.exit(0x2);
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.active(), 0xcu);
  EXPECT_EQ(s.alive(), 0xcu);
  s.branch(0xc, 20, 20);
  EXPECT_EQ(s.active(), 0xcu);
  s.exit(0xc);
  EXPECT_TRUE(s.done());
  EXPECT_EQ(s.active(), 0u);
}

TEST(SimtStack, WarpWithoutLanesIsDone) { EXPECT_TRUE(SimtStack(0).done()); }

TEST(SimtStack, CallsNestAndReturnBehindThemselves) {
  SimtStack s(0xff);
  s.advance();
  s.call(0xff, 100);
  EXPECT_EQ(s.pc(), 100u);
  s.advance();
  s.call(0xff, 200);
  EXPECT_EQ(s.pc(), 200u);
  s.ret();
  EXPECT_EQ(s.pc(), 102u);
  s.ret();
  EXPECT_EQ(s.pc(), 2u);
  EXPECT_EQ(s.depth(), 1u);
}

TEST(SimtStack, LanesThatDoNotCallWaitBehindTheCall) {
  SimtStack s(0xff);
  s.call(0x0f, 50);
  EXPECT_EQ(s.active(), 0x0fu);
  s.branch(0x3, 60, 70);  // diverges and reconverges inside
  EXPECT_EQ(s.active(), 0x3u);
  s.branch(0x3, 70, 70);
  EXPECT_EQ(s.active(), 0xcu);
  s.branch(0xc, 70, 70);
  EXPECT_EQ(s.pc(), 70u);
  s.ret();
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.active(), 0xffu);
  s.call(0, 50);
  EXPECT_EQ(s.pc(), 2u);
  EXPECT_EQ(s.depth(), 1u);
}

TEST(SimtStack, CallAtTheEndOfABranchSideReconvergesOnReturn) {
  SimtStack s(0xf);
  s.branch(0x3, 10, 20);
  for (int i = 0; i < 9; ++i) s.advance();
  s.call(0x3, 100);  // the paths meet behind pc 19
  s.ret();
  EXPECT_EQ(s.active(), 0xcu);
  EXPECT_EQ(s.pc(), 1u);
}

TEST(SimtStack, ExitInAFunctionTakesLanesOutOfAllCallers) {
  SimtStack s(0xf);
  s.call(0xf, 100);
  s.branch(0x1, 110, 1000);  // the other path returns: the paths never meet
  s.exit(0x1);
  EXPECT_EQ(s.active(), 0xeu);
  EXPECT_EQ(s.alive(), 0xeu);
  s.ret();
  EXPECT_EQ(s.pc(), 1u);
  EXPECT_EQ(s.active(), 0xeu);
  s.call(0xe, 100);
  s.exit(0xe);
  EXPECT_TRUE(s.done());
}

TEST(SimtStack, LanesThatReturnApartGoOnTogether) {
  SimtStack s(0xf);
  s.call(0xf, 100);
  s.branch(0x1, 110, 1000);
  s.ret();  // lane 0
  EXPECT_EQ(s.active(), 0xeu);
  EXPECT_EQ(s.pc(), 101u);
  s.ret();
  EXPECT_EQ(s.active(), 0xfu);
  EXPECT_EQ(s.pc(), 1u);
}

TEST(SimtStack, RecursionGoesDeepAndIsBounded) {
  SimtStack s(all_lanes);
  for (unsigned lane = 0; lane < 31; ++lane) s.call(all_lanes << (lane + 1), 0);
  EXPECT_EQ(s.active(), 1u << 31);
  for (unsigned lane = 31; lane-- > 0;) {
    s.ret();
    EXPECT_EQ(s.active(), all_lanes << lane);
    EXPECT_EQ(s.pc(), 1u);
  }
  std::size_t calls = 0;
  while (!s.full()) s.call(all_lanes, 0), ++calls;
  EXPECT_EQ(calls, SimtStack::deepest - 1);
  while (calls-- > 0) s.ret();
  EXPECT_EQ(s.depth(), 1u);
}

/// Decides whether a lane takes a branch at its n-th step. It depends on lane and step only, so that a lane's
/// path does not depend on other lanes.
bool takes(std::uint64_t seed, unsigned lane, unsigned step) {
  return Random(seed * 1000003 + lane * 4099 + step).one_in(2);
}

TEST(SimtStack, RandomProgramsGoTheWaysThatEachLaneWouldGoAlone) {
  constexpr unsigned most_steps = 300;
  unsigned divergences = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random rng(seed);
    const std::uint32_t size = 3 + rng.below(25);
    std::string body = ".reg .pred %p; .reg .b32 %r;\n";
    for (std::uint32_t i = 0; i < size; ++i) {
      body += fmt::format("L{}: ", i);
      if (rng.one_in(3))
        body += fmt::format("@%p bra L{};\n", rng.below(size + 1));
      else if (rng.one_in(12))
        body += fmt::format("bra L{};\n", rng.below(size + 1));
      else if (rng.one_in(10))
        body += "@%p exit;\n";
      else
        body += "mov.u32 %r, 1;\n";
    }
    body += fmt::format("L{}: ret;", size);
    const auto code = one_kernel("", body).code;

    // Each lane runs alone until it exits or has made most_steps steps.
    std::vector<std::vector<std::uint32_t>> alone(32), together(32);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (std::uint32_t pc = 0; alone[lane].size() < most_steps;) {
        const auto& i = code[pc];
        const bool active = i.guard < 0 || takes(seed, lane, static_cast<unsigned>(alone[lane].size()));
        alone[lane].push_back(pc);
        if (i.control == ptx::Control::exit && active) break;
        pc = i.control == ptx::Control::branch && active ? i.target : pc + 1;
      }
    // An endless lane may starve the others, as on a real SIMT machine, so only programs that end are
    // compared.
    const auto ends = [&](const auto& way) { return way.size() < most_steps; };
    if (!std::all_of(alone.begin(), alone.end(), ends)) continue;

    SimtStack stack(all_lanes);
    while (!stack.done()) {
      const auto& i = code[stack.pc()];
      LaneMask taken = 0;
      for (unsigned lane = 0; lane < 32; ++lane) {
        if ((stack.active() >> lane & 1) == 0) continue;
        if (i.guard < 0 || takes(seed, lane, static_cast<unsigned>(together[lane].size())))
          taken |= 1u << lane;
        together[lane].push_back(stack.pc());
      }
      if (i.control == ptx::Control::exit)
        stack.exit(taken);
      else if (i.control == ptx::Control::branch)
        stack.branch(taken, i.target, i.reconvergence);
      else
        stack.advance();
      divergences += stack.depth() > 1;
      ASSERT_LE(together[0].size(), most_steps) << "seed " << seed;
    }
    ASSERT_EQ(together, alone) << "seed " << seed << "\n" << body;
  }
  EXPECT_GT(divergences, 1000u);
}

}  // namespace
}  // namespace heddle::test::simt_stack_test

// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/control_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/base/random.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::control_flow_test {
namespace {

using ptx::Control;

/// Returns the reconvergence points of the body's branches, in order; `line - 6` is the index of an
/// instruction when each has a line of its own.
std::vector<std::uint32_t> reconvergence(const std::string& body) {
  const auto kernel = one_kernel("", ".reg .pred %p; .reg .b32 %r; setp.eq.u32 %p, %r, 0;\n" + body);
  std::vector<std::uint32_t> points;
  for (const auto& i : kernel.code)
    if (i.control == Control::branch && i.guard >= 0) points.push_back(i.reconvergence);
  return points;
}

using Points = std::vector<std::uint32_t>;

TEST(PostDominators, IfThenElseMeetsBehindBoth) {
  EXPECT_EQ(reconvergence("@%p bra ELSE; mov.u32 %r, 1; bra END; ELSE: mov.u32 %r, 2; END: ret;"), Points{5});
}

TEST(PostDominators, IfWithoutElseMeetsAtTheTarget) {
  EXPECT_EQ(reconvergence("@%p bra END; mov.u32 %r, 1; END: ret;"), Points{3});
}

TEST(PostDominators, NestedIfsMeetInsideOut) {
  EXPECT_EQ(reconvergence("@%p bra OUT; @%p bra IN; mov.u32 %r, 1; IN: mov.u32 %r, 2; OUT: ret;"),
            (Points{5, 4}));
}

TEST(PostDominators, LoopMeetsAtItsExit) {
  EXPECT_EQ(reconvergence("L: mov.u32 %r, 1; @%p bra L; ret;"), Points{3});
}

TEST(PostDominators, BreakMeetsWhereTheLoopEnds) {
  EXPECT_EQ(reconvergence("L: mov.u32 %r, 1; @%p bra OUT; mov.u32 %r, 2; @%p bra L; mov.u32 %r, 3;\n"
                          "OUT: mov.u32 %r, 4; ret;"),
            (Points{6, 6}));
}

/// Lanes that return from inside the loop are gone: the others meet ahead of what follows it.
TEST(PostDominators, ReturnFromALoopDoesNotKeepTheOthersApart) {
  EXPECT_EQ(
      reconvergence("L: mov.u32 %r, 1; @%p bra OUT; mov.u32 %r, 2; @%p bra L; mov.u32 %r, 3; OUT: ret;"),
      (Points{6, 5}));
}

/// if (a) x(); else if (b) y(); else return; z();
TEST(PostDominators, EarlyReturnDoesNotKeepTheOthersApart) {
  EXPECT_EQ(
      reconvergence("@%p bra X; @%p bra OUT; mov.u32 %r, 1; bra Z; X: mov.u32 %r, 2; Z: mov.u32 %r, 3;\n"
                    "OUT: ret;"),
      (Points{6, 7}));
  EXPECT_EQ(
      reconvergence("@%p bra X; @%p exit; mov.u32 %r, 1; bra Z; X: mov.u32 %r, 2; Z: mov.u32 %r, 3; ret;"),
      Points{6});
}

/// Behind a trap no lane goes anywhere.
TEST(PostDominators, TrapDoesNotKeepTheOthersApart) {
  EXPECT_EQ(reconvergence("@%p bra X; @%p bra Y; trap; Y: mov.u32 %r, 1; bra Z; X: mov.u32 %r, 2;\n"
                          "Z: mov.u32 %r, 3; ret;"),
            (Points{7, 4}));
}

TEST(PostDominators, WaysThatLeaveTheKernelMeetAtItsEnd) {
  EXPECT_EQ(reconvergence("@%p bra OTHER; ret; OTHER: mov.u32 %r, 1; ret;"), Points{5});
}

TEST(PostDominators, GuardedExitIsAWayOut) {
  EXPECT_EQ(reconvergence("@%p bra END; @%p exit; mov.u32 %r, 1; END: ret;"), Points{5});
}

TEST(PostDominators, EndlessLoopMeetsNowhere) {
  EXPECT_EQ(reconvergence("@%p bra END; L: bra L; END: ret;"), Points{3});
  EXPECT_EQ(reconvergence("L: @%p bra M; bra L; M: bra L;"), Points{4});
}

/// The definition: p post-dominates b when the end cannot be reached from b without passing p.
class Naive {
 public:
  explicit Naive(const ptx::ControlFlow& flow)
      : flow_(flow), end_(static_cast<std::uint32_t>(flow.blocks.size())) {}

  bool reaches_end(std::uint32_t from, std::uint32_t without) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> todo{from};
    while (!todo.empty()) {
      const std::uint32_t b = todo.back();
      todo.pop_back();
      if (b == without || !seen.insert(b).second) continue;
      if (flow_.leaves[b]) return true;
      for (std::uint32_t s : flow_.blocks[b].successors) todo.push_back(s);
    }
    return false;
  }
  std::uint32_t immediate(std::uint32_t b) const {
    if (!reaches_end(b, end_)) return end_;
    std::vector<std::uint32_t> all;
    for (std::uint32_t p = 0; p < end_; ++p)
      if (p != b && reaches_end(p, end_) && !reaches_end(b, p)) all.push_back(p);
    for (std::uint32_t p : all)  // all other post-dominators post-dominate the immediate one
      if (std::all_of(all.begin(), all.end(), [&](std::uint32_t q) { return q == p || !reaches_end(p, q); }))
        return p;
    return end_;
  }

 private:
  const ptx::ControlFlow& flow_;
  std::uint32_t end_;
};

TEST(PostDominators, RandomGraphsAgainstTheDefinition) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random rng(seed);
    ptx::ControlFlow flow;
    const std::uint32_t blocks = 2 + rng.below(12);
    for (std::uint32_t b = 0; b < blocks; ++b) {
      ptx::BasicBlock block;
      for (std::uint32_t n = rng.below(3); n-- > 0;) {
        const std::uint32_t s = rng.below(blocks);
        if (std::count(block.successors.begin(), block.successors.end(), s) == 0)
          block.successors.push_back(s);
      }
      flow.blocks.push_back(block);
      flow.leaves.push_back(block.successors.empty() || rng.one_in(8));
    }
    const auto found = ptx::post_dominators(flow);
    const Naive naive(flow);
    for (std::uint32_t b = 0; b < blocks; ++b)
      ASSERT_EQ(found[b], naive.immediate(b)) << "seed " << seed << " block " << b;
  }
}

}  // namespace
}  // namespace heddle::test::control_flow_test

// SPDX-License-Identifier: Apache-2.0
// The closed loop of Wong2016 section 6.1 in an SM: d follows the rate of new similar instructions.
#include "tests/gpu/in_child.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::closed_loop_test {
namespace {

const std::string loop = "warp_approximation.closed_loop.";

/// Each round computes a value in which groups of eight lanes differ in the three lowest bits. It is similar
/// at a level of 3 or more, and new, because its sources differ in the highest bit, too.
std::string rounds(unsigned count) {
  return "mov.u32 %r2, 0;\nshl.b32 %r4, %r0, 31;\nor.b32 %r4, %r4, %r0;\n.pragma \"heddle.approxBegin\";\n" +
         looped("and.b32 %r3, %r4, 7;\nadd.u32 %r2, %r3, %r2;\n", count) +
         ".pragma \"heddle.approxEnd\";\nadd.u32 %r1, %r2, 0;\n";
}

struct Outcome {
  double level;  ///< average over the instructions that may be approximated
  double representative, found, cycles;
};

/// Runs 64 threads under tandem execution; returns the outcome of the last launch.
Outcome run(const std::string& body, std::vector<std::string> set, bool skip = true, unsigned launches = 1) {
  set.insert(set.begin(), {loop + "enabled=true", loop + "controller.window=64"});
  const auto found = in_child(4, [&] {
    GpuConfig config = PtxRun::one_sm();
    config.skip_idle_cycles = skip;
    Checked c(body + store_r1, techniques_of("warp_approximation", set), config);
    const auto counts = [&] {
      const std::string own = "sm0.register_file.warp_approximation.";
      std::vector<double> all;
      for (const char* name :
           {"levels", "approximable_instructions", "representative_instructions", "new_similar_instructions"})
        all.push_back(c.stats.number(own + name));
      all.push_back(c.stats.number("sm0.busy_cycles"));
      return all;
    };
    std::vector<double> before(5);
    for (unsigned n = 0; n < launches; ++n) {
      if (n != 0) before = counts();
      c.run(64, 64);
      c.gpu.gpu().settle();
    }
    std::vector<double> after = counts();
    for (std::size_t k = 0; k < after.size(); ++k) after[k] -= before[k];
    return std::vector<double>{after[0] / after[1], after[2], after[3], after[4]};
  });
  return {found[0], found[1], found[2], found[3]};
}

TEST(ClosedLoop, TheLevelRisesWhereTooLittleIsFound) {
  const Outcome o = run(rounds(100), {loop + "error=100"});
  EXPECT_GT(o.level, 20);
  EXPECT_GT(o.found, 100);
}

/// At three bits each load is new and similar, at two bits none is: d alternates between the two.
TEST(ClosedLoop, TheLevelFallsWhereTooMuchIsFound) {
  const Outcome o = run(rounds(200), {loop + "error=0", loop + "controller.hysteresis=0", loop + "initial=20",
                                      loop + "fit.without_error=1"});
  EXPECT_LT(o.level, 8);
  EXPECT_GT(o.level, 2);
  EXPECT_GT(o.found, 0);
}

TEST(ClosedLoop, TheLevelStaysWithinItsBounds) {
  const Outcome least = run(rounds(50), {loop + "error=0", loop + "controller.hysteresis=0", loop + "least=6",
                                         loop + "initial=9"}),
                most = run(rounds(50), {loop + "error=100", loop + "most=2"});
  EXPECT_GE(least.level, 6);
  EXPECT_LT(least.level, 9);
  EXPECT_LE(most.level, 2);
  EXPECT_EQ(most.found, 0);
}

TEST(ClosedLoop, ALaunchGoesOnWithTheLevelThatWasReached) {
  const std::string body = rounds(30);
  const Outcome first = run(body, {loop + "error=100"}), second = run(body, {loop + "error=100"}, true, 2);
  EXPECT_GT(second.level, first.level + 2);
}

TEST(ClosedLoop, IsTheSameWhereCyclesAreSkipped) {
  const std::string body = rounds(60);
  const Outcome a = run(body, {loop + "error=100"}), b = run(body, {loop + "error=100"}, false);
  EXPECT_GT(a.level, 1);
  EXPECT_EQ((std::vector{a.level, a.representative, a.found, a.cycles}),
            (std::vector{b.level, b.representative, b.found, b.cycles}));
}

TEST(ClosedLoop, BoundsThatCrossAndTargetsThatCannotBeCountedAreRefused) {
  const auto refused = [](const std::vector<std::string>& set) {
    try {
      techniques_of("warp_approximation", set);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  expect_in(refused({loop + "least=9", loop + "most=4"}),
            {"command line: `least` is above `most`", "9", "4"});
  expect_in(refused({loop + "error=101"}), {"error", "101", "100"});
  expect_in(refused({loop + "error=100", loop + "fit.per_percent=4000"}),
            {"too many new similar instructions", "65535"});
}

}  // namespace
}  // namespace heddle::closed_loop_test

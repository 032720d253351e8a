// SPDX-License-Identifier: Apache-2.0
// A scalar unit: which instructions it takes from the SP pipelines, how fast it is, and that results stay
// right.
#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/hooks/representative_lane.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::scalar_unit_test {
namespace {

GpuConfig with_units(unsigned scalar) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.scalar_units = scalar;
  return config;
}

/// 40 operations of one lane for all, which depend on each other; then one on values that differ.
const std::string body = "mov.u32 %r2, 7;\n" + looped("add.u32 %r2, %r2, 3;\nmul.lo.u32 %r2, %r2, 5;\n", 20) +
                         "add.u32 %r1, %r0, %r2;\n" + store_r1;

struct Outcome {
  double representatives, sp, scalar, lanes, cycles;
};

Outcome run(const Techniques& techniques, unsigned units) {
  const auto found = in_child(5, [&] {
    Checked c(body, techniques, with_units(units));
    EXPECT_EQ(c.failure(64), "");
    c.gpu.gpu().settle();
    const auto own = [&](const std::string& name) { return c.stats.number("sm0." + name); };
    return std::vector{techniques.empty() ? 0 : own("toy.representatives"), own("sp.dispatched"),
                       units == 0 ? 0 : own("scalar.dispatched"),
                       own("lane_operations.integer") + own("lane_operations.integer_multiply"),
                       own("busy_cycles")};
  });
  return {found[0], found[1], found[2], found[3], found[4]};
}

TEST(ScalarUnit, TakesFromTheSpPipelinesWhatOneLaneExecutesForAll) {
  const Outcome without = run({representative()}, 0), with = run({representative()}, 1);
  EXPECT_GT(with.scalar, 80);  // of two warps
  EXPECT_EQ(with.scalar, with.representatives);
  EXPECT_EQ(with.sp + with.scalar, without.sp);
  EXPECT_EQ(with.lanes, without.lanes);
}

TEST(ScalarUnit, TakesNothingWhereNoLaneStandsForAll) {
  const Outcome with = run({}, 1);
  EXPECT_EQ(with.scalar, 0);
  EXPECT_EQ(with.cycles, run({}, 0).cycles);
}

/// Its latencies are those of the SP pipelines: a chain of operations of two warps takes as long.
TEST(ScalarUnit, TakesAsLongAsAnSpPipeline) {
  EXPECT_NEAR(run({representative()}, 1).cycles, run({representative()}, 0).cycles, 4);
}

TEST(ScalarUnit, AgreesOnAllWorkloads) {
  for (const std::string& name : Registry<Workload>::instance().names()) {
    SCOPED_TRACE(name);
    const CheckedWorkload found = checked_workload(name, with_units(1), {representative()});
    EXPECT_EQ(found.mismatches, 0);
    EXPECT_GT(found.instructions, 0);
  }
}

/// Its lanes are none of those that are gated: more of these are off, and no error says that one was off.
TEST(ScalarUnit, LeavesTheLanesOfTheSpPipelinesIdle) {
  const auto gated = [](unsigned units) {
    return in_child(1, [&] {
      Techniques all =
          techniques_of("warp_approximation,lane_power_gating", {"warp_approximation.regions=kernel"});
      Checked c(body, all, with_units(units));
      EXPECT_EQ(c.failure(64), "");
      c.gpu.gpu().settle();
      return std::vector{c.stats.number("sm0.sp.lane_power.on_lane_cycles")};
    })[0];
  };
  EXPECT_LT(gated(1), gated(0));
}

}  // namespace
}  // namespace heddle::scalar_unit_test

// SPDX-License-Identifier: Apache-2.0
// Power gating of SIMT lanes in an SM: the time that it costs, the energy that it saves, and that no
// instruction executes in a lane that is off.
#include "tests/gpu/in_child.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::gated_lanes_test {
namespace {

const std::string gating = "lane_power_gating";

std::string wake_up(unsigned cycles) { return fmt::format("lane_power_gating.wake_up={}", cycles); }

struct Outcome {
  std::vector<double> out;
  double cycles, gated, on, all, wake_ups, waiting, stalls;
};

/// Runs `threads` threads under tandem execution.
Outcome run(const std::string& body, const std::string& techniques, const std::vector<std::string>& set,
            unsigned threads = 64, bool skip = true, unsigned units = 2) {
  const auto found = in_child(threads + 7, [&] {
    GpuConfig config = PtxRun::one_sm();
    config.skip_idle_cycles = skip;
    config.sm.sp_units = units;
    Checked c(body + store_r1, techniques_of(techniques, set), config);
    std::vector<double> all;
    for (const std::uint32_t word : c.run(threads, threads)) all.push_back(word);
    c.gpu.gpu().settle();
    all.push_back(c.stats.number("sm0.busy_cycles"));
    for (const char* name : {"gated_lane_cycles", "on_lane_cycles", "lane_cycles", "wake_ups",
                             "waiting_instructions", "wake_up_stalls"})
      all.push_back(techniques.find(gating) == std::string::npos
                        ? 0
                        : c.stats.number(std::string("sm0.sp.lane_power.") + name));
    return all;
  });
  const auto at = found.begin() + threads;
  return {{found.begin(), at}, at[0], at[1], at[2], at[3], at[4], at[5], at[6]};
}

/// One warp: when a long division ends, all lanes of the other SP pipeline are off.
const std::string few =
    "mov.u32 %r2, 700;\nmov.u32 %r3, 7;\ndiv.u32 %r2, %r2, %r3;\nadd.u32 %r1, %r2, %r0;\n";

TEST(GatedLanes, ChangeNoResultAndSaveLeakage) {
  const Outcome without = run(few, "", {}, 32), with = run(few, gating, {}, 32);
  EXPECT_EQ(with.out, without.out);
  EXPECT_GT(with.gated, with.all / 2);
  EXPECT_LE(with.gated + with.on, with.all);
  EXPECT_GT(with.waiting, 0);
}

/// The first instruction finds all lanes off, and waits until they are on.
TEST(GatedLanes, AnInstructionWaitsForTheWakeUp) {
  const std::string awake = "lane_power_gating.idle_detect=255";
  const std::string once = "add.u32 %r1, %r0, 1;\n";
  const Outcome none = run(once, gating, {wake_up(0), awake}, 32, true, 1),
                some = run(once, gating, {wake_up(20), awake}, 32, true, 1);
  EXPECT_EQ(some.out, none.out);
  EXPECT_GE(none.waiting, 1);
  EXPECT_GE(some.waiting, 1);
  EXPECT_EQ(some.stalls, none.stalls + 20);
  EXPECT_GE(some.cycles, none.cycles + 20);
}

/// Lanes of a warp that were never launched stay off.
TEST(GatedLanes, OnlyLanesThatExecuteWake) {
  const Outcome o = run("add.u32 %r1, %r0, 1;\n", gating, {"lane_power_gating.idle_detect=255"}, 8);
  EXPECT_EQ(static_cast<unsigned>(o.wake_ups) % 8, 0u);
  EXPECT_GT(o.wake_ups, 0);
  EXPECT_LE(o.wake_ups, 16);
}

const std::string uniform = "mov.u32 %r2, 7;\n" +
                            looped("add.u32 %r2, %r2, 3;\nmul.lo.u32 %r2, %r2, 5;\n", 20) +
                            "add.u32 %r1, %r0, %r2;\n";

TEST(GatedLanes, ComposeWithApproximationAndCompression) {
  const Outcome alone = run(uniform, gating, {});
  const Outcome with =
      run(uniform, "warp_approximation,lane_power_gating", {"warp_approximation.regions=kernel"});
  const Outcome compressed = run(uniform, "warped_compression,lane_power_gating", {});
  EXPECT_EQ(with.out, alone.out);
  EXPECT_EQ(compressed.out, alone.out);
  EXPECT_GT(with.gated, 0);
  EXPECT_GT(compressed.gated, 0);
}

TEST(GatedLanes, AreCountedTheSameWhereCyclesAreSkipped) {
  for (const std::string& body : {few, uniform}) {
    const Outcome a = run(body, gating, {}), b = run(body, gating, {}, 64, false);
    EXPECT_EQ(a.out, b.out);
    EXPECT_EQ((std::vector{a.cycles, a.gated, a.on, a.all, a.wake_ups, a.waiting, a.stalls}),
              (std::vector{b.cycles, b.gated, b.on, b.all, b.wake_ups, b.waiting, b.stalls}));
  }
}

}  // namespace
}  // namespace heddle::gated_lanes_test

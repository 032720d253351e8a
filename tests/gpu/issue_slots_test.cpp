// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <numeric>

#include "tb/workloads/workload.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::issue_slots_test {
namespace {

constexpr std::array kinds{"active", "memory_stall", "compute_stall", "data_dependence", "idle"};

/// Returns the five counters of each SM.
std::vector<double> slots_of(const StatGroup& stats, unsigned sms) {
  std::vector<double> all;
  for (unsigned k = 0; k < sms; ++k)
    for (const char* kind : kinds) all.push_back(stats.number(fmt::format("sm{}.issue_slots.{}", k, kind)));
  return all;
}

struct Setting {
  const char *scheduler, *technique;
  unsigned schedulers;
};
void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.scheduler << s.schedulers << (*s.technique ? "_compressed" : "");
}
class IssueSlotSums : public testing::TestWithParam<Setting> {};

/// Two launches of a divergent workload with barriers and shared memory on two SMs.
TEST_P(IssueSlotSums, AreSchedulersTimesCyclesWhetherCyclesAreSkippedOrNot) {
  const auto measured = [&](bool skipping) {
    return in_child(12, [&] {
      StatGroup stats;
      GpuConfig config;
      config.sms = 2;
      config.skip_idle_cycles = skipping;
      config.sm.scheduler = GetParam().scheduler;
      config.sm.schedulers = GetParam().schedulers;
      SimulatedGpu gpu(config, techniques_of(GetParam().technique), nullptr, stats);
      WorkloadOptions options;
      options.small = true;
      std::vector<double> all;
      const bool passed = Registry<Workload>::instance().find("pathfinder").run(gpu, options).passed();
      all = slots_of(stats, 2);
      all.push_back(stats.number("cycles"));
      all.push_back(passed);
      return all;
    });
  };
  const std::vector<double> found = measured(true);
  EXPECT_EQ(found, measured(false));
  EXPECT_EQ(found[11], 1);
  for (unsigned sm = 0; sm < 2; ++sm) {
    const auto* of_sm = found.data() + 5 * sm;
    EXPECT_EQ(std::accumulate(of_sm, of_sm + 5, 0.0), GetParam().schedulers * found[10]) << "SM " << sm;
    EXPECT_GT(of_sm[0], 0);
  }
}
INSTANTIATE_TEST_SUITE_P(IssueSlots, IssueSlotSums,
                         testing::Values(Setting{"gto", "", 2}, Setting{"lrr", "warped_compression", 2},
                                         Setting{"two_level", "", 1}, Setting{"two_level", "", 2}));

/// Returns the issue slots of a kernel with this body and `threads` threads on one SM.
std::vector<double> slots(const std::string& body, unsigned threads, GpuConfig config = PtxRun::one_sm()) {
  return in_child(7, [&] {
    PtxRun run(body, "", config);
    run.run(threads, threads);
    std::vector<double> all = slots_of(run.stats, 1);
    all.push_back(run.sm("warp_instructions"));
    all.push_back(run.cycles());
    return all;
  });
}
enum { active, memory_stall, compute_stall, data_dependence, idle, instructions, cycles };

std::string repeated(unsigned count, const std::function<std::string(unsigned)>& instruction) {
  std::string body;
  for (unsigned k = 0; k < count; ++k) body += instruction(k) + "\n";
  return body;
}

TEST(IssueSlots, ADependentChainOfOneWarpIsDataDependenceAndTheOtherSchedulerIdle) {
  const auto s = slots(looped(repeated(100, [](unsigned) { return "add.s32 %r1, %r1, 3;"; }), 10), 32);
  EXPECT_EQ(s[active], s[instructions]);
  EXPECT_EQ(s[memory_stall] + s[compute_stall], 0);
  // Each instruction depends on the one before and issues 11 cycles after it; the first lines come from
  // memory.
  EXPECT_GE(s[data_dependence], 980 * 10);
  EXPECT_GE(s[idle], s[cycles]);  // all slots of the scheduler without a warp
}

TEST(IssueSlots, OverloadedSpecialFunctionUnitsAreComputeStalls) {
  // Each warp has eight chains, whose results are there long before the next instruction of the chain.
  const auto first = [](unsigned k) { return fmt::format("cvt.rn.f32.u32 %f{}, %r0;", k); };
  const auto special = [](unsigned k) { return fmt::format("ex2.approx.f32 %f{0}, %f{0};", k); };
  const auto s = slots(repeated(8, first) + looped(repeated(8, special), 32), 256);
  // 8 warps x 256 instructions occupy the only SFU for 8 cycles each, and fill the collectors of SFU
  // instructions.
  EXPECT_GT(s[compute_stall], 0.8 * 2 * 8 * 8 * 256);
  EXPECT_EQ(s[memory_stall], 0);
}

TEST(IssueSlots, AnOverloadedLoadStoreUnitIsAMemoryStall) {
  // Each store has all lanes in one bank, so that it takes 32 passes.
  const auto s =
      slots("mov.u32 %r2, sh;\nshl.b32 %r3, %r0, 7;\nand.b32 %r3, %r3, 4095;\nadd.u32 %r3, %r3, %r2;\n" +
                looped(repeated(4, [](unsigned) { return "st.shared.u32 [%r3], %r0;"; }), 32),
            256);
  EXPECT_GT(s[memory_stall], 0.8 * 2 * 8 * 32 * 128);
  EXPECT_EQ(s[compute_stall], 0);
}

TEST(IssueSlots, WaitingForALoadIsDataDependence) {
  const auto s = slots("ld.global.u32 %r1, [%rd1];\nadd.u32 %r1, %r1, 1;\n", 32);
  EXPECT_GT(s[data_dependence], 100);  // DRAM takes longer than that
  EXPECT_EQ(s[memory_stall], 0);
}

TEST(IssueSlots, WaitingAtABarrierIsIdle) {
  // Warp 0 computes for long, and the other warps wait for it.
  const std::string body = "setp.gt.u32 %p1, %r0, 31;\n@%p1 bra L;\n" +
                           looped(repeated(100, [](unsigned) { return "add.s32 %r1, %r1, 3;"; }), 10) +
                           "L:\nbar.sync 0;\n";
  GpuConfig config = PtxRun::one_sm();
  config.sm.schedulers = 1;
  const auto alone = slots(body, 32, config), with_others = slots(body, 128, config);
  EXPECT_GE(alone[data_dependence], 980 * 10);
  EXPECT_NEAR(with_others[data_dependence], alone[data_dependence], 500);
  config.sm.schedulers = 2;
  EXPECT_GE(slots(body, 64, config)[idle], 980 * 11);  // warp 1 has a scheduler of its own
}

}  // namespace
}  // namespace heddle::issue_slots_test

// SPDX-License-Identifier: Apache-2.0
// Warps and lanes that wait for each other, on the platform.
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "tb/run/child_process.hpp"
#include "tests/gpu/in_child.hpp"

namespace heddle::no_progress_gpu_test {
namespace {

std::vector<std::uint32_t> run(const GpuConfig& config, const std::string& body, Dim3 grid, Dim3 cta,
                               unsigned words = 4) {
  StatGroup stats;
  SimulatedGpu gpu(config, {}, nullptr, stats);
  Context context(gpu);
  const Module module = context.load_text(PtxRun::text(body), "test.ptx");
  const DevicePointer to = context.upload(std::vector<std::uint32_t>(words));
  module.function("k").launch({.grid = grid, .cta = cta}, to);
  return context.download<std::uint32_t>(to, words);
}

std::string error_of(const GpuConfig& config, const std::string& body, Dim3 grid, Dim3 cta) {
  try {
    run(config, body, grid, cta);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

GpuConfig with_threads() {
  GpuConfig config = PtxRun::one_sm();
  config.sm.divergence = ptx::Divergence::threads;
  return config;
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

const std::string spin = R"(
S: atom.global.cas.b32 %r0, [%rd1], 0, 1; setp.ne.u32 %p0, %r0, 0; @%p0 bra S;
  ld.volatile.global.u32 %r1, [%rd1+4]; add.u32 %r1, %r1, 1; st.volatile.global.u32 [%rd1+4], %r1;
  membar.gl;
  atom.global.exch.b32 %r0, [%rd1], 0;)";

TEST(PlatformProgress, ASpinLockWithinAWarpIsALivelock) {
  expect_parts(error_of(PtxRun::one_sm(), spin, {2}, {64}),
               {"test.ptx:11", "livelock in kernel 'k'", "global memory at 0x10000000", "lanes",
                "stand at line 12", "sm.divergence=threads"});
}

TEST(PlatformProgress, IndependentThreadsPassASpinLock) {
  EXPECT_EQ(run(with_threads(), spin, {2}, {64})[1], 128u);
}

TEST(PlatformProgress, AnEmptyLoopIsALivelock) {
  expect_parts(error_of(PtxRun::one_sm(), "L: bra L;", {1}, {32}),
               {"test.ptx:10", "livelock", "1 warp repeats"});
}

TEST(PlatformProgress, ACountOfTheTriesIsNoProgress) {
  expect_parts(
      error_of(PtxRun::one_sm(),
               "L: ld.volatile.global.u32 %r1, [%rd1]; add.u32 %r2, %r2, 1; setp.eq.u32 %p0, %r1, 0; "
               "@%p0 bra L; st.global.u32 [%rd1+4], %r2;",
               {1}, {64}),
      {"test.ptx:10", "livelock", "global memory at 0x10000000"});
}

/// Registers that are spilled in each iteration change nothing, either.
TEST(PlatformProgress, StoresOfTheSameValueAreNoProgress) {
  expect_parts(
      error_of(PtxRun::one_sm(),
               "L: ld.volatile.global.u32 %r1, [%rd1+8]; st.volatile.global.u32 [%rd1], 3; st.shared.u32 "
               "[sh], %r1; setp.eq.u32 %p0, %r1, 0; @%p0 bra L;",
               {2}, {64}),
      {"test.ptx:10", "livelock", "global memory at 0x10000008"});
}

/// Warps poll what one writes after a long loop that stores nothing.
TEST(PlatformProgress, WarpsThatWaitForOneThatComputesAreNone) {
  const auto out = run(PtxRun::one_sm(), R"(
    setp.ge.u32 %p0, %r0, 32; @%p0 bra WAIT; mov.u32 %r1, 0;
L:  add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 60000; @%p0 bra L;
    st.volatile.global.u32 [%rd1], %r1; bra END;
WAIT: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p0, %r1, 0; @%p0 bra WAIT;
    st.global.u32 [%rd1+4], %r1;
END:)",
                       {1}, {96});
  EXPECT_EQ(out[1], 60000u);
}

/// Each warp polls shared memory, for a few cycles at a time, until the warp before it has written its
/// number.
const std::string one_behind_the_other = R"(
    setp.eq.u32 %p0, %r0, 0; mov.u32 %r1, 0; @%p0 st.shared.u32 [sh], %r1; bar.sync 0;
    shr.u32 %r2, %r0, 5;
WAIT: ld.volatile.shared.u32 %r1, [sh]; setp.ne.u32 %p0, %r1, %r2; @%p0 bra WAIT;
    add.u32 %r1, %r1, 1; st.volatile.shared.u32 [sh], %r1; st.global.u32 [%rd1], %r1;)";

class Schedulers : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Policies, Schedulers, testing::Values("gto", "lrr", "two_level"));

GpuConfig scheduled(const std::string& policy, unsigned limit) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.scheduler = policy;
  config.sm.active_warps = 2;
  config.sm.starvation_limit = limit;
  return config;
}

TEST_P(Schedulers, GiveATurnToTheWarpForWhichOthersPoll) {
  EXPECT_EQ(run(scheduled(GetParam(), 10'000), one_behind_the_other, {1}, {1024})[0], 32u);
}

TEST_P(Schedulers, GiveTurnsOfACycle) {
  EXPECT_EQ(run(scheduled(GetParam(), 7), one_behind_the_other, {2}, {1024})[0], 32u);
}

/// All threads wait until all have come, twice.
const std::string all_come = R"(
    setp.eq.u32 %p0, %r0, 0; @%p0 mbarrier.init.shared.b64 [sh], 1024; bar.sync 0;
    mbarrier.arrive.shared.b64 %rd2, [sh];
W:  mbarrier.test_wait.shared.b64 %p1, [sh], %rd2; @!%p1 bra W;
    mad.lo.u32 %r1, %r0, 8, 8; and.b32 %r1, %r1, 16376; mov.u32 %r2, sh; add.u32 %r1, %r1, %r2;
    ld.shared.b64 %rd3, [%r1];
    mbarrier.arrive.shared.b64 %rd2, [sh];
V:  mbarrier.test_wait.shared.b64 %p1, [sh], %rd2; @!%p1 bra V;
    st.global.u32 [%rd1], 1024;)";

/// Pollers' branches hold the only collector, also when the SM looks for warps that were passed over.
TEST_P(Schedulers, GiveATurnToAWarpThatLacksACollector) {
  GpuConfig config = scheduled(GetParam(), 1000);
  config.sm.collectors.sp = 1;
  EXPECT_EQ(run(config, all_come, {1}, {1024})[0], 1024u);
}

/// The SM looks while it sleeps, too: loads wait for a collector that waits for memory.
TEST_P(Schedulers, GiveTheSameTurnsWhenIdleCyclesAreSkipped) {
  const auto outcome = [&](bool skips) {
    GpuConfig config = scheduled(GetParam(), 20);
    config.skip_idle_cycles = skips;
    config.sm.collectors.memory = 1;
    config.sm.load_store.l1d.mshr_entries = 1;
    return in_child_process("the GPU", [&] {
      PtxRun run(
          "mad.lo.u32 %r2, %r0, 132, 0; cvt.u64.u32 %rd2, %r2; add.u64 %rd3, %rd1, %rd2;\n" +
              looped("ld.global.u32 %r3, [%rd3]; add.u32 %r3, %r3, %r0; st.global.u32 [%rd3+4], %r3;\n", 4),
          "", config);
      run.run(128, 32768, 4);
      return text_of(run.stats);
    });
  };
  const std::string ticking = outcome(false);
  EXPECT_NE(ticking.find("fair_turns"), std::string::npos);
  EXPECT_EQ(outcome(true), ticking);
}

TEST(PlatformProgress, AWarpThatGetsNoIssueSlotForEverIsNamed) {
  expect_parts(error_of(scheduled("two_level", 0), one_behind_the_other, {1}, {1024}),
               {"livelock", "shared memory at 0x0", "warps get no issue slot", "sm.starvation_limit"});
}

/// Lanes come to a shuffle, a vote and a barrier after loops of different lengths, and two by two to a
/// shuffle with a mask out of a register.
class BothDivergences : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Threads, BothDivergences, testing::Bool());

TEST_P(BothDivergences, LanesAreGatheredForWhatTheyDoTogether) {
  const auto out = run(GetParam() ? with_threads() : PtxRun::one_sm(), R"(
    mov.u32 %r1, 0;
L:  add.u32 %r1, %r1, 1; mul.lo.u32 %r2, %r0, 3; setp.le.u32 %p0, %r1, %r2; @%p0 bra L;
    and.b32 %r4, %r0, 30; mov.u32 %r5, 3; shl.b32 %r5, %r5, %r4;
    shfl.sync.bfly.b32 %r6, %r1, 1, 31, %r5;
    shfl.sync.bfly.b32 %r3, %r6, 31, 31, 0xffffffff;
    mov.u32 %r7, 1; bar.sync %r7;
    bar.warp.sync 0xffffffff;
    mul.wide.u32 %rd2, %r0, 4; add.u64 %rd1, %rd1, %rd2;
    st.global.u32 [%rd1], %r3;)",
                       {1}, {64}, 64);
  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], (t ^ 30u) * 3 + 1) << t;
}

/// Memory can still be read, as a debugger does.
TEST(PlatformProgress, AfterALaunchThatFailedEachOtherIsRefused) {
  StatGroup stats;
  SimulatedGpu gpu(PtxRun::one_sm(), {}, nullptr, stats);
  Context context(gpu);
  const Module module = context.load_text(
      PtxRun::text("st.global.u32 [%rd1], 7; membar.gl; setp.ge.u32 %p0, %r0, 32; @%p0 trap; L: bra.uni L;"),
      "test.ptx");
  const DevicePointer to = context.upload(std::vector<std::uint32_t>(4));
  const auto launch = [&] { module.function("k").launch({.grid = {2}, .cta = {64}}, to); };
  EXPECT_THROW(launch(), ApiError);
  for (int k = 0; k < 2; ++k) try {
      launch();
      ADD_FAILURE();
    } catch (const ApiError& e) {
      EXPECT_EQ(e.status(), Status::launch_failed);
      expect_parts(e.what(), {"test.ptx: kernel k", "an earlier launch failed", "'k'"});
    }
  EXPECT_EQ(context.download<std::uint32_t>(to, 4)[0], 7u);
}

/// What cannot be launched at all changes nothing.
TEST(PlatformProgress, ALaunchThatNeverBeganLeavesTheMachineAsItWas) {
  StatGroup stats;
  SimulatedGpu gpu(PtxRun::one_sm(), {}, nullptr, stats);
  Context context(gpu);
  const Module module = context.load_text(PtxRun::text("st.global.u32 [%rd1], 7;"), "test.ptx");
  const DevicePointer to = context.upload(std::vector<std::uint32_t>(4));
  EXPECT_THROW(module.function("k").launch({.grid = {1}, .cta = {4096}}, to), ApiError);
  module.function("k").launch({.grid = {1}, .cta = {32}}, to);
  EXPECT_EQ(context.download<std::uint32_t>(to, 4)[0], 7u);
}

class ManySms : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Sms, ManySms, testing::Values(132, 512));

TEST_P(ManySms, ComputeTheSame) {
  GpuConfig config = PtxRun::one_sm();
  config.sms = GetParam();
  const auto out = run(config, R"(
    mov.u32 %r1, %ctaid.x; mad.lo.u32 %r1, %r1, 64, %r0; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd2, %rd1, %rd2;
    st.global.u32 [%rd2], %r1;)",
                       {1024}, {64}, 65536);
  for (unsigned t = 0; t < 65536; ++t) ASSERT_EQ(out[t], t);
}

}  // namespace
}  // namespace heddle::no_progress_gpu_test

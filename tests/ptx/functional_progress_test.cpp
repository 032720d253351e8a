// SPDX-License-Identifier: Apache-2.0
// CTAs and lanes that wait for each other on a device without time.
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::functional_progress_test {
namespace {

const std::string registers = ".reg .b32 %r<8>; .reg .b64 %a, %b; .reg .pred %p; ld.param.u64 %a, [a];\n";

/// Runs a kernel on a buffer of `words` words and returns what it has left there.
std::vector<std::uint32_t> run(FunctionalDevice& device, const std::string& body, Dim3 grid, Dim3 cta,
                               unsigned words = 4) {
  Context context(device);
  const Module module = context.load_text(one_kernel_text(".param .u64 a", registers + body), "k.ptx");
  const DevicePointer to = context.upload(std::vector<std::uint32_t>(words));
  module.function("k").launch({.grid = grid, .cta = cta}, to);
  return context.download<std::uint32_t>(to, words);
}

Problem problem_of(FunctionalDevice& device, const std::string& body, Dim3 grid = {}, Dim3 cta = {32}) {
  try {
    run(device, body, grid, cta);
  } catch (const Error& e) {
    return e.problem();
  }
  return {};
}

FunctionalDevice with_threads() { return FunctionalDevice({.divergence = ptx::Divergence::threads}); }

/// Each CTA waits until the one after it has counted; the last one waits for none.
const std::string chain = R"(
  mov.u32 %r0, %ctaid.x; mov.u32 %r1, %nctaid.x; sub.u32 %r1, %r1, 1; sub.u32 %r1, %r1, %r0;
W: ld.volatile.global.u32 %r2, [%a]; setp.ne.u32 %p, %r1, %r2; @%p bra W;
  mov.u32 %r3, %tid.x; setp.ne.u32 %p, %r3, 0; @%p bra END;
  atom.global.add.u32 %r2, [%a], 1;
END: ret;)";

FunctionalDevice::Options holding(std::uint64_t ctas) {
  FunctionalDevice::Options options;
  options.resident_ctas = [ctas](const LaunchRequest&) { return ctas; };
  return options;
}

TEST(FunctionalProgress, CtasWaitForLaterOnes) {
  FunctionalDevice device(holding(16));
  EXPECT_EQ(run(device, chain, {16}, {32})[0], 16u);
}

TEST(FunctionalProgress, ThoseThatTheGpuDoesNotHoldNeverBegin) {
  FunctionalDevice device(holding(15));
  const Problem p = problem_of(device, chain, {16});
  EXPECT_NE(p.what.find("livelock"), std::string::npos) << p.what;
  EXPECT_NE(p.what.find("1 CTAs of the grid begin only when others end"), std::string::npos) << p.what;
}

const std::string spin = R"(
S: atom.global.cas.b32 %r0, [%a], 0, 1; setp.ne.u32 %p, %r0, 0; @%p bra S;
  ld.volatile.global.u32 %r1, [%a+4]; add.u32 %r1, %r1, 1; st.volatile.global.u32 [%a+4], %r1;
  atom.global.exch.b32 %r0, [%a], 0; ret;)";

TEST(FunctionalProgress, ASpinLockWithinAWarpEndsWithIndependentThreadsAlone) {
  FunctionalDevice stack, threads = with_threads();
  EXPECT_EQ(run(threads, spin, {3}, {96})[1], 288u);
  const Problem p = problem_of(stack, spin);
  EXPECT_EQ(p.place.substr(0, 8), "k.ptx:7:") << p.place;
  for (const char* part :
       {"livelock in kernel 'k'", "1 warp repeats", "warp 0 of CTA 0,0,0", "lanes 1 2 3",
        "global memory at 0x10000000", "lanes 0 of the warp stand at line 8", "sm.divergence=threads"})
    EXPECT_NE(p.what.find(part), std::string::npos) << part << " in " << p.what;
}

/// A ticket taken with the other half of the warp in another branch.
TEST(FunctionalProgress, LanesOfOneBranchWaitForThoseOfTheOther) {
  FunctionalDevice threads = with_threads();
  const auto out = run(threads, R"(
    mov.u32 %r0, %tid.x; setp.lt.u32 %p, %r0, 16; @%p bra LOW;
    st.volatile.global.u32 [%a], 5; bra END;
LOW: ld.volatile.global.u32 %r1, [%a]; setp.eq.u32 %p, %r1, 0; @%p bra LOW;
    st.global.u32 [%a+4], %r1;
END: ret;)",
                       {}, {32});
  EXPECT_EQ(out[1], 5u);
}

/// Lanes come to a shuffle and to a barrier after loops of different lengths.
TEST(FunctionalProgress, LanesAreGatheredForWhatTheyDoTogether) {
  for (const bool independent : {false, true}) {
    FunctionalDevice device({.divergence = independent ? ptx::Divergence::threads : ptx::Divergence::stack});
    const auto out = run(device, R"(
    mov.u32 %r0, %tid.x; mov.u32 %r1, 0;
L:  add.u32 %r1, %r1, 1; mul.lo.u32 %r2, %r0, 9; setp.le.u32 %p, %r1, %r2; @%p bra L;
    activemask.b32 %r4;
    mov.u32 %r5, 0xffffffff;
    shfl.sync.bfly.b32 %r3, %r1, 31, 31, %r5;
    bar.sync 0;
    bar.red.popc.u32 %r6, 0, %p;
    vote.sync.ballot.b32 %r4, !%p, 0xffffffff;
    add.u32 %r3, %r3, %r4;
    mul.wide.u32 %b, %r0, 4; add.u64 %a, %a, %b;
    st.global.u32 [%a], %r3; ret;)",
                         {}, {64}, 64);
    for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], (t ^ 31u) * 9 + 1 + ~0u) << t << independent;
  }
}

TEST(FunctionalProgress, LanesThatNeverComeAreNamed) {
  FunctionalDevice threads = with_threads();
  const Problem p = problem_of(threads, R"(
    mov.u32 %r0, %tid.x; setp.lt.u32 %p, %r0, 1; @%p bra A;
    bar.warp.sync 0xffffffff; ret;
A:  shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffffffff; ret;)");
  EXPECT_NE(p.what.find("which never come"), std::string::npos) << p.what;
}

TEST(FunctionalProgress, LongLoopsAndPollsOfOthersAreNoLivelocks) {
  FunctionalDevice device;
  const auto out = run(device, R"(
    mov.u32 %r0, %tid.x; setp.ge.u32 %p, %r0, 32; @%p bra WAIT; mov.u32 %r1, 0;
L:  add.u32 %r1, %r1, 1; setp.lt.u32 %p, %r1, 3000000; @%p bra L;
    st.volatile.global.u32 [%a], %r1; ret;
WAIT: ld.volatile.global.u32 %r1, [%a]; setp.eq.u32 %p, %r1, 0; @%p bra WAIT;
    st.global.u32 [%a+4], %r1; ret;)",
                       {}, {96});
  EXPECT_EQ(out[1], 3000000u);
}

TEST(FunctionalProgress, StoresOfTheSameValueAreNoProgress) {
  FunctionalDevice device;
  const Problem p = problem_of(device, R"(
L:  ld.volatile.global.u32 %r1, [%a+8]; st.volatile.global.u32 [%a], 3; setp.eq.u32 %p, %r1, 0; @%p bra L;
    ret;)");
  EXPECT_NE(p.what.find("livelock"), std::string::npos) << p.what;
  EXPECT_NE(p.what.find("0x10000008"), std::string::npos) << p.what;
}

TEST(FunctionalProgress, ACountOfTheTriesIsNoProgress) {
  FunctionalDevice device;
  const Problem p = problem_of(device, R"(
    mov.u32 %r2, 0;
L:  ld.volatile.global.u32 %r1, [%a]; add.u32 %r2, %r2, 1; mad.lo.u32 %r3, %r2, 3, %r3;
    setp.eq.u32 %p, %r1, 0; @%p bra L;
    st.global.u32 [%a+4], %r2; st.global.u32 [%a+8], %r3; ret;)");
  EXPECT_NE(p.what.find("livelock"), std::string::npos) << p.what;
  EXPECT_NE(p.what.find("0x10000000"), std::string::npos) << p.what;
}

TEST(FunctionalProgress, AWaitForTheClockEnds) {
  for (const char* read : {"mov.u32 %r3, %clock; shr.u32 %r1, %r3, 23;", "shr.u32 %r1, %clock, 23;"}) {
    FunctionalDevice device;
    const auto out =
        run(device, std::string("L: ") + read + R"( add.u32 %r2, %r2, 1; setp.eq.u32 %p, %r1, 0; @%p bra L;
      st.global.u32 [%a], %r1; ret;)",
            {}, {32});
    EXPECT_EQ(out[0], 1u) << read;
  }
}

/// The count decides nothing for a million rounds, and then what is read.
TEST(FunctionalProgress, ACountThatChoosesAnAddressIsProgress) {
  FunctionalDevice device;
  const auto out = run(device, R"(
    mov.u32 %r2, 0; st.global.u32 [%a+4], 1;
L:  shr.u32 %r3, %r2, 20; mul.wide.u32 %b, %r3, 4; add.u64 %b, %a, %b;
    ld.volatile.global.u32 %r1, [%b]; add.u32 %r2, %r2, 1;
    setp.eq.u32 %p, %r1, 0; @%p bra L;
    st.global.u32 [%a+8], %r2; ret;)",
                       {}, {32});
  EXPECT_EQ(out[2], (1u << 20) + 1);
}

TEST(FunctionalProgress, AWaitWithALimitEnds) {
  FunctionalDevice device;
  const auto out = run(device, R"(
    mov.u32 %r2, 0;
L:  ld.volatile.global.u32 %r1, [%a]; add.u32 %r2, %r2, 1; setp.lt.u32 %p, %r2, 3000000; @%p bra L;
    st.global.u32 [%a+4], %r2; ret;)",
                       {}, {32});
  EXPECT_EQ(out[1], 3000000u);
}

/// Hundreds of GiB of which both ends are touched.
TEST(FunctionalProgress, LargeBuffersTakeWhatIsTouched) {
  FunctionalDevice device({.memory_bytes = std::uint64_t{1} << 40});
  const std::uint64_t bytes = std::uint64_t{700} << 30;
  const DevicePointer big = device.allocate(bytes);
  const DevicePointer second = device.allocate(std::uint64_t{324} << 30);
  EXPECT_GE(second, MemoryMap::own_end);
  const auto kernel = one_kernel(".param .u64 a", registers + "st.global.u32 [%a], 7; ret;");
  for (const DevicePointer at : {big, big + bytes - 4, second}) device.launch_with(kernel, {}, {1}, at);
  for (const DevicePointer at : {big, big + bytes - 4, second})
    EXPECT_EQ(device.download<std::uint32_t>(at, 1)[0], 7u);
  EXPECT_EQ(device.download<std::uint32_t>(big + bytes / 2, 1)[0], 0u);
}

}  // namespace
}  // namespace heddle::test::functional_progress_test

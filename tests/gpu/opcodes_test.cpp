// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "tests/gpu/ptx_run.hpp"

/// Instructions with unusual operands or results, in the simulated pipeline.
namespace heddle::opcodes_test {
namespace {

/// Stores %r1 of each thread to the thread's word.
const std::string store_r1 =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n";

TEST(Opcodes, LanesExchangeValues) {
  PtxRun run(
      "mov.u32 %r1, %r0;\n"
      "shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.bfly.b32 %r2, %r1, 8, 31, -1; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.bfly.b32 %r2, %r1, 4, 31, -1; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.bfly.b32 %r2, %r1, 2, 31, -1; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.bfly.b32 %r2|%p1, %r1, 1, 31, -1; @%p1 add.u32 %r1, %r1, %r2;\n"
      "setp.lt.u32 %p0, %r0, 40; vote.sync.ballot.b32 %r3, %p0, -1; popc.b32 %r3, %r3; add.u32 %r1, %r1, "
      "%r3;\n"
      "nanosleep.u32 20; prefetch.global.L1 [%rd1];\n" +
      store_r1);
  const auto result = run.run(64, 64);
  for (std::uint32_t t = 0; t < 64; ++t) EXPECT_EQ(result[t], t < 32 ? 496u + 32 : 1520u + 8) << t;
}

/// As the last step of a reduction by the lanes of a few warps' sums (NVIDIA/cuda-samples, reduce7).
TEST(Opcodes, AShuffleFromALaneOnAnotherPathGivesZero) {
  PtxRun run(
      "add.u32 %r1, %r0, 100; setp.ge.u32 %p0, %r0, 8; @%p0 bra END;\n"
      "shfl.sync.down.b32 %r2, %r1, 16, 31, 255; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.down.b32 %r2, %r1, 8, 31, 255; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.down.b32 %r2, %r1, 4, 31, 255; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.down.b32 %r2, %r1, 2, 31, 255; add.u32 %r1, %r1, %r2;\n"
      "shfl.sync.down.b32 %r2, %r1, 1, 31, 255; add.u32 %r1, %r1, %r2;\n"
      "END:\n" +
      store_r1);
  const auto result = run.run(32, 32);
  EXPECT_EQ(result[0], 8u * 100 + 28);
  EXPECT_EQ(result[8], 108u);
}

TEST(Opcodes, TheCarryFlagIsWaitedFor) {
  // Adds t + 1 and three times 2^32 - 1 to 2^64 - 1 - t in two words: each step needs the carry of the step
  // before.
  PtxRun run(
      "not.b32 %r2, %r0; mov.u32 %r3, 0xffffffff; add.u32 %r4, %r0, 1; mov.u32 %r5, 0;\n"
      "add.cc.u32 %r2, %r2, %r4; addc.cc.u32 %r3, %r3, 0; addc.u32 %r5, %r5, 0;\n"
      "add.cc.u32 %r2, %r2, -1; addc.cc.u32 %r3, %r3, 0; addc.u32 %r5, %r5, 0;\n"
      "sub.cc.u32 %r2, %r2, %r0; subc.cc.u32 %r3, %r3, 0; subc.u32 %r5, %r5, 0;\n"
      "sub.cc.u32 %r2, %r2, -1; subc.cc.u32 %r3, %r3, 0; subc.u32 %r5, %r5, 0;\n"
      "shl.b32 %r5, %r5, 16; xor.b32 %r3, %r3, %r5; xor.b32 %r1, %r3, %r2;\n" +
      store_r1);
  const auto result = run.run(64, 64);
  for (std::uint32_t t = 0; t < 64; ++t) {
    // 2^64 - t in 96 bits.
    const std::uint32_t low = 0u - t, high = t == 0 ? 0u : ~0u, top = t == 0 ? 1u : 0u;
    EXPECT_EQ(result[t], (high ^ top << 16) ^ low) << t;
  }
}

TEST(Opcodes, SpecialRegistersNameTheMachine) {
  GpuConfig config = PtxRun::one_sm();
  config.sms = 3;
  PtxRun run(
      "mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r0, %r3, %r4, %r0;\n"
      "mov.u32 %r1, %nsmid; mov.u32 %r2, %smid; shl.b32 %r2, %r2, 8; or.b32 %r1, %r1, %r2;\n"
      "mov.u64 %rd4, %clock64; mov.u64 %rd5, %clock64; setp.lt.u64 %p0, %rd4, %rd5; @%p0 or.b32 %r1, %r1, "
      "128;\n" +
          store_r1,
      "", config);
  std::set<std::uint32_t> seen;
  for (const std::uint32_t word : run.run(32, 6 * 32, 6)) {
    EXPECT_EQ(word & 0xff, 128u + 3);
    seen.insert(word >> 8);
  }
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace heddle::opcodes_test

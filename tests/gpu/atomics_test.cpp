// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <numeric>

#include "tests/gpu/both.hpp"

namespace heddle::atomics_test {
namespace {

BOTH_EXECUTORS(Atomics);

constexpr const char* global_thread =
    "mov.u32 %r20, %ctaid.x;\nmov.u32 %r21, %ntid.x;\nmad.lo.u32 %r22, %r20, %r21, %r0;\n";

TEST_P(Atomics, AllLanesOfAllCtasGetOldValuesOnce) {
  const unsigned threads = 96, ctas = 6, n = threads * ctas;
  const Job j = job(std::string(global_thread) +
                        "atom.global.add.u32 %r1, [%rd1], 1;\nmul.wide.u32 %rd2, %r22, 4;\n"
                        "add.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3+4], %r1;",
                    threads, n + 1, ctas);
  auto out = run_on(gpu, j);
  EXPECT_EQ(out[0], n);
  // Within a warp the lanes are ordered.
  for (unsigned i = 1; i < n; ++i)
    if (i % 32 != 0) {
      EXPECT_EQ(out[1 + i], out[i] + 1) << i;
    }
  std::sort(out.begin() + 1, out.end());
  for (unsigned i = 0; i < n; ++i) ASSERT_EQ(out[1 + i], i);
  EXPECT_EQ(sm("load_store.global_atomics"), n / 32);
  EXPECT_EQ(stats.number("l2_total.atomics"), n / 32);
}

/// All operations whose result does not depend on the order, each on a word of its own, in one space.
std::string all_operations(const std::string& space, const std::string& at) {
  std::string text =
      "add.u32 %r1, %r22, 100;\ncvt.u64.u32 %rd4, %r1;\nneg.s64 %rd4, %rd4;\nneg.s32 %r2, %r1;\n"
      "mul.wide.u32 %rd5, %r22, 3;\nmov.b64 %rd6, 0x100000001;\nmul.lo.u64 %rd5, %rd5, %rd6;\n"
      "shl.b32 %r3, 1, %r22;\nnot.b32 %r4, %r3;\ncvt.rn.f32.u32 %f1, %r22;\n";
  const auto red = [&](const char* operation, const char* value, unsigned offset) {
    text +=
        "red" + space + "." + operation + " [" + at + "+" + std::to_string(offset) + "], " + value + ";\n";
  };
  red("add.u32", "%r1", 0);
  red("min.s32", "%r2", 4);
  red("max.s32", "%r2", 8);
  red("min.u32", "%r2", 12);
  red("max.u32", "%r1", 16);
  red("and.b32", "%r4", 20);
  red("or.b32", "%r3", 24);
  red("xor.b32", "%r1", 28);
  red("inc.u32", "40", 32);
  red("dec.u32", "40", 36);
  red("add.f32", "%f1", 40);
  red("add.u64", "%rd5", 48);
  red("min.s64", "%rd4", 56);
  red("max.u64", "%rd4", 64);
  red("xor.b64", "%rd5", 72);
  return text;
}

void expect_operations(const std::vector<std::uint32_t>& out, std::uint32_t n) {
  std::uint32_t sum = 0, bits = 0, x = 0;
  std::uint64_t wide = 0, wide_x = 0;
  float floats = 0;
  for (std::uint32_t t = 0; t < n; ++t) {
    sum += t + 100;
    x ^= t + 100;
    bits |= t < 32 ? 1u << t : 0;
    wide += t * 3ull * 0x100000001ull;
    wide_x ^= t * 3ull * 0x100000001ull;
    floats += static_cast<float>(t);
  }
  const auto pair = [&](unsigned k) { return std::uint64_t{out[k + 1]} << 32 | out[k]; };
  EXPECT_EQ(out[0], sum);
  EXPECT_EQ(static_cast<std::int32_t>(out[1]), -static_cast<std::int32_t>(n + 99));
  EXPECT_EQ(out[2], 0u);
  EXPECT_EQ(out[3], 0u);
  EXPECT_EQ(out[4], n + 99);
  EXPECT_EQ(out[5], 0u);
  EXPECT_EQ(out[6], bits);
  EXPECT_EQ(out[7], x);
  EXPECT_EQ(out[8], n % 41);
  EXPECT_EQ(out[9], (41 - n % 41) % 41);
  EXPECT_EQ(std::bit_cast<float>(out[10]), floats);
  EXPECT_EQ(pair(12), wide);
  EXPECT_EQ(static_cast<std::int64_t>(pair(14)), -static_cast<std::int64_t>(n + 99));
  EXPECT_EQ(pair(16), ~std::uint64_t{0} - 99);
  EXPECT_EQ(pair(18), wide_x);
}

TEST_P(Atomics, OperationsOnGlobalMemory) {
  expect_operations(same(job(global_thread + all_operations(".relaxed.gpu.global", "%rd1"), 70, 20, 3)), 210);
}

TEST_P(Atomics, OperationsOnGenericAddressesOfGlobalMemory) {
  expect_operations(same(job(global_thread + all_operations("", "%rd0"), 70, 20, 3)), 210);
}

TEST_P(Atomics, OperationsOnSharedMemoryTakeAPassALane) {
  const std::string copy =
      "bar.sync 0;\nsetp.lt.u32 %p0, %r0, 20;\nmul.lo.u32 %r5, %r0, 4;\nmov.u32 %r6, sh;\nadd.u32 %r6, %r6, "
      "%r5;\n"
      "cvt.u64.u32 %rd7, %r5;\nadd.u64 %rd7, %rd1, %rd7;\n@%p0 ld.shared.u32 %r7, [%r6];\n"
      "@%p0 st.global.u32 [%rd7], %r7;";
  const auto out =
      same(job(global_thread + ("mov.u32 %r9, sh;\n" + all_operations(".shared", "%r9")) + copy, 70, 20));
  expect_operations(out, 70);
  EXPECT_EQ(sm("load_store.shared_atomics"), 3 * 15);
  // In each of the 15 atomics all lanes but the first wait, in two full warps and in one of 6 lanes.
  EXPECT_GE(sm("load_store.shared_conflict_cycles"), 15 * (31 + 31 + 5));
}

TEST_P(Atomics, ExchangeAndCompareAndSwapInLaneOrder) {
  const auto out = same(job(R"(
    add.u32 %r1, %r0, 1;
    atom.global.exch.b32 %r2, [%rd1], %r1;
    atom.global.cas.b32 %r3, [%rd1+4], %r0, %r1;
    mov.b64 %rd5, {%r0, %r1};
    atom.global.exch.b64 %rd6, [%rd1+8], %rd5;
    mov.b64 {%r4, %r5}, %rd6;
    mul.wide.u32 %rd2, %r0, 16;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3+16], %r2; st.global.u32 [%rd3+20], %r3;
    st.global.u32 [%rd3+24], %r4; st.global.u32 [%rd3+28], %r5;)",
                            32, 4 + 4 * 32));
  EXPECT_EQ(out[0], 32u);
  EXPECT_EQ(out[1], 32u);
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[4 + 4 * t], t);
    EXPECT_EQ(out[5 + 4 * t], t);
    EXPECT_EQ(out[6 + 4 * t], t == 0 ? 0 : t - 1);
    EXPECT_EQ(out[7 + 4 * t], t);
  }
}

TEST_P(Atomics, FloatSumsHaveOneOrderAWarp) {
  const auto out = same(job(R"(
    cvt.rn.f32.u32 %f0, %r0;
    add.f32 %f0, %f0, 0f3F800001;
    rcp.rn.f32 %f1, %f0;
    atom.global.add.f32 %f2, [%rd1], %f1;
    mul.wide.u32 %rd2, %r0, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.f32 [%rd3+4], %f2;)",
                            32, 33));
  float sum = 0;
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(std::bit_cast<float>(out[1 + t]), sum) << t;
    sum += 1.0f / (static_cast<float>(t) + std::bit_cast<float>(0x3F800001u));
  }
  EXPECT_EQ(std::bit_cast<float>(out[0]), sum);
}

TEST_P(Atomics, DivergentLanesAndSpreadWords) {
  // Every third lane executes them, on words of several lines; the others keep their values.
  const auto out = same(job(R"(
    rem.u32 %r1, %r0, 3;
    setp.eq.u32 %p0, %r1, 0;
    mul.lo.u32 %r2, %r0, 36;
    and.b32 %r2, %r2, 1020;
    cvt.u64.u32 %rd2, %r2;
    add.u64 %rd3, %rd1, %rd2;
    mov.u32 %r3, 1000;
    @%p0 atom.global.add.u32 %r3, [%rd3], %r0;
    mul.wide.u32 %rd4, %r0, 4;
    add.u64 %rd5, %rd1, %rd4;
    st.global.u32 [%rd5+1024], %r3;)",
                            64, 256 + 64));
  for (unsigned t = 0; t < 64; ++t)
    if (t % 3 != 0) {
      EXPECT_EQ(out[256 + t], 1000u);
    }
  EXPECT_EQ(std::accumulate(out.begin(), out.begin() + 256, 0u), 21 * 22 / 2 * 3u);
}

TEST_P(Atomics, LockGuardsACounterThatIsNoAtomic) {
  // The first thread of each CTA takes the lock, adds to a counter in another line, and releases the lock.
  const auto out = same(job(R"(
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra END;
  TAKE:
    atom.acquire.gpu.global.cas.b32 %r1, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra TAKE;
    ld.volatile.global.u32 %r2, [%rd1+1024];
    add.u32 %r2, %r2, 3;
    st.volatile.global.u32 [%rd1+1024], %r2;
    atom.release.gpu.global.exch.b32 %r3, [%rd1], 0;
  END:)",
                            32, 512, 20));
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[256], 60u);
}

TEST_P(Atomics, MisalignedOrOutsideIsReported) {
  const Failure misaligned = same_failure(job("atom.global.add.u32 %r1, [%rd1+2], 1;", 32, 4));
  EXPECT_EQ(misaligned.status, Status::misaligned_address);
  EXPECT_EQ(misaligned.problem.what,
            "misaligned atomic of 4 bytes in global memory by warp 0, lane 0 of kernel 'k'");
}

TEST_P(Atomics, OutsideOfMemoryIsReported) {
  EXPECT_EQ(same_failure(job("red.global.add.u64 [%rd1+16], %rd1;", 32, 4)).status, Status::illegal_address);
}

TEST_P(Atomics, SharedOutsideIsReported) {
  EXPECT_EQ(same_failure(job("mov.u32 %r1, sh; red.shared.add.u32 [%r1+16384], 1;", 32, 4)).problem.legal,
            "below 0x4000, the CTA's shared memory");
}

}  // namespace
}  // namespace heddle::atomics_test

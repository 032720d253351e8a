// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies on the machine: what they leave in memory, and the time that they take.
#include "tests/gpu/both.hpp"

namespace heddle::async_copies_test {
namespace {

BOTH_EXECUTORS(AsyncCopies);

/// The thread's place in the buffer (%rd3) and in shared memory (%r1), of 4 bytes.
const std::string places =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd1, %rd2;\nmov.u32 %r1, sh;\nmad.lo.u32 %r1, %r0, 4, %r1;\n";

Job counted(const std::string& body, unsigned threads, unsigned words, unsigned ctas = 1) {
  Job j = job(places + body, threads, words, ctas);
  for (unsigned k = 0; k < words; ++k) j.buffer[k] = 3 * k + 1;
  return j;
}

/// Tiles of 128 words, two of them in shared memory at a time; each thread adds up what its neighbour has
/// copied. `wait` and `done` stand around the use of a tile.
std::string pipeline(const std::string& copy) {
  return R"(
    mov.u32 %r9, 0;
    mov.u32 %r10, 0;
    )" + copy +
         R"(
    cp.async.commit_group;
    add.u64 %rd3, %rd3, 512;
    LOOP:
    setp.eq.u32 %p0, %r9, 7;
    xor.b32 %r1, %r1, 512;
    @!%p0 )" +
         copy + R"(
    cp.async.commit_group;
    cp.async.wait_group 1;
    bar.sync 0;
    xor.b32 %r2, %r0, 127;
    mov.u32 %r3, sh;
    mad.lo.u32 %r3, %r2, 4, %r3;
    and.b32 %r4, %r9, 1;
    mad.lo.u32 %r3, %r4, 512, %r3;
    ld.shared.u32 %r5, [%r3];
    mad.lo.u32 %r10, %r10, 5, %r5;
    bar.sync 0;
    add.u64 %rd3, %rd3, 512;
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 8;
    @%p1 bra LOOP;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3+4096], %r10;)";
}

TEST_P(AsyncCopies, FillOneBufferWhileTheOtherIsRead) {
  const auto out = same(counted(pipeline("cp.async.ca.shared.global [%r1], [%rd3], 4;"), 128, 1024 + 128));
  for (unsigned t = 0; t < 128; ++t) {
    std::uint32_t sum = 0;
    for (unsigned tile = 0; tile < 8; ++tile) sum = sum * 5 + 3 * (128 * tile + 127 - t) + 1;
    EXPECT_EQ(out[1024 + t], sum);
  }
  EXPECT_EQ(sm("load_store.async_copies"), 32);
  EXPECT_EQ(sm("load_store.global_loads"), 32);
}

TEST_P(AsyncCopies, OfSixteenBytesPassTheL1) {
  const std::string wide =
      "shl.b32 %r20, %r0, 4;\nmov.u32 %r1, sh;\nadd.u32 %r1, %r1, %r20;\n"
      "mul.wide.u32 %rd4, %r0, 16;\nadd.u64 %rd3, %rd1, %rd4;\n";
  const auto out = same(counted(wide + R"(
    and.b32 %r21, %r0, 15;
    cp.async.cg.shared.global [%r1], [%rd3], 16, %r21;
    cp.async.wait_all;
    bar.sync 0;
    xor.b32 %r22, %r20, 240;
    mov.u32 %r1, sh;
    add.u32 %r1, %r1, %r22;
    ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1];
    bar.sync 0;
    st.global.v4.u32 [%rd3], {%r4, %r5, %r6, %r7};)",
                                64, 256));
  EXPECT_EQ(out[0], 3 * 60 + 1U);  // thread 15 has read 15 bytes
  EXPECT_EQ(out[4 * 15], 0U);      // thread 0 none
}

/// A warp goes on behind a copy, and waits for as many groups as it says. The second time, when its
/// instructions are in the cache, counts.
TEST_P(AsyncCopies, TakeTheTimeOfMemory) {
  const auto out = run_on(gpu, counted(R"(
    mov.u32 %r9, 0;
    AGAIN:
    mov.u32 %r10, %clock;
    cp.async.cg.shared.global [sh], [%rd1], 16;
    cp.async.commit_group;
    cp.async.wait_group 1;
    mov.u32 %r11, %clock;
    cp.async.wait_group 0;
    mov.u32 %r12, %clock;
    cp.async.cg.shared.global [sh], [%rd1], 16;
    cp.async.wait_group 0;
    mov.u32 %r13, %clock;
    cp.async.wait_all;
    mov.u32 %r14, %clock;
    sub.u32 %r14, %r14, %r13;
    sub.u32 %r13, %r13, %r12;
    sub.u32 %r12, %r12, %r11;
    sub.u32 %r11, %r11, %r10;
    st.global.u32 [%rd1+128], %r11;
    st.global.u32 [%rd1+132], %r12;
    st.global.u32 [%rd1+136], %r13;
    st.global.u32 [%rd1+140], %r14;
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 2;
    @%p1 bra AGAIN;)",
                                       1, 64));
  EXPECT_LT(out[32], 40U);   // one group may be under way
  EXPECT_GT(out[33], 100U);  // none may
  EXPECT_LT(out[34], 40U);   // what is not committed is not waited for
  EXPECT_GT(out[35], 100U);  // but by wait_all
}

/// Data that nobody waits for has not arrived when it is read.
TEST_P(AsyncCopies, ThatNobodyWaitsForAreLate) {
  const Job j = counted(
      "cp.async.ca.shared.global [%r1], [%rd3], 4;\nld.shared.u32 %r4, [%r1];\n"
      "st.global.u32 [%rd3+128], %r4;",
      32, 64);
  FunctionalDevice functional;
  EXPECT_EQ(run_on(functional, j)[33], 4U);
  EXPECT_EQ(run_on(gpu, j)[33], 0U);
}

/// Words of 32 lanes that fall into one bank are written one after the other.
TEST_P(AsyncCopies, HaveBankConflicts) {
  const std::string columns = "mov.u32 %r1, sh;\nmad.lo.u32 %r1, %r0, 128, %r1;\n";
  run_on(gpu, counted(columns + "cp.async.ca.shared.global [%r1], [%rd3], 4;\ncp.async.wait_all;", 32, 32));
  EXPECT_EQ(sm("load_store.shared_conflict_cycles"), 31);
  EXPECT_EQ(sm("load_store.shared_accesses"), 1);
}

/// A warp may end while its copies are under way; a CTA that follows must not see them.
TEST_P(AsyncCopies, EndBeforeTheirWarpDoes) {
  same(counted(R"(
    mov.u32 %r20, %ctaid.x;
    mul.wide.u32 %rd5, %r20, 128;
    add.u64 %rd3, %rd3, %rd5;
    ld.shared.u32 %r4, [%r1];
    cp.async.ca.shared.global [%r1], [%rd3], 4;
    st.global.u32 [%rd3+8192], %r4;)",
               32, 4096, 40));
}

/// Copies and arrivals of many warps; the last one opens the phase, and all read what others have copied.
TEST_P(AsyncCopies, ArriveAtMbarriers) {
  for (const bool counted_in : {true, false}) {
    const std::string expects = counted_in ? "512" : "256", form = counted_in ? ".noinc" : "";
    const auto out =
        same(counted("setp.eq.u32 %p0, %r0, 0;\n@%p0 mbarrier.init.shared.b64 [sh+8192], " + expects + R"(;
    bar.sync 0;
    cp.async.ca.shared.global [%r1], [%rd3], 4;
    cp.async.mbarrier.arrive)" +
                         form + R"(.shared.b64 [sh+8192];
    mbarrier.arrive.shared.b64 %rd6, [sh+8192];
    WAIT:
    mbarrier.test_wait.shared.b64 %p1, [sh+8192], %rd6;
    @!%p1 bra WAIT;
    xor.b32 %r2, %r0, 255;
    mov.u32 %r3, sh;
    mad.lo.u32 %r3, %r2, 4, %r3;
    ld.shared.u32 %r5, [%r3];
    st.global.u32 [%rd3+1024], %r5;)",
                     256, 512));
    for (unsigned t = 0; t < 256; ++t) EXPECT_EQ(out[256 + t], 3 * (255 - t) + 1) << form;
  }
}

TEST_P(AsyncCopies, FromOutsideOfMemoryAreRefused) {
  same_failure(counted("cp.async.ca.shared.global [%r1], [%rd3+4], 4;", 32, 32));
}
TEST_P(AsyncCopies, ToOutsideOfSharedMemoryAreRefused) {
  same_failure(counted("cp.async.ca.shared.global [%r1+16380], [%rd3], 4;", 32, 32));
}
TEST_P(AsyncCopies, ToMisalignedPlacesAreRefused) {
  same_failure(counted("cp.async.ca.shared.global [%r1+2], [%rd3], 4;", 32, 32));
}

}  // namespace
}  // namespace heddle::async_copies_test

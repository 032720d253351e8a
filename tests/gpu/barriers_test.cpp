// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/both.hpp"

namespace heddle::barriers_test {
namespace {

BOTH_EXECUTORS(Barriers);

/// Warps 0 and 1 fill shared memory and continue; warps 2 and 3 wait for them at a barrier of their own.
std::string producers_and_consumers(const std::string& arrive, const std::string& sync) {
  return "setp.ge.u32 %p0, %r0, 64;\nmul.lo.u32 %r1, %r0, 4;\nmov.u32 %r2, sh;\nadd.u32 %r2, %r2, %r1;\n"
         "mov.u32 %r10, 5; mov.u32 %r11, 128;\n"
         "@%p0 bra CONSUMER;\nmad.lo.u32 %r3, %r0, %r0, 7;\nst.shared.u32 [%r2], %r3;\n" +
         arrive + "\nbra END;\nCONSUMER:\n" + sync +
         "\nld.shared.u32 %r3, [%r2+-256];\ncvt.u64.u32 %rd2, %r1;\nadd.u64 %rd3, %rd1, %rd2;\n"
         "st.global.u32 [%rd3+-256], %r3;\nEND:";
}

std::vector<std::uint32_t> squares_and_seven() {
  std::vector<std::uint32_t> v(64);
  for (std::uint32_t i = 0; i < 64; ++i) v[i] = i * i + 7;
  return v;
}

TEST_P(Barriers, ProducersArriveAndConsumersWait) {
  EXPECT_EQ(same(job(producers_and_consumers("bar.arrive 5, 128;", "bar.sync 5, 128;"), 128, 64)),
            squares_and_seven());
}

TEST_P(Barriers, NumberAndCountFromRegisters) {
  EXPECT_EQ(
      same(job(producers_and_consumers("barrier.cta.arrive.aligned %r10, %r11;", "barrier.sync %r10, %r11;"),
               128, 64)),
      squares_and_seven());
}

TEST_P(Barriers, AReductionsOutcomeIsReadBeforeTheNextOneIsMade) {
  // The SMs are full, so that the instruction which reads the result has to queue; two results alternate.
  const unsigned threads = 512, ctas = 3;
  const auto out = same(job(R"(
    setp.lt.u32 %p1, %r0, 100;
    mov.u32 %r5, 0;
    mov.u32 %r6, 0;
  LOOP:
    bar.red.popc.u32 %r2, 0, %p1;
    bar.red.popc.u32 %r3, 0, !%p1;
    mad.lo.u32 %r5, %r2, 3, %r5;
    add.u32 %r5, %r5, %r3;
    add.u32 %r6, %r6, 1;
    setp.lt.u32 %p2, %r6, 8;
    @%p2 bra LOOP;
    mov.u32 %r7, %ctaid.x;
    mad.lo.u32 %r7, %r7, 512, %r0;
    mul.wide.u32 %rd2, %r7, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r5;)",
                            threads, threads * ctas, ctas));
  for (unsigned t = 0; t < threads * ctas; ++t) ASSERT_EQ(out[t], 8 * (3 * 100 + 412u)) << t;
}

TEST_P(Barriers, ReductionsCountThreadsThatHaveNotEnded) {
  // 80 of 96 threads remain, and the numbers of 27 of them are divisible by 3. The second time shows that the
  // state was cleared.
  const auto out = same(job(R"(
    setp.ge.u32 %p0, %r0, 80;
    @%p0 bra END;
    rem.u32 %r1, %r0, 3;
    setp.eq.u32 %p1, %r1, 0;
    bar.red.popc.u32 %r2, 0, %p1;
    bar.red.popc.u32 %r3, 0, !%p1;
    bar.red.and.pred %p2, 0, %p1;
    barrier.cta.red.or.aligned.pred %p3, 3, %p1;
    setp.lt.u32 %p4, %r0, 96;
    bar.red.and.pred %p5, 0, %p4;
    selp.u32 %r4, 1, 0, %p2;
    selp.u32 %r5, 2, 0, %p3;
    selp.u32 %r6, 4, 0, %p5;
    or.b32 %r4, %r4, %r5;
    or.b32 %r4, %r4, %r6;
    mul.wide.u32 %rd2, %r0, 12;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2; st.global.u32 [%rd3+4], %r3; st.global.u32 [%rd3+8], %r4;
  END:)",
                            96, 96 * 3));
  for (unsigned t = 0; t < 96; ++t) {
    EXPECT_EQ(out[3 * t], t < 80 ? 27u : 0u) << t;
    EXPECT_EQ(out[3 * t + 1], t < 80 ? 53u : 0u) << t;
    EXPECT_EQ(out[3 * t + 2], t < 80 ? 6u : 0u) << t;
  }
}

TEST_P(Barriers, WarpsThatEndLetTheOthersPass) {
  // Warp 2 ends only after a long loop; the barrier of the whole CTA waits exactly until then.
  const auto out = same(job(R"(
    setp.ge.u32 %p0, %r0, 64;
    @%p0 bra LATE;
    bar.sync 0;
    mul.wide.u32 %rd2, %r0, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], 9;
    bra END;
  LATE:
    mov.u32 %r1, 200;
  LOOP:
    sub.u32 %r1, %r1, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra LOOP;
  END:)",
                            96, 64));
  EXPECT_EQ(out, std::vector<std::uint32_t>(64, 9));
}

TEST_P(Barriers, DeadlocksAreReportedWithNumberAndLine) {
  const Failure f = same_failure(job(R"(setp.ge.u32 %p0, %r0, 32;
    @%p0 bra OTHER;
    bar.sync 1;
    bra END;
  OTHER:
    bar.sync 2, 64;
  END:)",
                                     64, 1));
  EXPECT_EQ(f.status, Status::launch_timeout);
  EXPECT_EQ(f.problem.what, "barrier deadlock in kernel 'k'");
  EXPECT_EQ(f.problem.value, "waiting: warp 0 (barrier 1, line 12), warp 1 (barrier 2, line 15)");
}

TEST_P(Barriers, MisuseIsReported) {
  const Failure number = same_failure(job("add.u32 %r1, %r0, 0; mov.u32 %r2, 16; bar.sync %r2;", 32, 1));
  EXPECT_EQ(number.status, Status::launch_failed);
  EXPECT_EQ(number.problem.what, "no such barrier");
  EXPECT_EQ(number.problem.value, "16");
}

TEST_P(Barriers, LanesMustAgree) {
  EXPECT_EQ(same_failure(job("and.b32 %r1, %r0, 1; bar.sync %r1;", 32, 1)).problem.what,
            "lanes of a warp name different barriers or thread counts");
}

TEST_P(Barriers, WarpsMustAgree) {
  // It is not defined which warp comes second.
  const Job j =
      job("setp.ge.u32 %p0, %r0, 32; @%p0 bra B; bar.sync 1, 64; bra E;\nB:\nbar.sync 1, 32;\nE:", 64, 1);
  FunctionalDevice functional;
  for (Device* device : {static_cast<Device*>(&functional), static_cast<Device*>(&gpu)}) {
    const Failure f = failure_on(*device, j);
    EXPECT_EQ(f.status, Status::launch_failed);
    EXPECT_NE(f.problem.what.find("expects another number of threads at barrier 1"), std::string::npos);
  }
}

TEST_P(Barriers, LanesThatWaitToEndAreNotWaitedFor) {
  // Compilers let threads without work jump to the kernel's `ret`, where the other threads reconverge with
  // them.
  const auto out = same(job(R"(
    setp.ge.u32 %p0, %r0, 40;
    @%p0 bra END;
    and.b32 %r1, %r0, 1;
    setp.eq.u32 %p1, %r1, 0;
    mul.wide.u32 %rd2, %r0, 4;
    add.u64 %rd3, %rd1, %rd2;
    @%p1 bra EVEN;
    st.global.u32 [%rd3], 1;
  EVEN:
    bar.sync 0;
    st.global.u32 [%rd3+160], 2;
  END:)",
                            64, 80));
  for (unsigned t = 0; t < 40; ++t) {
    EXPECT_EQ(out[t], t % 2);
    EXPECT_EQ(out[40 + t], 2u);
  }
}

TEST_P(Barriers, LanesOnTheOtherSideOfABranchAreADeadlock) {
  const Failure f = same_failure(job(R"(and.b32 %r1, %r0, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra EVEN;
    bar.sync 0;
  EVEN:
    st.global.u32 [%rd1], 2;)",
                                     2, 1));
  EXPECT_EQ(f.problem.value, "waiting: warp 0 (barrier 0, line 13, without lanes 0)");
}

}  // namespace
}  // namespace heddle::barriers_test

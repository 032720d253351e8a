// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies and mbarriers without time: what they leave in memory, and what is refused.
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

namespace heddle::async_copy_test {
namespace {

/// 32 threads; each has its place in the buffer (%rd3) and in shared memory (%r1), 16 bytes apart.
const std::string places =
    "mul.wide.u32 %rd2, %r0, 16;\nadd.u64 %rd3, %rd1, %rd2;\nmov.u32 %r1, sh;\nmad.lo.u32 %r1, %r0, 16, "
    "%r1;\n";

std::string text(const std::string& body) {
  return ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out) {\n"
         ".reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .pred %p<8>;\n.shared .align 16 .b8 sh[16384];\n"
         "ld.param.u64 %rd1, [out];\nmov.u32 %r0, %tid.x;\n" +
         places + body + "\nret;\n}\n";
}

/// Runs the body on 32 threads over 512 bytes that hold 1, 2, 3 and so on.
std::vector<std::uint32_t> run(const std::string& body) {
  FunctionalDevice device;
  Context context(device);
  std::vector<std::uint32_t> words(128);
  std::iota(words.begin(), words.end(), 1u);
  const DevicePointer buffer = context.upload(words);
  context.load_text(text(body), "k.ptx").function("k").launch({.grid = {1}, .cta = {32}}, buffer);
  return context.download<std::uint32_t>(buffer, words.size());
}

Problem problem_of(const std::string& body) {
  try {
    ptx::load_module(text(body), "k.ptx");
  } catch (const Error& e) {
    return e.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

Problem failure_of(const std::string& body) {
  try {
    run(body);
  } catch (const Error& e) {
    return e.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

const std::string wait = "cp.async.commit_group;\ncp.async.wait_group 0;\n",
                  back =
                      "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1];\n"
                      "st.global.v4.u32 [%rd3], {%r7, %r6, %r5, %r4};\n";

TEST(AsyncCopy, CopiesAllSizes) {
  auto out = run("cp.async.cg.shared.global [%r1], [%rd3], 16;\n" + wait + back);
  for (unsigned k = 0; k < 128; ++k) EXPECT_EQ(out[k], k / 4 * 4 + 4 - k % 4);
  out = run("cp.async.ca.shared.global.L2::128B [%r1], [%rd3+8], 8;\ncp.async.wait_all;\n" + back);
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[2], 4U);
  EXPECT_EQ(out[3], 3U);
  out = run("cp.async.ca.shared::cta.global [%r1+12], [%rd3+4], 4;\n" + wait + back);
  EXPECT_EQ(out[0], 2U);
  EXPECT_EQ(out[3], 0U);
}

TEST(AsyncCopy, FillsWithZeroWhatItDoesNotRead) {
  const std::string full = "st.shared.v4.u32 [%r1], {%r1, %r1, %r1, %r1};\n";
  auto out = run(full + "cp.async.ca.shared.global [%r1], [%rd3], 16, 6;\n" + wait + back);
  EXPECT_EQ(out[3], 1U);
  EXPECT_EQ(out[2], 2U);  // of four bytes two
  EXPECT_EQ(out[1], 0U);
  EXPECT_EQ(out[0], 0U);
  // Lanes that read nothing need no address: here odd ones, by size and by predicate.
  const std::string odd =
      "and.b32 %r8, %r0, 1;\nsetp.ne.u32 %p0, %r8, 0;\nselp.u64 %rd4, 3, %rd3, %p0;\n"
      "selp.u32 %r9, 0, 16, %p0;\n";
  for (const std::string last : {"%r9", "%p0"}) {
    out = run(full + odd + "cp.async.cg.shared.global [%r1], [%rd4], 16, " + last + ";\n" + wait + back);
    for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[4 * t], t % 2 == 0 ? 4 * t + 4 : 0) << last;
  }
}

TEST(AsyncCopy, MayHaveAGuardAndAWideAddress) {
  const auto out =
      run("cvt.u64.u32 %rd5, %r1;\nsetp.lt.u32 %p1, %r0, 5;\n"
          "@%p1 cp.async.ca.shared.global [%rd5+4], [%rd3], 4;\n" +
          wait + back);
  EXPECT_EQ(out[2], 1U);
  EXPECT_EQ(out[4 * 4 + 2], 17U);
  EXPECT_EQ(out[5 * 4 + 2], 0U);
}

TEST(AsyncCopy, ErrorsNameTheOperand) {
  EXPECT_EQ(problem_of("cp.async.cg.shared.global [%r1], [%rd3], 8;").legal, "16");
  EXPECT_EQ(problem_of("cp.async.ca.shared.global [%r1], [%rd3], 12;").legal, "4, 8 or 16");
  EXPECT_EQ(problem_of("cp.async.ca.shared.global [out], [%rd3], 4;").what,
            "variable does not lie in .shared");
  EXPECT_EQ(problem_of("cp.async.wait_group %r0;").legal, "a number, 0 or more");
  EXPECT_EQ(problem_of("cp.async.bulk.commit_group;").what, "'cp.bulk' is not supported");
  EXPECT_EQ(problem_of("mbarrier.init.shared.b64 [sh], 2000000;").legal, "1 to 1048575");
}

TEST(AsyncCopy, FaultsNameTheSide) {
  Problem p = failure_of("cp.async.cg.shared.global [%r1], [%rd3+4], 16;");
  EXPECT_EQ(p.what, "misaligned load of 16 bytes in global memory by warp 0, lane 0 of kernel 'k'");
  p = failure_of("cp.async.cg.shared.global [%r1+16380], [%rd3], 16;");
  EXPECT_EQ(p.what, "misaligned store of 16 bytes in shared memory by warp 0, lane 0 of kernel 'k'");
  p = failure_of("cp.async.ca.shared.global [%r1+16368], [%rd3], 16;");
  EXPECT_EQ(p.what, "out-of-bounds store of 16 bytes in shared memory by warp 0, lane 1 of kernel 'k'");
  p = failure_of("cp.async.ca.shared.global [%r1], [%rd3+496], 16, 12;");
  EXPECT_EQ(p.what, "out-of-bounds load of 12 bytes in global memory by warp 0, lane 1 of kernel 'k'");
}

/// An mbarrier for 64 arrivals: phase by phase, with all forms of arriving.
TEST(Mbarrier, CountsPhases) {
  const auto out = run(R"(
    setp.eq.u32 %p0, %r0, 0;
    @%p0 mbarrier.init.shared.b64 [sh], 64;
    bar.sync 0;
    mbarrier.arrive.shared.b64 %rd6, [sh];
    mbarrier.pending_count.b64 %r2, %rd6;
    mbarrier.test_wait.shared.b64 %p1, [sh], %rd6;
    selp.u32 %r3, 1, 0, %p1;
    bar.sync 0;
    mbarrier.arrive_drop.noComplete.release.cta.shared::cta.b64 %rd7, [sh], 1;
    mbarrier.test_wait.acquire.cta.shared.b64 %p1, [sh], %rd6;
    selp.u32 %r4, 1, 0, %p1;
    mbarrier.try_wait.parity.shared.b64 %p1, [sh], 0, 100;
    selp.u32 %r5, 1, 0, %p1;
    st.global.v4.u32 [%rd3], {%r2, %r3, %r4, %r5};
    mbarrier.arrive.shared.b64 %rd8, [sh];
    bar.sync 0;
    mbarrier.test_wait.parity.shared.b64 %p1, [sh], 1;
    selp.u32 %r6, 1, 0, %p1;
    mov.u32 %r8, 1;
    mbarrier.arrive.shared.b64 %rd9, [sh], %r8;
    mbarrier.pending_count.b64 %r7, %rd9;
    setp.eq.u32 %p2, %r0, 31;
    @%p2 st.global.v2.u32 [%rd3], {%r6, %r7};)");
  for (unsigned t = 0; t < 31; ++t) {
    EXPECT_EQ(out[4 * t], 64 - t);       // lanes arrive one after the other
    EXPECT_EQ(out[4 * t + 1], 0U) << t;  // half of what it expects
    EXPECT_EQ(out[4 * t + 2], 1U) << t;  // with the other half the phase is over
    EXPECT_EQ(out[4 * t + 3], 1U) << t;
  }
  EXPECT_EQ(out[4 * 31], 1U);      // phase 1 expects 32, which have come
  EXPECT_EQ(out[4 * 31 + 1], 1U);  // the last of the 32 of phase 2
}

TEST(Mbarrier, CopiesArrive) {
  const auto out = run(R"(
    setp.eq.u32 %p0, %r0, 0;
    @%p0 mbarrier.init.shared.b64 [sh+8192], 32;
    bar.sync 0;
    cp.async.ca.shared.global [%r1], [%rd3], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [sh+8192];
    WAIT:
    mbarrier.test_wait.parity.shared.b64 %p1, [sh+8192], 0;
    @!%p1 bra WAIT;
    ld.shared.u32 %r2, [%r1];
    cp.async.ca.shared.global [%r1], [%rd3+4], 4;
    cp.async.mbarrier.arrive.shared.b64 [sh+8192];
    mbarrier.arrive.shared.b64 %rd6, [sh+8192];
    AGAIN:
    mbarrier.test_wait.shared.b64 %p1, [sh+8192], %rd6;
    @!%p1 bra AGAIN;
    ld.shared.u32 %r3, [%r1];
    st.global.v2.u32 [%rd3+8], {%r2, %r3};)");
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[4 * t + 2], 4 * t + 1);
    EXPECT_EQ(out[4 * t + 3], 4 * t + 2);
  }
}

}  // namespace
}  // namespace heddle::async_copy_test

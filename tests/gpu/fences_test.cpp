// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/both.hpp"

namespace heddle::fences_test {
namespace {

BOTH_EXECUTORS(Fences);

/// CTA 0 writes a word of each of 32 lines in one memory channel, where they queue, and then a flag in
/// another channel; CTA 1 waits for the flag and reads the words.
std::string message(const std::string& fence, const std::string& store, const std::string& load) {
  return "mov.u32 %r1, %ctaid.x;\nsetp.ne.u32 %p0, %r1, 0;\nmul.wide.u32 %rd2, %r0, 3072;\nadd.u64 %rd3, "
         "%rd1, %rd2;\n"
         "@%p0 bra READER;\nadd.u32 %r2, %r0, 100;\nst.global.u32 [%rd3+4], %r2;\n" +
         fence + "\nsetp.eq.u32 %p1, %r0, 31;\n@%p1 " + store + " [%rd1+256], 1;\nbra END;\nREADER:\n" +
         load +
         " %r3, [%rd1+256];\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 bra READER;\nld.volatile.global.u32 %r4, "
         "[%rd3+4];\n"
         "mul.wide.u32 %rd4, %r0, 4;\nadd.u64 %rd4, %rd1, %rd4;\nst.global.u32 [%rd4+512], %r4;\nEND:";
}

void expect_message(const std::vector<std::uint32_t>& out) {
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[128 + t], 100 + t) << t;
}

constexpr unsigned words = 32 * 768;

TEST_P(Fences, MembarOrdersTheFlagBehindTheData) {
  expect_message(
      same(job(message("membar.gl;", "st.volatile.global.u32", "ld.volatile.global.u32"), 32, words, 2)));
}

TEST_P(Fences, FenceOfScopeDoesTheSame) {
  expect_message(
      same(job(message("fence.acq_rel.gpu;", "st.relaxed.gpu.global.u32", "ld.relaxed.gpu.global.u32"), 32,
               words, 2)));
}

TEST_P(Fences, ReleaseAndAcquireCarryTheirFences) {
  expect_message(
      same(job(message("", "st.release.gpu.global.u32", "ld.acquire.gpu.global.u32"), 32, words, 2)));
}

TEST_P(Fences, WaitsForStoresToBeDone) {
  // A store takes hundreds of cycles until it is done; the clock shows that the fence has waited for it.
  const auto out = run_on(gpu, job(R"(
    mov.u32 %r1, %clock;
    st.global.u32 [%rd1+64], %r0;
    mov.u32 %r2, %clock;
    membar.sys;
    mov.u32 %r3, %clock;
    sub.u32 %r2, %r2, %r1;
    sub.u32 %r3, %r3, %r1;
    st.global.u32 [%rd1], %r2;
    st.global.u32 [%rd1+4], %r3;)",
                                   1, 32));
  EXPECT_LT(out[0], 30u);
  EXPECT_GT(out[1], 200u);
  EXPECT_LT(out[1], 2000u);
}

}  // namespace
}  // namespace heddle::fences_test

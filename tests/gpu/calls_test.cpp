// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/both.hpp"

namespace heddle::calls_test {
namespace {

BOTH_EXECUTORS(Calls);

/// A module with `functions`, and a kernel that stores f's result (%r1) for each thread.
Job with_functions(const std::string& functions, const std::string& body, unsigned threads) {
  return {
      .text = ".version 6.0\n.target sm_50\n.address_size 64\n" + functions +
              ".visible .entry k(.param .u64 out) {\n.reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<4>;\n"
              "ld.param.u64 %rd0, [out];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %rd1, %r0, 4;\n"
              "add.u64 %rd2, %rd0, %rd1;\nmov.u32 %r1, 77;\n" +
              body + "\nst.global.u32 [%rd2], %r1;\nret;\n}\n",
      .threads = threads,
      .buffer = std::vector<std::uint32_t>(threads)};
}

constexpr const char* fibonacci = R"(
.func (.param .u32 result) fib(.param .u32 n) {
  .reg .b32 %r<8>; .reg .pred %p;
  .param .u32 to; .param .u32 back;
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %r0;
  setp.lt.u32 %p, %r0, 2;
  @%p bra DONE;
  sub.u32 %r2, %r0, 1;
  st.param.u32 [to], %r2;
  call (back), fib, (to);
  ld.param.u32 %r3, [back];
  sub.u32 %r2, %r0, 2;
  st.param.u32 [to], %r2;
  call (back), fib, (to);
  ld.param.u32 %r4, [back];
  add.u32 %r1, %r3, %r4;
DONE:
  st.param.u32 [result], %r1;
  ret;
}
)";

TEST_P(Calls, DivergentRecursion) {
  const Job j = with_functions(fibonacci, R"(
    .param .u32 to; .param .u32 back;
    and.b32 %r2, %r0, 7;
    setp.ne.u32 %p0, %r2, 3;
    st.param.u32 [to], %r2;
    @%p0 call (back), fib, (to);
    @%p0 ld.param.u32 %r1, [back];)",
                               40);
  const auto out = same(j);
  constexpr std::uint32_t fib[] = {0, 1, 1, 77, 3, 5, 8, 13};
  for (unsigned t = 0; t < 40; ++t) EXPECT_EQ(out[t], fib[t & 7]) << t;
  EXPECT_GT(sm("load_store.local_loads"), 0);
}

TEST_P(Calls, BarriersAndExitsInFunctions) {
  // Odd threads end inside of the function, which then waits at the barrier without them.
  const Job j =
      with_functions(R"(
.func meet(.param .u32 n) {
  .reg .b32 %r<4>; .reg .pred %p;
  ld.param.u32 %r0, [n];
  and.b32 %r1, %r0, 1;
  setp.ne.u32 %p, %r1, 0;
  @%p exit;
  bar.sync 0;
  ret;
}
)",
                     ".param .u32 to;\nst.param.u32 [to], %r0;\ncall meet, (to);\nadd.u32 %r1, %r0, 1;", 70);
  const auto out = same(j);
  for (unsigned t = 0; t < 70; ++t) EXPECT_EQ(out[t], t % 2 == 0 ? t + 1 : 0) << t;
}

TEST_P(Calls, TrapSaysWhoAndWhere) {
  const Failure f = same_failure(job("setp.eq.u32 %p0, %r0, 37;\n@%p0 trap;", 64, 1));
  EXPECT_EQ(f.status, Status::assertion);
  EXPECT_EQ(f.problem.what, "kernel 'k' trapped");
  EXPECT_EQ(f.problem.value, "warp 1, lanes 5");
  EXPECT_NE(f.problem.place.find("@%p0 trap;"), std::string::npos);
}

TEST_P(Calls, EndlessRecursionIsReported) {
  const Job j = with_functions(".func down() {\ncall down;\nret;\n}\n", "call down;", 32);
  const Failure f = same_failure(j);
  EXPECT_NE(f.status, Status::success);
}

}  // namespace
}  // namespace heddle::calls_test

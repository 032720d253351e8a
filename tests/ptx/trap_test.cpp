// SPDX-License-Identifier: Apache-2.0
// What a kernel says that traps: by its own `trap`, by a call through a bad pointer, by a failed assertion.
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"

namespace heddle::test::trap_test {
namespace {

std::string what_of(const std::string& statements) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(
      ".version 7.0\n.target sm_75\n.address_size 64\n"
      ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 "
      "e);\n"
      ".func (.param .b32 r) f(.param .b32 x) { .reg .b32 %r; ld.param.b32 %r, [x]; st.param.b32 [r], %r; "
      "ret; }\n"
      ".entry k() {\n.reg .b64 %a; .reg .b32 %r; .reg .pred %p;\n"
      "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n.param .b32 in; .param .b32 out;\n"
      ".param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;\n"
      "mov.u64 %a, f; mov.u64 %a, 0; setp.eq.u64 %p, %a, 0; st.param.b32 [in], 1;\n" +
          statements + "\nexit;\n}\n",
      "k.ptx");
  try {
    module.function("k").launch({.grid = {1}, .cta = {1}});
  } catch (const Error& e) {
    return e.problem().what;
  }
  return {};
}

TEST(Traps, SayThatTheKernelTrapped) {
  for (const char* own :
       {"trap;", "bad_callback: trap;", "trap; // never called", "@%p trap;", "mov.u32 %r, 1; @%p trap;"})
    EXPECT_EQ(what_of(own), "kernel 'k' trapped") << own;
}

TEST(Traps, OfACallThroughABadPointerNameIt) {
  for (const char* call :
       {"call (out), %a, (in), P;", "L: call.uni (out),\n%a,\n(in), P;", "@%p call (out), %a, (in), P;"})
    EXPECT_NE(what_of(call).find("calls through a pointer that holds no address"), std::string::npos) << call;
}

TEST(Traps, OfAnAssertionSayThatItFailed) {
  EXPECT_EQ(what_of("call.uni __assertfail, (a, b, c, d, e);"), "an assertion of kernel 'k' failed");
}

}  // namespace
}  // namespace heddle::test::trap_test

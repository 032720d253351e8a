// SPDX-License-Identifier: Apache-2.0
// What a kernel says that traps: by its own `trap`, by a call through a bad pointer, by a failed assertion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

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

/// As CUDA's runtime prints it; one thread of each of two warps fails.
TEST(Traps, OfAnAssertionPrintItsText) {
  const auto text_of = [](const std::string& name, const std::string& text) {
    std::vector<unsigned> bytes(text.begin(), text.end());
    return fmt::format(".global .align 1 .b8 {}[{}] = {{{}}};\n", name, bytes.size() + 1,
                       fmt::join(bytes, ","));
  };
  FunctionalDevice device;
  std::ostringstream out;
  Context context(device, {.output = &out});
  const Module module = context.load_text(
      ".version 7.0\n.target sm_75\n.address_size 64\n"
      ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 "
      "e);\n" +
          text_of("message", "n < 7") + text_of("file", "my.cu") + text_of("name", "void f(int)") +
          R"(.entry k() {
  .reg .b64 %m, %f, %n; .reg .b32 %r, %s; .reg .pred %p;
  mov.u64 %m, message; cvta.global.u64 %m, %m;
  mov.u64 %f, file; cvta.global.u64 %f, %f;
  mov.u64 %n, name; cvta.global.u64 %n, %n;
  mov.u32 %r, %tid.x; setp.ne.u32 %p, %r, 35; @%p exit;
  { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
  st.param.b64 [a], %m; st.param.b64 [b], %f; st.param.b32 [c], 19; st.param.b64 [d], %n; st.param.b64 [e], 1;
  call.uni __assertfail, (a, b, c, d, e); }
  exit;
})",
      "k.ptx");
  EXPECT_THROW(module.function("k").launch({.grid = {1, 3}, .cta = {64}}), ApiError);
  EXPECT_EQ(out.str(), "my.cu:19: void f(int): block: [0,0,0], thread: [35,0,0] Assertion `n < 7` failed.\n");
}

}  // namespace
}  // namespace heddle::test::trap_test

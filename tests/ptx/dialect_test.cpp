// SPDX-License-Identifier: Apache-2.0
// What older PTX means, and declarations and calls that ptxas refuses.
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

namespace heddle::test::dialect_test {
namespace {

struct Head {
  const char *version, *target;
};

/// Runs `body`, which has the address of a buffer in %a, and returns the buffer's first word.
std::uint32_t run(const Head& head, const std::string& body, const std::string& module = "") {
  FunctionalDevice device;
  Context context(device);
  const std::string text = std::string(".version ") + head.version + "\n.target " + head.target + "\n" +
                           module +
                           "\n.entry k (.param .u64 a) {\n"
                           ".reg .u64 %a; .reg .u32 %r<8>; .reg .f32 %f<4>; .reg .f64 %d<4>; .reg .pred %p;\n"
                           "ld.param.u64 %a, [a];\n" +
                           body + "\nexit; }\n";
  const Module loaded = context.load_text(text, "k.ptx");
  const DevicePointer to = context.upload(std::vector<std::uint32_t>(4));
  loaded.function("k").launch({.grid = {1}, .cta = {1}}, to);
  return context.download<std::uint32_t>(to, 1)[0];
}

Problem problem_of(const std::string& text) {
  try {
    ptx::load_module(text, "k.ptx");
  } catch (const Error& e) {
    return e.problem();
  }
  return {};
}

const std::string modern = ".version 7.0\n.target sm_75\n.address_size 64\n";

constexpr Head old{"1.4", "sm_13"}, fermi{"2.3", "sm_20"}, oldest{"1.3", "sm_13"}, sm_1x_of_2{"2.0", "sm_13"};

/// 2^-149 and itself.
const std::string sum = "mov.f32 %f0, 0f00000001; add.f32 %f1, %f0, %f0; st.global.f32 [%a], %f1;";

TEST(OldPtx, FlushesSubnormalFloatsForTheFirstGpus) {
  EXPECT_EQ(run(old, sum), 0u);
  EXPECT_EQ(run(fermi, sum), 2u);
  EXPECT_EQ(run(old, "mov.f32 %f0, 0f80000001; neg.f32 %f1, %f0; st.global.f32 [%a], %f1;"), 0u);
  EXPECT_EQ(run(old, "mov.f32 %f0, 0f80000001; abs.f32 %f1, %f0; st.global.f32 [%a], %f1;"), 0u);
  EXPECT_EQ(run(old,
                "mov.f32 %f0, 0f00000001; setp.gt.f32 %p, %f0, 0f00000000; selp.u32 %r0, 1, 2, %p; "
                "st.global.u32 [%a], %r0;"),
            2u);
}

TEST(OldPtx, MovesSubnormalFloatsAsTheyAre) {
  EXPECT_EQ(run(old, "mov.f32 %f0, 0f00000001; mov.f32 %f1, %f0; st.global.f32 [%a], %f1;"), 1u);
}

TEST(OldPtx, KeepsSubnormalFloatsInConversionsOf64BitsUpTo14) {
  const std::string narrow =
      "mov.f64 %d0, 0d36A0000000000000; cvt.rn.f32.f64 %f0, %d0; st.global.f32 [%a], %f0;";
  EXPECT_EQ(run(old, narrow), 1u);
  EXPECT_EQ(run(sm_1x_of_2, narrow), 0u);
  EXPECT_EQ(run(fermi, narrow), 1u);
}

TEST(OldPtx, HasApproximateFunctionsThatNeedNotSaySo) {
  EXPECT_EQ(run(oldest, "mov.f32 %f0, 0f40000000; rcp.f32 %f1, %f0; st.global.f32 [%a], %f1;"), 0x3f000000u);
  EXPECT_EQ(run(oldest,
                "mov.f64 %d0, 0d4000000000000000; rcp.f64 %d1, %d0; cvt.rn.f32.f64 %f0, %d1; "
                "st.global.f32 [%a], %f0;"),
            0x3f000000u);
  EXPECT_THROW(run(fermi, "rcp.f32 %f1, %f0;"), Error);
}

TEST(OldPtx, DeclaresAKernelsParametersInItsBody) {
  const std::string text =
      ".version 1.3\n.target sm_13\n.entry k\n{\n.reg .u32 %r<3>;\n.param .u32 __cudaparm_a;\n.param .f32 "
      "b;\n"
      "ld.param.u32 %r1, [__cudaparm_a]; exit; }\n";
  const auto kernels = ptx::load_module(text, "k.ptx");
  ASSERT_EQ(kernels.at(0).parameters.size(), 2u);
  EXPECT_EQ(kernels[0].parameters[1].name, "b");
  EXPECT_EQ(kernels[0].parameters[1].offset, 4u);
}

TEST(OldPtx, NumbersBanksOfConstants) {
  EXPECT_EQ(
      run(fermi, "ld.const[0].u32 %r0, [c+4]; st.global.u32 [%a], %r0;", ".const[0] .u32 c[2] = {7, 9};"),
      9u);
  EXPECT_NE(problem_of(".version 2.1\n.target sm_20\n.const .u32 c[1];\n.entry k() { .reg .u32 r; "
                       "ld.const[none].u32 r, [c]; }")
                .what.find("syntax"),
            std::string::npos);
  EXPECT_EQ(problem_of(modern + ".const[11] .u32 c[1];").legal, "the number of a bank of constants, 0 to 10");
}

TEST(Heads, NameTargetsThatExist) {
  EXPECT_EQ(problem_of(".version 7.0\n.target foo\n").value, "foo");
  EXPECT_EQ(problem_of(".version 7.0\n.target sm_9x\n").value, "sm_9x");
  EXPECT_EQ(problem_of(".version 2.3\n.target sm_20, texmode_independent, debug\n").what, "");
  EXPECT_EQ(problem_of(".version 8.0\n.target sm_90a\n").what, "");
}

TEST(Directives, AreNumbersFromOneOn) {
  for (const char* wrong :
       {".maxnreg -1", ".maxntid 0", ".maxntid 1,2,3,4", ".minnctapersm 0", ".reqntid 8,0"})
    EXPECT_NE(problem_of(modern + ".entry k() " + wrong + " { exit; }").what.find("malformed"),
              std::string::npos)
        << wrong;
  EXPECT_EQ(problem_of(modern + ".entry k() .maxntid 16,16,1 .minnctapersm 2 { exit; }").what, "");
}

TEST(Clusters, AreRefused) {
  for (const char* asked : {".reqnctapercluster 2", ".reqnctapercluster 1,2", ".explicitcluster"}) {
    const Problem p =
        problem_of(".version 8.0\n.target sm_90\n.entry k() " + std::string(asked) + " { exit; }");
    EXPECT_NE(p.what.find("clusters of CTAs are not supported"), std::string::npos) << asked << p.what;
  }
  EXPECT_EQ(problem_of(".version 8.0\n.target sm_90\n.entry k() .reqnctapercluster 1 { exit; }").what, "");
}

TEST(VectorRegisters, AreNoSingleValues) {
  for (const char* wrong :
       {".reg .v4 .u32 v; .reg .b32 %r; mov.b32 %r, v;", ".reg .v2 .u32 v; .reg .u64 %r; mov.u64 %r, v;"}) {
    const Problem p = problem_of(modern + ".entry k() { " + wrong + " exit; }");
    EXPECT_NE(p.what.find("where one value is needed"), std::string::npos) << wrong << p.what;
  }
  EXPECT_EQ(problem_of(modern + ".entry k() { .reg .v4 .b8 v; .reg .b32 %r; mov.b32 %r, v; exit; }").what,
            "");
  EXPECT_EQ(
      problem_of(modern + ".entry k() { .reg .v2 .b32 v; .reg .b64 %r; mov.b64 %r, {v.x, v.y}; exit; }").what,
      "");
}

std::string call_text(const std::string& prototype, const std::string& call) {
  return modern +
         ".func (.param .b32 r) f(.param .b32 x) { .reg .b32 %r; ld.param.b32 %r, [x]; st.param.b32 [r], %r; "
         "ret; }\n"
         ".entry k() { .reg .b64 %a; .reg .b32 %r; mov.u64 %a, f;\n" +
         prototype + "\n{ .param .b32 in; .param .b32 out; st.param.b32 [in], 1;\n" + call +
         "\nld.param.b32 %r, [out]; } exit; }\n";
}

TEST(CallsThroughRegisters, NeedAPrototypeThatFits) {
  const std::string right = "P: .callprototype (.param .b32 _) _ (.param .b32 _);";
  EXPECT_EQ(problem_of(call_text(right, "call (out), %a, (in), P;")).what, "");
  EXPECT_EQ(problem_of(call_text("T: .calltargets f;", "call (out), %a, (in), T;")).what, "");
  EXPECT_NE(problem_of(call_text(right, "call (out), %a, (in), Q;")).what.find("needs a prototype"),
            std::string::npos);
  EXPECT_NE(problem_of(call_text(right, "call (out), %a, (in);")).what.find("needs a prototype"),
            std::string::npos);
  EXPECT_NE(problem_of(call_text("P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);",
                                 "call (out), %a, (in), P;"))
                .what.find("other operands than its prototype"),
            std::string::npos);
}

/// A prototype belongs to its braces, as inline assembly with a fixed label has it.
TEST(CallsThroughRegisters, FindThePrototypeOfTheirBraces) {
  const std::string text =
      modern +
      ".func f(.param .b32 x) { ret; }\n.func g(.param .b32 x, .param .b32 y) { ret; }\n"
      ".entry k() { .reg .b64 %a; mov.u64 %a, f; mov.u64 %a, g;\n"
      "{ .param .b32 x; P: .callprototype _ (.param .b32 _); call %a, (x), P; }\n"
      "{ .param .b32 x; .param .b32 y; P: .callprototype _ (.param .b32 _, .param .b32 _);\n"
      "  { call %a, (x, y), P; } }\nexit; }\n";
  EXPECT_EQ(problem_of(text).what, "");
}

TEST(AsyncCopies, ReadNoMoreThanTheyCopy) {
  const std::string ahead =
      ".version 7.0\n.target sm_80\n.address_size 64\n.shared .align 16 .b8 s[64];\n"
      ".entry k(.param .u64 a) { .reg .u64 %a; ld.param.u64 %a, [a];\n";
  EXPECT_EQ(problem_of(ahead + "cp.async.cg.shared.global [s], [%a], 16, 17; exit; }").legal, "0 to 16");
  EXPECT_EQ(problem_of(ahead + "cp.async.cg.shared.global [s], [%a], 16, 8; exit; }").what, "");
}

TEST(ConstantExpressions, KeepTheSignOfBitwiseOperations) {
  // As ptxas computes them; the ISA's table gives these operators an unsigned result.
  EXPECT_EQ(run(fermi, "mov.u64 %a, %a; st.global.s32 [%a], (5 & 4) / -1;"), static_cast<std::uint32_t>(-4));
}

TEST(SpecialRegisters, HaveTheLettersOfColours) {
  EXPECT_EQ(run(fermi, "mov.u32 %r0, %ntid.r; st.global.u32 [%a], %r0;"), 1u);
  EXPECT_EQ(run(fermi, "mov.u32 %r0, %ntid.a; st.global.u32 [%a], %r0;"), 0u);
}

}  // namespace
}  // namespace heddle::test::dialect_test

// SPDX-License-Identifier: Apache-2.0
// Rules that ptxas of CUDA 13 has for operands and declarations. Where Heddle did not have them, a file that
// no compiler takes was read in a meaning of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/load.hpp"

namespace heddle::ptxas_rules_test {
namespace {

std::string text_of(const std::string& declarations, const std::string& body) {
  return fmt::format(
      ".version 8.3\n.target sm_75\n.address_size 64\n{}\n"
      ".func (.param .b32 z) fn(.param .b32 w, .param .f32 x) {{ st.param.b32 [z], 1; ret; }}\n"
      ".visible .entry k(.param .u64 out, .param .align 8 .b8 st[16])\n{{\n"
      ".reg .b16 h<4>; .reg .u16 uh<4>; .reg .f16 hf<4>; .reg .b32 r<8>; .reg .s32 s<4>; .reg .u32 u<4>;\n"
      ".reg .b64 q<8>; .reg .f32 f<8>; .reg .f64 d<4>; .reg .f16x2 hx<4>; .reg .pred p<4>;\n"
      ".shared .align 16 .b32 sm[4]; .local .align 16 .b32 lo[4];\n{}\nret;\n}}\n",
      declarations, body);
}

constexpr const char* variables = ".global .u32 g[4]; .const .u32 c[4] = {1, 2, 3, 4}; .global .texref t;";

/// "" when the text is taken.
std::string complaint(const std::string& declarations, const std::string& body) {
  try {
    ptx::PtxModule module(text_of(declarations, body), "k.ptx");
    (void)module.compile("k");
  } catch (const Error& e) {
    return e.problem().what;
  }
  return "";
}

void expect_taken(std::initializer_list<const char*> statements) {
  for (const char* s : statements) EXPECT_EQ(complaint(variables, s), "") << s;
}

void expect_refused(const char* what, std::initializer_list<const char*> statements) {
  for (const char* s : statements) EXPECT_EQ(complaint(variables, s), what) << s;
}

TEST(PtxasRules, RegistersHaveTheKindOfTheOperand) {
  expect_refused("register does not fit the operand", {"add.u32 r0, f1, r2;",
                                                       "add.s32 f0, r1, r2;",
                                                       "add.f32 f0, s1, f2;",
                                                       "add.f32 u0, f1, f2;",
                                                       "add.f32 f0, hx1, f2;",
                                                       "add.u64 q0, d1, q2;",
                                                       "add.u16 h0, hf1, h2;",
                                                       "add.f16 h0, uh1, h2;",
                                                       "add.f16x2 r0, s1, r2;",
                                                       "mov.u32 r0, f1;",
                                                       "mov.f32 f0, u1;",
                                                       "setp.lt.f32 p0, s1, f2;",
                                                       "selp.s32 r0, r1, f2, p0;",
                                                       "cvt.u32.u32 r0, f1;",
                                                       "ld.global.u32 f0, [q1];",
                                                       "ld.global.f32 d0, [q1];",
                                                       "st.global.f32 [q1], s0;",
                                                       "st.global.u16 [q1], hf0;",
                                                       "tex.1d.v4.u32.s32 {f0, f1, f2, f3}, [t, {r0}];",
                                                       "tex.1d.v4.f32.s32 {f0, f1, f2, f3}, [t, {f0}];",
                                                       "call (r0), fn, (r1, s2);",
                                                       "call (r0), fn, (q1, f2);",
                                                       "slct.b32.s32 r0, r1, r2, f3;"});
  expect_taken({"add.u32 r0, s1, u2;", "add.f32 r0, f1, r2;", "add.u32 hx0, hx1, r2;", "add.f16 h0, hf1, h2;",
                "add.f16x2 r0, hx1, r2;", "mov.b32 f0, s1;", "and.b32 f0, f1, r2;", "ld.global.b32 f0, [q1];",
                "st.global.b32 [q1], f0;", "selp.b32 r0, f1, s2, p0;", "call (f0), fn, (f1, r2);",
                "cvt.rn.f32.s32 r0, u1;", "ld.global.u8 q0, [q1];", "slct.b32.f32 r0, r1, r2, r3;"});
}

TEST(PtxasRules, LiteralsHaveTheKindOfTheOperand) {
  expect_refused(
      "integer literal where a float is needed",
      {"add.f32 f0, f1, 1;", "mov.f64 d0, 1;", "st.global.f32 [q1], 5;", "setp.lt.f32 p0, f1, 0x10;"});
  expect_refused("float literal where an integer is needed", {"add.u32 r0, r1, 1.0;", "mov.b32 r0, 1.5;"});
  expect_taken({"add.f32 f0, f1, 1.0;", "mov.f32 f0, 0f3F800000;", "mov.b32 r0, 0f3F800000;",
                "mov.b64 q0, 1.5;", "call (r0), fn, (1, 1.5);"});
}

TEST(PtxasRules, InitialValuesHaveTheKindOfTheVariable) {
  const std::string kind = "initial value is of another kind than the variable";
  for (const char* v : {".global .f32 v = 1;", ".global .f32 v = 0x3f800000;", ".global .u32 v = 1.5;",
                        ".const .f64 v[2] = {1.0, 2};", ".global .f16 v = 1.0;"})
    EXPECT_EQ(complaint(v, ""), kind) << v;
  for (const char* v :
       {".global .f32 v = 1.0;", ".global .f32 v = 0f3F800000;", ".global .b32 v = 0f3F800000;",
        ".global .b16 v[2] = {0x3c00, 1};", ".global .f64 v = 0d3FF0000000000000;"})
    EXPECT_EQ(complaint(v, ""), "") << v;
  EXPECT_EQ(complaint(".shared .b32 v = 1;", ""),
            "only variables of .global and .const may have initial values");
  EXPECT_EQ(complaint("", ".local .b32 v[2] = {1, 2};"),
            "only variables of .global and .const may have initial values");
  EXPECT_EQ(complaint(".extern .global .b32 v = 3;", ""),
            "an .extern variable has its initial values where it is defined");
}

TEST(PtxasRules, ArraysHaveASize) {
  const std::string what = "an array without a size needs .extern or initial values";
  for (const char* v : {".shared .b8 v[];", ".global .u32 v[];", ".const .u32 v[0];"})
    EXPECT_EQ(complaint(v, ""), what) << v;
  EXPECT_EQ(complaint("", ".shared .b8 v[];"), what);
  EXPECT_EQ(complaint(".extern .shared .b8 v[]; .global .u32 w[] = {1, 2};", "ld.shared.b32 r0, [v];"), "");
  EXPECT_EQ(complaint(".common .shared .b32 v;", ""), "a .common variable must lie in .global");
  EXPECT_EQ(complaint(".global .u32 v<4>;", ""),
            "variables in memory that are named by a number are not supported");
  EXPECT_NE(complaint("", ".reg .b32 v<-1>;"), "");
}

TEST(PtxasRules, ABraceDeclaresANameOnce) {
  const std::string what = "declared twice within the same braces";
  for (const char* s :
       {".reg .b32 z; .reg .f32 z;", ".reg .b32 z<2>; .reg .b32 z1;", ".reg .b32 z1; .reg .b32 z<2>;",
        ".reg .b32 r<16>;", ".shared .b32 z; .reg .b32 z;", ".reg .v4 .f32 z; .reg .b32 z;"})
    EXPECT_EQ(complaint("", s), what) << s;
  for (const char* s : {".reg .b32 z; { .reg .f32 z; }", ".reg .b32 z<2>; .reg .b32 z2;", ".reg .b32 out;",
                        "{ .reg .b32 z; } { .reg .f32 z; }"})
    EXPECT_EQ(complaint("", s), "") << s;
  EXPECT_EQ(complaint(".func twice(.param .b32 a, .param .b32 a) { ret; }", ""),
            "two parameters have one name");
}

TEST(PtxasRules, VariablesLieInTheSpaceThatIsNamed) {
  expect_refused("variable does not lie in .global",
                 {"cvta.global.u64 q0, sm;", "ld.global.b32 r0, sm[r1];"});
  expect_refused("variable does not lie in .shared",
                 {"cvta.shared.u64 q0, lo;", "cvta.shared::cta.u64 q0, g;"});
  expect_refused("variable does not lie in .const", {"cvta.const.u64 q0, g;", "ld.const.b32 r0, g[r1];"});
  expect_refused("cvta.to of a variable is not supported: it needs a generic address",
                 {"cvta.to.shared.u64 q0, sm;", "cvta.to.global.u64 q0, g;"});
  expect_taken({"cvta.global.u64 q0, g;", "cvta.shared.u64 q0, sm;", "cvta.local.u64 q0, lo;",
                "cvta.const.u64 q0, c;", "cvta.shared::cta.u64 q0, sm;", "ld.const.b32 r0, c[r1];"});
}

TEST(PtxasRules, AddressesOfDeviceMemoryAreWhole) {
  expect_refused("a part of the address of a .global variable or a texture is not supported",
                 {"mov.u32 r0, g;", "mov.b32 r0, t;", "add.u32 r0, g, 4;"});
  expect_taken({"mov.u64 q0, g;", "mov.u32 r0, sm;", "ld.shared.b32 r0, [r1];", "st.local.b32 [r1], r0;"});
}

TEST(PtxasRules, ArgumentsAreAsLargeAsParameters) {
  const std::string f =
      ".func take(.param .align 4 .b8 x[8]) { ret; }\n"
      ".func rest(.param .b32 n, .param .align 8 .b8 va[]) { ret; }";
  EXPECT_EQ(complaint(f, "{ .param .align 4 .b8 x[12]; call take, (x); }"),
            "size of an argument or result is not that of the function's");
  EXPECT_EQ(complaint(f, "{ .param .align 4 .b8 x[8]; call take, (x); }"), "");
  EXPECT_EQ(complaint(f, "{ .param .align 8 .b8 x[24]; call rest, (r0, x); }"), "");
}

TEST(PtxasRules, UnsignedComparisonsAreForUnsignedNumbers) {
  for (const char* s : {"setp.lo.s32 p0, r1, r2;", "setp.hi.and.s64 p0, q1, q2, p1;",
                        "set.ls.u32.s32 r0, r1, r2;", "set.hs.f32.s16 f0, h1, h2;"})
    EXPECT_NE(complaint("", s), "") << s;
  expect_taken({"setp.lo.u32 p0, r1, r2;", "set.ls.u32.u32 r0, r1, r2;", "setp.lt.s32 p0, r1, r2;",
                "set.ge.and.f32.s16 f0, h1, h2, p1;"});
}

TEST(PtxasRules, ASpecialRegisterOfFourPartsIsNoNumber) {
  expect_refused("a special register of four parts where one value is needed",
                 {"mov.u32 r0, %tid;", "mov.b64 q0, %ctaid;", "add.u32 r0, r1, %ntid;"});
  expect_taken({"mov.v4.u32 {r0, r1, r2, r3}, %tid;", "mov.u64 q0, %current_graph_exec;"});
}

TEST(PtxasRules, WhatIsNotSupportedSaysSo) {
  for (const char* s :
       {"cvta.param.u64 q0, q1;", "cvta.to.param::entry.u64 q0, q1;", "rcp.rn.ftz.f64 d0, d1;",
        "vabsdiff4.u32.u32.u32.sat r0, r1, r2, r3;", "vabsdiff4.u32.u32.u32.add r0.b0, r1, r2, r3;",
        "tex.2d.v4.f32.f32 {f0, f1, f2, f3}, [t, {f4, f5}], {r0, r1};",
        "tex.2d.v4.f32.f32 {f0, f1, f2, f3}|p0, [t, {f4, f5}];"})
    EXPECT_NE(complaint(variables, s).find("not supported"), std::string::npos)
        << s << complaint(variables, s);
}

TEST(PtxasRules, ParametersSayWhoseTheyAre) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(
      text_of("",
              "ld.param::entry.u64 q0, [out]; ld.param::entry.u32 r0, [st+4]; mov.b16 h1, 7;\n"
              "mov.b32 r1, {h1, _}; and.b32 r1, r1, 0xffff; st.global.v2.b32 [q0], {r0, r1};"),
      "k.ptx");
  const DevicePointer out = context.upload(std::vector<std::uint32_t>(2));
  struct Bytes {
    std::uint32_t word[4];
  };
  module.function("k").launch({}, out, Bytes{{1, 2, 3, 4}});
  EXPECT_EQ(context.download<std::uint32_t>(out, 2), (std::vector<std::uint32_t>{2, 7}));
}

}  // namespace
}  // namespace heddle::ptxas_rules_test

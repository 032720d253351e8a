// SPDX-License-Identifier: Apache-2.0
// Declarations and operands in the forms that compilers and hand-written files of PTX 1.4 to 3.1 use, each
// executed. (ptxas of CUDA 13 accepts each, some only in versions of PTX that have it.)
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <span>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"

namespace heddle::declarations_test {
namespace {

constexpr const char* registers = ".reg .u64 d, a, b; .reg .u32 r<8>; .reg .f32 f<8>; .reg .pred p<4>;";

/// Words that one thread of kernel k of the text stores from [out] on.
std::vector<std::uint32_t> stored_by(const std::string& text, std::uint32_t max_registers = 63) {
  FunctionalDevice device;
  Context context(device, {.build = {.max_registers = max_registers}});
  const Module module = context.load_text(text, "k.ptx");
  const DevicePointer out = context.upload(std::vector<std::uint32_t>(8));
  module.function("k").launch({.grid = {1}, .cta = {1}}, out);
  return context.download<std::uint32_t>(out, 8);
}

std::string text_of(const std::string& declarations, const std::string& body,
                    const std::string& version = "6.5") {
  return fmt::format(
      ".version {}\n.target sm_30\n.address_size 64\n{}\n.visible .entry k(.param .u64 out)\n{{\n{}\n"
      "ld.param.u64 d, [out];\n{}\nret;\n}}\n",
      version, declarations, registers, body);
}

/// What the kernel's r0 to r3 hold in the end.
std::vector<std::uint32_t> registers_after(const std::string& declarations, const std::string& body) {
  std::vector<std::uint32_t> all =
      stored_by(text_of(declarations, body + "\nst.global.v4.u32 [d], {r0, r1, r2, r3};"));
  all.resize(4);
  return all;
}

using Words = std::vector<std::uint32_t>;

std::string problem_of(const std::string& declarations, const std::string& body) {
  try {
    (void)stored_by(text_of(declarations, body));
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(ArrayElements, AreOperandsOfMovesLoadsAndStores) {
  const std::string arrays =
      ".global .u32 tab[4] = {10, 20, 30, 40}; .const .u16 low[4] = {5, 6, 7, 8};\n"
      ".global .u32 m[2][3] = {{1, 2, 3}, {4, 5, 6}}; .global .v4 .u32 v[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};";
  EXPECT_EQ(registers_after(arrays,
                            "ld.global.u32 r0, tab[1]; mov.u64 a, tab[2]; ld.global.u32 r1, [a];\n"
                            "ld.const.u16 r2, low[1+2]; ld.global.u32 r3, [tab+12];"),
            (Words{20, 30, 8, 40}));
  // An index counts values of the type, not rows or vectors.
  EXPECT_EQ(
      registers_after(
          arrays,
          "ld.global.u32 r0, m[1]; ld.global.u32 r1, v[5]; mov.u64 a, tab+8; ld.global.u32 r2, [a+-4];\n"
          "mov.u64 a, m[3]; ld.u32 r3, [a];"),
      (Words{2, 6, 20, 4}));
  EXPECT_EQ(registers_after(arrays,
                            "mov.u32 r4, 77; st.global.u32 tab[1], r4; ld.global.v2.u32 {r0, r1}, tab[0];\n"
                            "st.global.u32 tab[3], 5; ld.global.u32 r2, tab[3]; ld.global.u8 r3, tab[2];"),
            (Words{10, 77, 5, 30}));
}

TEST(ArrayElements, MayBeIndexedByRegisters) {
  EXPECT_EQ(registers_after(
                ".global .u32 tab[4] = {10, 20, 30, 40};",
                "mov.u32 r5, 3; ld.global.u32 r0, tab[r5]; mov.u64 a, tab[r5]; ld.global.u32 r1, [a+-4];\n"
                ".shared .u32 s[4]; mov.u32 r6, s[r5]; st.shared.u32 [r6], 9; ld.shared.u32 r2, s[3];\n"
                ".local .u16 l[4]; st.local.u16 l[r5], 8; ld.local.u16 r3, l[3];"),
            (Words{40, 30, 9, 8}));
}

TEST(ArrayElements, NeedAnArray) {
  const std::string one = problem_of(".global .u32 x;", "ld.global.u32 r0, x[0];");
  EXPECT_NE(one.find("k.ptx:9:"), one.npos) << one;
  EXPECT_NE(one.find("index behind what is not an array"), one.npos) << one;
  const std::string real = problem_of(".global .u32 x[2];", "ld.global.u32 r0, x[f1];");
  EXPECT_NE(real.find("an index must be an integer"), real.npos) << real;
}

TEST(VariablesInBodies, LieInDeviceMemoryAndHideOuterOnes) {
  EXPECT_EQ(registers_after(
                "",
                ".global .b32 table[4] = {1, 2, 3, 4}; .const .b32 c[2] = {5, 6};\n"
                "ld.global.u32 r0, [table+8]; ld.const.u32 r1, [c+4]; add.u32 r0, r0, r1; mov.u32 r1, 0;\n"
                "mov.u32 r2, 0; mov.u32 r3, 0;"),
            (Words{9, 0, 0, 0}));
  EXPECT_EQ(registers_after(".global .u32 t = 1;",
                            "ld.global.u32 r0, [t]; { .global .u32 t = 2; ld.global.u32 r1, [t]; }\n"
                            "{ .global .align 8 .u32 x = 9, t = 3; ld.global.u32 r2, [t]; { .reg .u32 t; "
                            "mov.u32 t, 4; mov.u32 r3, t; } }"),
            (Words{1, 2, 3, 4}));
}

TEST(VariablesInBodies, HoldAddressesOfOneAnother) {
  EXPECT_EQ(
      registers_after(
          ".global .u32 va = 1;",
          ".global .u32 va = 3; .global .u64 p = va; ld.global.u64 b, [p]; ld.global.u32 r0, [b];\n"
          "{ .global .u32 va[2] = {4, 5}; .global .u64 p[] = {va+4, generic(va)}; ld.global.u64 b, p[0];\n"
          "ld.global.u32 r1, [b]; ld.global.u64 b, p[1]; ld.u32 r2, [b]; } mov.u32 r3, 0;"),
      (Words{3, 5, 4, 0}));
}

TEST(VariablesInBodies, OfTwoFunctionsAreTwo) {
  EXPECT_EQ(
      registers_after(
          ".func (.reg .u32 o) next() { .global .u32 t = 40; ld.global.u32 o, [t]; add.u32 o, o, 1;\n"
          "st.global.u32 [t], o; ret; }",
          ".global .u32 t = 7; call (r0), next; call (r1), next; ld.global.u32 r2, [t]; mov.u32 r3, 0;"),
      (Words{41, 42, 7, 0}));
}

TEST(VariablesInBodies, AreKnownToTheHostByTheFunctionsName) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(
      text_of("", ".global .u32 t = 7; ld.global.u32 r0, [t];\nst.global.u32 [d], r0;"), "k.ptx");
  const Words nine{9};
  context.copy_to_device(module.variable("k.t").address, std::as_bytes(std::span(nine)));
  const DevicePointer out = context.upload(std::vector<std::uint32_t>(1));
  module.function("k").launch({.grid = {1}, .cta = {1}}, out);
  EXPECT_EQ(context.download<std::uint32_t>(out, 1), nine);
}

TEST(Declarations, ShareWhatStandsAheadOfTheNames) {
  EXPECT_EQ(
      registers_after(
          ".align 8 .global .u32 va[2] = {1, 2}, vb = 3; .global .f32 x[2] = {.5, 2.};",
          "ld.global.u32 r0, va[1]; ld.global.u32 r1, [vb]; ld.global.f32 f0, x[0]; mul.f32 f0, f0, 4.;\n"
          "cvt.rzi.u32.f32 r2, f0; .align 8 .shared .u32 s, t; st.shared.u32 [s], 6; st.shared.u32 [t], 7;\n"
          "ld.shared.u32 r3, [s];"),
      (Words{2, 3, 2, 6}));
}

TEST(Declarations, OfLocalVariablesOfAModuleAreOneForAllFunctions) {
  EXPECT_EQ(
      registers_after(
          ".local .u32 l[4]; .func (.reg .u32 o) f (.reg .u32 i) { .local .u32 m; st.local.u32 [m], i;\n"
          "ld.local.u32 o, [l+4]; st.local.u32 l[2], i; ld.local.u32 i, [m]; add.u32 o, o, i; ret; }",
          ".local .u32 n; st.local.u32 [n], 3; st.local.u32 l[1], 40; call (r0), f, (2);\n"
          "ld.local.u32 r1, l[2]; ld.local.u32 r2, [n]; mov.u32 r3, l[1]; ld.local.u32 r3, [r3];"),
      (Words{42, 2, 3, 40}));
}

TEST(Declarations, StandBesideDebugDirectives) {
  EXPECT_EQ(registers_after(
                "# 1 \"k.cu\"\n.file 1 \"k.cu\", 12, 34 .file 2 \"k.h\"\n@@DWARF .section .debug_info, \"\", "
                "@progbits\n"
                "@@DWARF .byte 0x1\n.section .debug_str { L: .b8 1, 2\n.b32 L+4 }",
                ".loc 1 3 0 mov.u32 r0, 1; .loc 1 4 0, function_name L+4, inlined_at 1 2 3 mov.u32 r1, 2;\n"
                "#line 7 \"k.cu\"\nmov.u32 r2, 3; .loc 1 5 0\nmov.u32 r3, 4;"),
            (Words{1, 2, 3, 4}));
}

TEST(Declarations, OfRegistersOfAModuleAreRefusedByName) {
  const std::string problem = problem_of(".reg .u32 g;", "mov.u32 g, 1;");
  EXPECT_NE(problem.find("k.ptx:4:1: registers that all functions of a module share are not supported"),
            problem.npos)
      << problem;
}

TEST(VectorRegisters, HavePartsAndAreOperandsAsAWhole) {
  EXPECT_EQ(
      registers_after(
          ".global .v4 .u32 q = {1, 2, 3, 4};",
          ".reg .v4 .u32 v, w<2>; .reg .v2 .u32 u; ld.global.v4.u32 v, [q]; mov.v4.u32 w1, v;\n"
          "mov.v4.u32 v, {v.w, v.z, v.y, v.x}; add.u32 w1.r, w1.r, 10; mov.u32 u.x, 5; mov.u32 u.y, w1.a;\n"
          "mov.u32 r0, v.x; mov.u32 r1, w1.x; mov.b64 a, u; mov.b64 {r2, r3}, a;"),
      (Words{4, 11, 5, 4}));
  EXPECT_EQ(registers_after(
                "",
                ".reg .v2 .u32 v; mov.v2.u32 v, {1, 2}; { .reg .u32 v; mov.u32 v, 3; mov.u32 r0, v; }\n"
                "{ .reg .v4 .u32 v; mov.v4.u32 v, {4, 5, 6, 7}; mov.u32 r1, v.w; } mov.v2.u32 {r2, r3}, v;"),
            (Words{3, 7, 1, 2}));
}

TEST(VectorRegisters, ArePassedToFunctionsAndBack) {
  for (const std::uint32_t most : {63u, 12u}) {
    const Words out = stored_by(
        text_of(".func (.reg .v2 .u32 out) swap (.reg .v2 .u32 in)\n{ .reg .u32 t; mov.u32 t, in.x; mov.u32 "
                "out.x, in.y;\n"
                "mov.u32 out.y, t; ret; }\n.func (.reg .v4 .f32 o) twice (.reg .u32 n, .reg .v4 .f32 i)\n"
                "{ add.f32 o.x, i.x, i.x; mov.f32 o.y, i.z; mov.f32 o.z, i.y; cvt.rn.f32.u32 o.w, n; ret; }",
                ".reg .v2 .u32 a2, b2; .reg .v4 .f32 v, w; mov.v2.u32 a2, {3, 4}; call (b2), swap, (a2);\n"
                "mov.v4.f32 v, {1.0, 2.0, 3.0, 4.0}; mov.u32 r0, 7; call (w), twice, (r0, v);\n"
                "st.global.v2.u32 [d], b2; st.global.v4.f32 [d+16], w;"),
        most);
    EXPECT_EQ(out, (Words{4, 3, 0, 0, 0x40000000, 0x40400000, 0x40000000, 0x40e00000})) << most;
  }
}

TEST(VectorRegisters, SpecialOnesHaveAFourthPartThatIsZero) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(text_of("",
                                                  ".reg .v4 .u32 v; mov.v4.u32 v, %ntid; mov.u32 r0, %tid.w; "
                                                  "add.u32 v.w, v.w, r0; st.global.v4.u32 [d], v;"),
                                          "k.ptx");
  const DevicePointer out = context.upload(Words(4, 99));
  module.function("k").launch({.grid = {1}, .cta = {4, 3, 2}}, out);
  EXPECT_EQ(context.download<std::uint32_t>(out, 4), (Words{4, 3, 2, 0}));
}

TEST(Calls, PassPredicatesAndLiterals) {
  EXPECT_EQ(registers_after(".func (.reg .u32 o, .reg .pred q) f (.reg .u32 i, .reg .pred g, .reg .f32 x)\n"
                            "{ cvt.rzi.u32.f32 o, x; @g add.u32 o, o, i; setp.gt.u32 q, o, 10; ret.uni; }",
                            "setp.eq.u32 p1, 1, 1; setp.eq.u32 p2, 1, 2;\n"
                            "call (r0, p3), f, (9, p1, 2.5); selp.u32 r1, 1, 0, p3;\n"
                            "call.uni (r2, p3), f, (9, p2, 2.5); selp.u32 r3, 1, 0, p3;"),
            (Words{11, 1, 2, 0}));
}

TEST(Calls, PassNarrowAndWideRegisters) {
  EXPECT_EQ(registers_after(
                ".func (.reg .u64 o) f (.reg .f64 a, .reg .b16 c)\n{ .reg .u64 w; cvt.rzi.u64.f64 o, a; "
                "cvt.u64.u16 w, c;\n"
                "add.u64 o, o, w; ret; }",
                ".reg .u16 h; .reg .f64 x; mov.u16 h, 65535; mov.f64 x, 8589934593.; call (b), f, (x, h);\n"
                "mov.b64 {r0, r1}, b; mov.u32 r2, 0; mov.u32 r3, 0;"),
            (Words{65536, 2, 0, 0}));
}

TEST(Calls, FindFunctionsThatAreDeclaredWithoutASemicolon) {
  for (const char* end : {"", ";"}) {
    const std::string f = ".visible .func (.reg .u32 r) twice (.reg .u32 x)";
    EXPECT_EQ(
        registers_after(f + end + "\n.visible .func none ()" + end + "\n" + f +
                            " { add.u32 r, x, x; ret; }\n.func none () { ret; }",
                        "call (r0), twice, (21); call none; mov.u32 r1, 0; mov.u32 r2, 0; mov.u32 r3, 0;"),
        (Words{42, 0, 0, 0}));
  }
}

TEST(Suffixes, StandInAnyOrderButTypesKeepTheirs) {
  EXPECT_EQ(
      registers_after(".global .u32 q[2] = {3, 4};",
                      "ld.v2.u32.global {r4, r5}, [q]; cvt.f32.sat.rn.s32 f0, r4; cvt.f32.s32.rn f1, r5;\n"
                      "add.f32.ftz.rn f2, f1, f1; cvt.s32.f32.rzi r0, f2; setp.u32.and.eq p0, r4, 3, 1;\n"
                      "selp.u32 r1, 5, 6, p0; set.u32.lt.f32 r2, f0, f1; sub.s32.sat r3, r5, r4;"),
      (Words{8, 5, 0xffffffff, 1}));
  EXPECT_NE(problem_of("", "cvt.f32.s32 f0, r0;").find("does not have this form"), std::string::npos);
}

TEST(Literals, LoseTheBitsThatTheirTypeDoesNotHave) {
  EXPECT_EQ(
      registers_after("",
                      "mov.u32 r0, 5000000000; add.u32 r1, r0, 0x1ffffffff; .reg .u16 h; mov.u16 h, 70000;\n"
                      "cvt.u32.u16 r2, h; mov.f32 f0, .25e1; mul.f32 f0, f0, 1e+1; cvt.rzi.u32.f32 r3, f0;"),
      (Words{705032704, 705032703, 4464, 25}));
}

TEST(Textures, TakeMoreCoordinatesThanTheyHaveDimensions) {
  const char* fetches[] = {"tex.1d.v4.f32.s32 {f0, f1, f2, f3}, [img, {r1, r6}];",
                           "tex.1d.v4.f32.s32 {f0, f1, f2, f3}, [img, {r1, r6, r6, r6}];",
                           "tex.2d.v4.f32.s32 {f0, f1, f2, f3}, [img, {r1, r2, r6, r6}];",
                           "tex.2d.v4.f32.s32 {f0, f1, f2, f3}, [img, {1, %tid.x}];",
                           ".reg .v4 .s32 at; mov.v4.s32 at, {r1, r2, r6, r6}; .reg .v4 .f32 v;\n"
                           "tex.2d.v4.f32.s32 v, [img, at]; mov.f32 f0, v.r;"};
  for (const std::string fetch : fetches) {
    FunctionalDevice device;
    Context context(device);
    const Module module = context.load_text(
        text_of(".global .texref img;",
                "mov.u32 r1, 1; mov.u32 r2, 0; mov.u32 r6, 12345; " + fetch + " st.global.f32 [d], f0;"),
        "k.ptx");
    const DevicePointer texels = context.upload(std::vector<float>{1.5f, 2.5f, 3.5f, 4.5f});
    module.bind_texture("img", {.address = texels, .width = 2, .height = 2, .pitch = 8});
    const DevicePointer out = context.upload(std::vector<float>(1));
    module.function("k").launch({.grid = {1}, .cta = {1}}, out);
    EXPECT_EQ(context.download<float>(out, 1), std::vector<float>{2.5f}) << fetch;
  }
}

}  // namespace
}  // namespace heddle::declarations_test

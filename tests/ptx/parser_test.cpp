// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::parser_test {
namespace {

/// Returns the Problem that loading the text raises.
Problem problem_of(const std::string& text, const ptx::BuildOptions& options = {}) {
  try {
    ptx::load_module(text, "k.ptx", options);
  } catch (const Error& e) {
    return e.problem();
  }
  ADD_FAILURE() << "no error for:\n" << text;
  return {};
}

Problem problem_in_body(const std::string& body) {
  return problem_of(one_kernel_text(
      ".param .u64 a",
      fmt::format(".reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>; .reg .f32 %f;\n{}\nret;", body)));
}

struct Case {
  const char *body, *place, *what, *value, *legal, *nearest;
};

/// For each spelling, the beginning of the message's legal part.
TEST(ParserErrors, WhatIsNotExecutedSaysSo) {
  const struct {
    const char *statement, *name, *group;
  } cases[] = {
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r0}, {%r1}, {%r2}, {%r3};", "mma", "tensor-core"},
      {"wgmma.fence.sync.aligned;", "wgmma", "tensor-core"},
      {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0}, [%rd0], %r1;", "wmma", "tensor-core"},
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r1];", "ldmatrix", "tensor-core"},
      {"tcgen05.alloc.cta_group::1.sync.aligned.b32 [%r0], 32;", "tcgen05", "tensor-core"},
      {"setmaxnreg.inc.sync.aligned.u32 128;", "setmaxnreg", "instructions that change"},
      {"cp.async.bulk.commit_group;", "cp.bulk", "bulk copies"},
      {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r0], 16;", "mbarrier.expect_tx", "bulk copies"},
      {"fence.mbarrier_init.release.cluster;", "fence.mbarrier_init", "bulk copies"},
      {"mapa.shared::cluster.u32 %r0, %r1, 0;", "mapa", "instructions for clusters"},
      {"getctarank.u64 %r0, %rd0;", "getctarank", "instructions for clusters"},
      {"barrier.cluster.arrive.aligned;", "barrier.cluster", "instructions for clusters"},
      {"ld.shared::cluster.u32 %r0, [%r1];", ".shared::cluster", "instructions for clusters"},
      {"suld.b.2d.b32.trap {%r0}, [%rd0, {%r1, %r2}];", "suld", "surfaces"},
      {"sust.b.1d.b32.trap [%rd0, {%r1}], {%r2};", "sust", "surfaces"},
      {"tex.cube.v4.f32.f32 {%f, %f, %f, %f}, [%rd0, {%f, %f, %f, %f}];", "tex.cube", "textures of other"},
      {"tex.grad.2d.v4.f32.f32 {%f, %f, %f, %f}, [%rd0, {%f, %f}], {%f, %f}, {%f, %f};", "tex.grad",
       "texture fetches with derivatives"},
      {"tld4.r.2d.v4.f32.f32 {%f, %f, %f, %f}, [%rd0, {%f, %f}];", "tld4", "texture gathers"},
      {"txq.filter_mode.b32 %r0, [%rd0];", "txq.filter_mode", "queries about more"},
      {"istypep.texref %p0, %rd0;", "istypep", "queries about more"},
      {"vadd2.s32.s32.s32 %r0, %r1, %r2, %r3;", "vadd2", "video instructions"},
      {"vadd.s32.s32.s32 %r0, %r1, %r2;", "vadd", "video instructions"},
      {"atom.global.v2.f32.add {%f, %f}, [%rd0], {%f, %f};", "atom.v2", "vector atomics"},
      {"ld.global.b128 %rd0, [%rd1];", ".b128", "operands of 128 bits"},
      {"fma.rn.f32x2 %rd0, %rd1, %rd2, %rd3;", ".f32x2", "pairs of .f32"},
      {"multimem.red.release.gpu.global.add.u32 [%rd0], %r0;", "multimem", "accesses to the memory"},
      {"ld.global.L2::cache_hint.u32 %r0, [%rd0], %rd1;", ".L2::cache_hint", "cache policies"},
  };
  for (const auto& c : cases) {
    const Problem p = problem_in_body(c.statement);
    EXPECT_EQ(p.place, "k.ptx:6:1");
    EXPECT_EQ(p.what, fmt::format("'{}' is not supported", c.name)) << c.statement;
    const std::string statement = c.statement;
    EXPECT_EQ(p.value, statement.substr(0, std::min(statement.find(' '), statement.find(';'))));
    EXPECT_TRUE(p.legal.starts_with(fmt::format("anything but {}", c.group))) << p.legal;
    EXPECT_EQ(p.nearest, "");
  }
  const Problem directive =
      problem_of(".version 6.0\n.target sm_50\n.address_size 64\n.global .surfref s;\n");
  EXPECT_EQ(directive.place, "k.ptx:4:9");
  EXPECT_EQ(directive.what, "'.surfref' is not supported");
}

TEST(ParserErrors, EachNamesPlaceValueAndWhatIsLegal) {
  const Case cases[] = {
      {"addd.s32 %r0, %r1, %r2;", "k.ptx:6:1", "unknown opcode", "addd", "add", "add"},
      {"cvt.sat.s32.s16 %r0, %h1;", "k.ptx:6:1", "opcode 'cvt' does not have this form here",
       "cvt.sat.s32.s16", "cvt.(u8|u16|", ""},
      {"cvt.rn.bf16.u8 %h0, %h1;", "k.ptx:6:1", "opcode 'cvt' does not have this form here", "cvt.rn.bf16.u8",
       "cvt.(u8|u16|", ""},
      {"  alloca.u32 %r0, 16, 4;", "k.ptx:6:3", "'alloca' is not supported", "alloca.u32",
       "anything but stack frames", ""},
      {"atom.local.add.u32 %r0, [%rd0], 1;", "k.ptx:6:1", "opcode 'atom' does not have this form here",
       "atom.local.add.u32", "", ""},
      {"add.s33 %r0, %r1, %r2;", "k.ptx:6:1", "opcode 'add' does not have this form here", "add.s33",
       "add.(u16|u32|u64|s16|s32|s64)", ""},
      {"add.s32 %r0, %r1;", "k.ptx:6:1", "wrong number of operands for 'add'", "2", "3", ""},
      {"add.s32 %r0, %r1, %r2, %r3;", "k.ptx:6:1", "wrong number of operands for 'add'", "4", "3", ""},
      {"ret %r0;", "k.ptx:6:1", "wrong number of operands for 'ret'", "1", "0", ""},
      {"add.s32 %r0, %r1, %r4;", "k.ptx:6:19", "undefined register or variable", "%r4", "%r<4>", ""},
      {"@%q bra L; L:", "k.ptx:6:2", "undefined register", "%q", "%p<2>", ""},
      {"@%r1 bra L; L:", "k.ptx:6:2", "guard is not a predicate", "%r1", "", ""},
      {"mov.u32 %r0, %tid.v;", "k.ptx:6:18", "PTX syntax error: unexpected text", ".v", ".x .y .z .w", ""},
      {"Loop: bra Lop;", "k.ptx:6:11", "undefined label", "Lop", "Loop", "Loop"},
      {"L: L: ret;", "k.ptx:6:4", "label declared twice", "L", "", ""},
      {"add.s32 %r0, %r1, %rd2;", "k.ptx:6:19", "register does not fit the operand", "%rd2 (.b64)", ".s32",
       ""},
      {"add.s32 %r0, %r1, %p0;", "k.ptx:6:19", "register does not fit the operand", "%p0 (.pred)", ".s32",
       ""},
      {"add.s32 5, %r1, %r2;", "k.ptx:6:9", "operand must be a register", "", ".s32", ""},
      {"add.s32 %r0, %r1, 1.5;", "k.ptx:6:19", "float literal where an integer is needed", "1.5", ".s32", ""},
      {"add.s32 %r0, !%r1, %r2;", "k.ptx:6:14", "only a predicate may be negated", "%r1", "", ""},
      {"setp.eq.s32 !%p0, %r1, %r2;", "k.ptx:6:13", "a destination cannot be negated", "", "", ""},
      {"mov.f32 %f, 0f3F80;", "k.ptx:6:13", "PTX syntax error: malformed number", "0f3F80",
       "0f and 8 hex digits", ""},
      {"mov.u32 %r0, 0x12345678123456789;", "k.ptx:6:14", "PTX syntax error: malformed number",
       "0x12345678123456789", "decimal", ""},
      {"mov.u32 %r0, 09;", "k.ptx:6:14", "PTX syntax error: malformed number", "09", "octal", ""},
      {"mov.u32 %r0, %r1", "k.ptx:7:1", "PTX syntax error: unexpected text", "ret", "';'", ""},
      {"mov.u32 %r0 %r1;", "k.ptx:6:13", "PTX syntax error: unexpected text", "%r1", "';'", ""},
      {"mov.u32 %r0, #;", "k.ptx:6:14", "PTX syntax error: unexpected character", "#", "", ""},
      {".shred .b8 x[4];", "k.ptx:6:1", "PTX syntax error: unexpected text", ".shred", ".shared", ""},
      {".reg .b33 %x;", "k.ptx:6:6", "PTX syntax error: unexpected text", ".b33", ".b32", ""},
      {".shared .align 3 .b8 x[4];", "k.ptx:6:16", "alignment out of range", "3", "a power of two", ""},
      {"ld.global.u32 %r0, %rd0;", "k.ptx:6:20", "operand must be an address", "", "[register+offset]", ""},
      {"ld.global.u32 %r0, [a];", "k.ptx:6:20", "variable does not lie in .global", "a", "", ""},
      {"ld.global.u32 %r0, [b];", "k.ptx:6:21", "undefined register or variable", "b", "", ""},
      {"ld.param.u64 %rd0, [a+4];", "k.ptx:6:20", "read outside 'a'", "bytes 4 to 11", "bytes 0 to 7", ""},
      {"st.param.u32 [a], %r0;", "k.ptx:6:1", "constants and parameters of a kernel cannot be written", "",
       ".global .shared .local", ""},
      {"ld.global.v2.u32 {%r0, %r1, %r2}, [%rd0];", "k.ptx:6:18",
       "wrong number of registers for the vector suffix", "3", "2", ""},
      {"ld.global.v2.u32 {%r0, %rd1}, [%rd0];", "k.ptx:6:18", "registers of a vector differ in width", "",
       "all up to 32 bits", ""},
      {"mov.b32 {%r0, %r1}, %r2;", "k.ptx:6:10", "register does not fit the operand", "%r0 (.b32)", ".b16",
       ""},
      {"mov.b64 {%r0, %r1, %r2}, %rd2;", "k.ptx:6:9", "vector does not fit the type of 'mov'", "", "b64: two",
       ""},
      {"bar.sync 16;", "k.ptx:6:10", "no such barrier", "16", "0 to 15", ""},
      {"bar.sync 0, 40;", "k.ptx:6:13", "a barrier counts whole warps; threads that take part", "40",
       "a multiple of 32", ""},
      {"bar.arrive 0;", "k.ptx:6:1", "wrong number of operands for 'bar'", "1", "2", ""},
      {"tex.2d.v4.f32.f32 {%f, %f, %f, %f}, [%rd0, {%f}];", "k.ptx:6:37", "wrong number of coordinates", "1",
       "2", ""},
      {"tex.1d.v4.f32.s32 {%f, %f, %f, %f}, %rd0;", "k.ptx:6:37", "operand must name a texture", "",
       "[register]", ""},
      {"call.uni foo, (%r0);", "k.ptx:6:1", "call of an unknown function", "foo", "the file defines none",
       ""},
      {"brx.idx %r0, list;", "k.ptx:6:14", "no .branchtargets of that name", "list", "", ""},
      {"/* open", "k.ptx:6:1", "comment has no end", "", "*/", ""},
      {".pragma \"open;", "k.ptx:6:9", "string has no end", "", "\"", ""},
  };
  for (const Case& c : cases) {
    const Problem p = problem_in_body(c.body);
    EXPECT_EQ(p.place, c.place) << c.body;
    EXPECT_EQ(p.what, c.what) << c.body;
    EXPECT_EQ(p.value, c.value) << c.body;
    EXPECT_NE(p.legal.find(c.legal), std::string::npos) << c.body << "\nlegal: " << p.legal;
    EXPECT_EQ(p.nearest, c.nearest) << c.body;
  }
}

TEST(ParserErrors, OfTheModule) {
  EXPECT_EQ(problem_of("hello").what, "PTX syntax error: unexpected text");
  EXPECT_EQ(problem_of(".version 6.0\n.entri k()").place, "k.ptx:2:1");
  EXPECT_EQ(problem_of(".address_size 48").legal, "32 or 64");
  for (const char* version : {"99.9", "0.5", "x", "7.5.1", "\n.target sm_20", ""})
    EXPECT_EQ(problem_of(fmt::format(".version {}", version)).legal, "a PTX version, 1.0 .. 9.9") << version;
  EXPECT_EQ(problem_of(".visible .entry k() {\n ret;").place, "k.ptx:1:21");
  EXPECT_EQ(problem_of(".visible .entry k(.parm .u32 x) {}").legal, ".param or ')'");
  EXPECT_EQ(problem_of(".global .u32 x[2] = {1, 2, 3};").what, "variable is larger than it may be");
  const Problem global =
      problem_of(".extern .global .u32 x;\n.entry k() {\n .reg .b64 %a;\n mov.u64 %a, x;\n ret;\n}");
  EXPECT_EQ(global.place, "k.ptx:4:14");
  EXPECT_EQ(global.what, "variable is declared .extern and not defined in this file");
  EXPECT_EQ(global.value, "x");
  EXPECT_EQ(problem_of(".func f() { ret; }\n.func f() { ret; }").what, "defined twice");
  EXPECT_EQ(problem_of(".extern .func f();\n.entry k() {\n call f;\n}").what,
            "call of a function that is declared and not defined in this file");
  EXPECT_EQ(problem_of(".func f(.param .u32 a) { ret; }\n.entry k() {\n call f;\n}").what,
            "wrong number of operands for 'call'");
  FunctionalDevice device;
  Context context(device);
  try {
    context.load_text(".const .b8 x[40000];\n.const .b8 y[40000];", "k.ptx");
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.status(), Status::invalid_ptx);
    EXPECT_EQ(e.problem().value, "80000 bytes up to 'y'");
  }
}

TEST(ParserErrors, AnInstructionThatNeedsMoreRegistersThanTheLimit) {
  const std::string text = one_kernel_text(".param .u64 a", R"(
    .reg .b64 %a, %x, %y; ld.param.u64 %a, [a];
    ld.global.v2.u64 {%x, %y}, [%a]; st.global.v2.u64 [%a+16], {%y, %x}; ret;)");
  const Problem p = problem_of(text, {.max_registers = 3});
  EXPECT_EQ(p.what, "kernel 'k': an instruction needs more registers than the limit");
  EXPECT_EQ(p.place, "k.ptx:4:17");
  EXPECT_EQ(p.legal, "up to 3");
  EXPECT_LE(ptx::load_module(text, "k.ptx", {.max_registers = 8}).at(0).registers, 8u);
}

TEST(ParserErrors, VariablesBeyondTheirSpace) {
  const auto what = [](const char* body) { return problem_in_body(body).what; };
  EXPECT_EQ(what(".local .b8 x[600000]; mov.u64 %rd0, x;"), "kernel 'k' has too much local memory");
  EXPECT_EQ(what(".shared .b8 x[4294967295]; .shared .b8 y[9]; mov.u64 %rd0, x; mov.u64 %rd1, y;"),
            "kernel 'k' has too much shared memory");
  EXPECT_EQ(what(".shared .b8 x[65536][65536];"), "variable is larger than it may be");
}

TEST(ParserErrors, KernelNotFound) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "heddle_two_kernels.ptx";
  std::ofstream(path) << ".entry alpha() { ret; }\n.entry beta() { tex.nothing; }\n";
  EXPECT_EQ(ptx::load_kernel(path.string(), "alpha").name, "alpha");  // errors in beta do not matter
  const auto problem = [&](const std::string& file, const std::string& name) {
    try {
      ptx::load_kernel(file, name);
    } catch (const Error& e) {
      return e.problem();
    }
    return Problem{};
  };
  const Problem unknown = problem(path.string(), "alfa");
  EXPECT_EQ(unknown.what, "no such kernel");
  EXPECT_EQ(unknown.nearest, "alpha");
  EXPECT_EQ(unknown.legal, "alpha, beta");
  EXPECT_EQ(problem("/nonexistent/x.ptx", "").what, "cannot read the PTX file: No such file or directory");
  std::ofstream(path) << ".entry alpha() { ret; }\n.entry beta() { ret; }\n";
  EXPECT_EQ(problem(path.string(), "").legal, "alpha, beta");
  std::filesystem::remove(path);
}

TEST(Parser, TakesWhatCompilersWriteAroundTheCode) {
  const auto kernels = ptx::load_module(R"(//
// Generated by a compiler
.version 8.5
.target sm_75, debug
.address_size 64
.file	1 "a.cu"
.extern .shared .align 16 .b8 dynamic[];
.weak .shared .align 4 .u32 weak_one;
.visible .global .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.extern .func (.param .b32 r) helper ( .param .b32 x );
.func (.reg .b32 r) other(.reg .b32 x) { { mov.b32 r, x; } ret; }
.visible .entry _Z1kPfi$x(
	.param .u64 .ptr .global .align 4 _Z1kPfi_param_0,
	.param .u32 _Z1kPfi_param_1
)
.maxntid 256, 1, 1
.minnctapersm 2
{
	.loc 1 3 0, function_name $L__info, inlined_at 1 2 3
	.reg .pred 	%p<2>;
	.reg .b32 	%r<4>;
	.pragma "nounroll";
	{
	.reg .b32 %r1, tmp;
	mov.u32 tmp, dynamic;
	mov.u32 %r1, 5;
	add.s32 %r2, tmp, %r1;
	bra.uni here;
here:
	}
	{
here:
	setp.ne.s32 %p1, %r2, 0;
	@%p1 bra here;
	st.shared.u32 [weak_one], %r2;
	}
	ret;
}
.section .debug_str
{
.b8 1, 2
}
)",
                                        "k.ptx");
  ASSERT_EQ(kernels.size(), 1u);
  const ptx::Kernel& k = kernels[0];
  EXPECT_EQ(k.name, "_Z1kPfi$x");
  EXPECT_EQ(k.max_threads, 256u);
  EXPECT_EQ(k.shared_bytes, 16u);
  EXPECT_EQ(k.code[0].operand[0].immediate, 16u);  // dynamic shared memory lies behind the static one
  EXPECT_EQ(k.code[3].target, 4u);
  EXPECT_EQ(k.code[5].target, 4u);  // the label in its own scope
  EXPECT_EQ((*k.text)[k.code[2].line - 1], "\tadd.s32 %r2, tmp, %r1;");
}

}  // namespace
}  // namespace heddle::test::parser_test

// The passes between the selection of instructions and the allocation of registers: small PTX before and
// after each, and what a kernel then computes.
#include "models/ptx/passes/passes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "models/host/functional_device.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::passes_test {
namespace {

using ptx::CodeGeneration;
using ptx::InstructionSet;

/// The mnemonics and operands after each pass, by its name, without numbers of instructions and lines.
std::map<std::string, std::string> after_passes(const std::string& parameters, const std::string& body,
                                                const CodeGeneration& code, unsigned address_bits = 64) {
  std::map<std::string, std::string> found;
  ptx::BuildOptions options{.code_generation = code};
  options.watch = [&](std::string_view, std::string_view pass, const std::string& listing) {
    std::string text;
    for (std::size_t at = 0; at < listing.size();) {
      const std::size_t end = listing.find('\n', at);
      text += listing.substr(at + 13, end - at - 13) + "\n";
      at = end + 1;
    }
    found[std::string(pass)] = text;
  };
  ptx::load_module(one_kernel_text(parameters, body, address_bits), "k.ptx", options);
  return found;
}

/// The only destination of thread 0's store to the buffer that is parameter `out`, for one warp.
std::vector<std::uint32_t> run(const std::string& parameters, const std::string& body,
                               const CodeGeneration& code, const auto&... arguments) {
  const ptx::Kernel kernel =
      ptx::load_module(one_kernel_text(parameters, body), "k.ptx", {.code_generation = code}).at(0);
  FunctionalDevice device;
  const DevicePointer out = device.allocate(4 * warp_size);
  device.launch_with(kernel, {1}, {warp_size}, out, arguments...);
  return device.download<std::uint32_t>(out, warp_size);
}

const CodeGeneration fermi{InstructionSet::fermi, 2}, ptxplus{InstructionSet::ptxplus, 2},
    ptx_1{InstructionSet::ptx, 1}, ptx_2{InstructionSet::ptx, 2};

const std::string scale = R"(
  .reg .b32 %r<6>; .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [factor];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %tid.x;
  mul.lo.s32 %r3, %r2, %r1;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.global.u32 [%rd4], %r3;
  ret;)";
const std::string scale_parameters = ".param .u64 out, .param .u32 factor";

TEST(ForwardCopies, ReadsFromWhereTheyCame) {
  const auto code = after_passes(scale_parameters, scale, ptx_1);
  EXPECT_NE(code.at("selection").find("add %rd4, %rd2, %rd3"), std::string::npos) << code.at("selection");
  EXPECT_NE(code.at("forward_copies").find("add %rd4, %rd1, %rd3"), std::string::npos)
      << code.at("forward_copies");
  EXPECT_EQ(code.at("remove_unread").find("cvta"), std::string::npos) << "nobody reads it any more";
}

TEST(ForwardCopies, LeavesRegistersThatAreWrittenTwice) {
  const auto code = after_passes(".param .u32 n", R"(
  .reg .b32 %r<4>; .reg .pred %p; .shared .b32 s[2];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %r1;
  add.s32 %r1, %r1, 1;
  st.shared.u32 [s], %r2;
  st.shared.u32 [s+4], %r1;
  ret;)",
                                 ptx_2);
  EXPECT_NE(code.at("straighten").find("st [0x0], %r2"), std::string::npos) << code.at("straighten");
}

TEST(FoldConstants, ParametersAreOperandsWhereTheInstructionSetHasThem) {
  const auto code = after_passes(scale_parameters, scale, fermi);
  EXPECT_NE(code.at("fold_constants").find("mul %r3, %r2, param[0x8]"), std::string::npos)
      << code.at("fold_constants");
  EXPECT_NE(code.at("fold_constants").find("add %rd4, param[0x0], %rd3"), std::string::npos);
  EXPECT_EQ(code.at("straighten").find("ld "), std::string::npos) << "no load of a parameter is left";
  EXPECT_NE(code.at("straighten").find("mov %r2, %tid.x"), std::string::npos) << "no operand of Fermi";
  const auto plus = after_passes(scale_parameters, scale, ptxplus);
  EXPECT_NE(plus.at("straighten").find("mul %r3, %tid.x, %r1"), std::string::npos) << plus.at("straighten");
  const auto as_ptx = after_passes(scale_parameters, scale, ptx_2);
  EXPECT_NE(as_ptx.at("straighten").find("ld %r1, [0x8]"), std::string::npos) << "PTX loads parameters";
}

TEST(FoldConstants, AnInstructionHasOneSuchOperand) {
  const auto code = after_passes(".param .u32 a, .param .u32 b", R"(
  .reg .b32 %r<6>; .shared .b32 s[2];
  ld.param.u32 %r1, [a];
  ld.param.u32 %r2, [b];
  add.s32 %r3, %r1, %r2;
  mad.lo.s32 %r4, %r3, %r1, 5;
  st.shared.u32 [s], %r4;
  ret;)",
                                 fermi);
  const std::string& text = code.at("straighten");
  EXPECT_NE(text.find("mov %r2, param[0x4]"), std::string::npos) << text;
  EXPECT_NE(text.find("add %r3, param[0x0], %r2"), std::string::npos) << text;
  EXPECT_NE(text.find("mov %r1, param[0x0]"), std::string::npos) << text;
  EXPECT_NE(text.find("mad %r4, %r3, %r1, 0x5"), std::string::npos) << text;
}

TEST(LegaliseOperands, MovesWhatIsNoOperand) {
  const auto code = after_passes("", R"(
  .reg .b32 %r<6>; .reg .pred %p; .shared .b32 s[2];
  mov.u32 %r1, %laneid;
  setp.lt.u32 %p, %r1, 7;
  selp.b32 %r2, 3, 4, %p;
  mad.lo.s32 %r3, %r2, 5, 6;
  shl.b32 %r4, 9, %r3;
  st.shared.u32 [s], %r4;
  ret;)",
                                 fermi);
  const std::string& text = code.at("straighten");
  EXPECT_EQ(text.find("0x3, 0x4"), std::string::npos) << text;
  EXPECT_EQ(text.find("0x5, 0x6"), std::string::npos) << text;
  EXPECT_EQ(text.find("shl %r4, 0x9"), std::string::npos) << text;
  EXPECT_NE(text.find("setp %p, %r1, 0x7"), std::string::npos) << text;
}

TEST(RemoveUnread, KeepsWhatHasAnEffect) {
  const auto code = after_passes(".param .u64 out", R"(
  .reg .b32 %r<6>; .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  add.s32 %r2, %r1, 1;
  add.s32 %r3, %r2, 1;
  atom.global.add.u32 %r4, [%rd1], 1;
  ret;)",
                                 ptx_1);
  const std::string& text = code.at("remove_unread");
  EXPECT_EQ(text.find("%r3"), std::string::npos) << text;
  EXPECT_EQ(text.find("%r1"), std::string::npos) << "not read by what stays: " << text;
  EXPECT_NE(text.find("atom"), std::string::npos) << text;
}

TEST(Straighten, LeavesOutJumpsToTheNextInstructionAndAroundOne) {
  const auto code = after_passes("", R"(
  .reg .b32 %r<3>; .reg .pred %p; .shared .b32 s[2];
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p, %r1, 7;
  @%p bra LESS;
  bra.uni MORE;
LESS:
  st.shared.u32 [s], %r1;
  bra.uni MORE;
MORE:
  ret;)",
                                 ptx_2);
  const std::string& text = code.at("straighten");
  EXPECT_NE(text.find("@!%p bra to 4"), std::string::npos) << text;
  EXPECT_EQ(text.find("bra"), text.rfind("bra")) << text;
}

/// Stores to the thread's place what `choice` makes of %r1, the thread's number, in %r2.
std::string choosing(const std::string& choice) {
  return R"(
  .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p, %q; .shared .b32 s[2];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  setp.lt.u32 %p, %r1, 7;
  mov.u32 %r2, 100;
  )" + choice +
         R"(
  st.global.u32 [%rd3], %r2;
  ret;)";
}

const std::string one_way = R"(
  @%p bra NEXT;
  add.s32 %r3, %r1, 1;
  shl.b32 %r2, %r3, 2;
NEXT:)";
const std::string two_ways = R"(
  @!%p bra OTHER;
  add.s32 %r3, %r1, 1;
  shl.b32 %r2, %r3, 2;
  bra.uni NEXT;
OTHER:
  sub.s32 %r2, %r1, 3;
NEXT:)";

TEST(IfConvert, GuardsWhatABranchDecidesOn) {
  const std::string code = after_passes(".param .u64 out", choosing(one_way), ptx_2).at("if_convert");
  EXPECT_EQ(code.find("bra"), std::string::npos) << code;
  EXPECT_NE(code.find("@!%p add %r3, %r1, 0x1\n@!%p shl %r2, %r3, 0x2\nst"), std::string::npos) << code;
}

TEST(IfConvert, GuardsBothWays) {
  const std::string code = after_passes(".param .u64 out", choosing(two_ways), ptx_2).at("if_convert");
  EXPECT_EQ(code.find("bra"), std::string::npos) << code;
  EXPECT_NE(code.find("@%p shl %r2, %r3, 0x2\n@!%p sub %r2, %r1, 0x3\nst"), std::string::npos) << code;
}

TEST(IfConvert, LeavesTheValues) {
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_2, fermi, ptxplus}) {
    std::vector<std::uint32_t> expected(warp_size);
    for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = i < 7 ? 100 : 4 * (i + 1);
    EXPECT_EQ(run(".param .u64 out", choosing(one_way), code), expected) << name_of(code.isa);
    for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = i < 7 ? 4 * (i + 1) : i - 3;
    EXPECT_EQ(run(".param .u64 out", choosing(two_ways), code), expected) << name_of(code.isa);
  }
}

/// %r3 lives only in the lanes of the guard, so it takes no register from the kernel's begin on.
TEST(IfConvert, TakesNoMoreRegisters) {
  for (const std::string& choice : {one_way, two_ways}) {
    const auto registers = [&](const CodeGeneration& code) {
      const std::string text = one_kernel_text(".param .u64 out", choosing(choice));
      return ptx::load_module(text, "k.ptx", {.code_generation = code}).at(0).registers;
    };
    EXPECT_LE(registers(ptx_2), registers(ptx_1));
  }
}

/// Seven instructions where lanes differ, four where they do not (CUDA C Programming Guide 4.2, 5.4.2).
TEST(IfConvert, IsForFewInstructions) {
  const auto converts = [](const std::string& special, unsigned instructions) {
    std::string choice = fmt::format("mov.u32 %r5, {};\nsetp.gt.u32 %q, %r5, 3;\n@%q bra NEXT;\n", special);
    for (unsigned i = 0; i < instructions; ++i) choice += "add.s32 %r2, %r2, %r1;\n";
    const auto code = after_passes(".param .u64 out", choosing(choice + "NEXT:"), ptx_2);
    return code.at("if_convert").find("bra") == std::string::npos;
  };
  EXPECT_TRUE(converts("%laneid", 7));
  EXPECT_FALSE(converts("%laneid", 8));
  EXPECT_TRUE(converts("%ctaid.x", 4));
  EXPECT_FALSE(converts("%ctaid.x", 5));
}

TEST(IfConvert, LeavesWhatNeedsABranch) {
  for (const char* within : {"bar.sync 0;", "shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;",
                             "setp.gt.u32 %p, %r1, 3;", "@%q add.s32 %r2, %r2, 1;", "ret;",
                             ".pragma \"mark\"; mov.u32 %r2, %r1;", "INTO: add.s32 %r2, %r2, 1;"}) {
    const auto code = after_passes(
        ".param .u64 out",
        choosing(fmt::format("setp.gt.u32 %q, %r1, 3;\n@%p bra NEXT;\nadd.s32 %r2, %r2, %r1;\n{}\nNEXT:\n{}",
                             within, std::string(within).starts_with("INTO") ? "@%q bra INTO;" : "")),
        ptx_2);
    EXPECT_EQ(code.at("if_convert"), code.at("straighten")) << within;
  }
}

/// What `making` makes in %r1 is read beside a literal at the end; most registers are live before. %p is then
/// another.
std::string kept(const std::string& making) {
  return R"(
  .reg .b32 %r<12>; .reg .b64 %rd<5>; .reg .pred %p;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r10, %tid.x;
  setp.lt.u32 %p, %r10, 7;
  )" + making +
         R"(
  mul.wide.u32 %rd3, %r10, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
  mul.lo.s32 %r3, %r2, 3;
  add.s32 %r4, %r3, %r2;
  xor.b32 %r5, %r4, %r3;
  mad.lo.s32 %r6, %r5, %r4, %r2;
  add.s32 %r7, %r6, %r3;
  setp.ge.u32 %p, %r7, 0;
  shl.b32 %r8, %r1, 3;
  add.s32 %r9, %r7, %r8;
  @%p st.global.u32 [%rd4], %r9;
  ret;)";
}

TEST(Rematerialise, MakesAConstantAgainWhereThatTakesFewerRegisters) {
  const auto code = after_passes(".param .u64 out", kept("mov.u32 %r1, %tid.x;"), ptxplus);
  const std::string there = ", %tid.x\nshl";
  EXPECT_EQ(code.at("straighten").find(there), std::string::npos) << code.at("straighten");
  EXPECT_NE(code.at("rematerialise").find(there), std::string::npos) << code.at("rematerialise");
  const auto registers = [&](const CodeGeneration& how) {
    const std::string text = one_kernel_text(".param .u64 out", kept("mov.u32 %r1, %tid.x;"));
    return ptx::load_module(text, "k.ptx", {.code_generation = how}).at(0).registers;
  };
  EXPECT_EQ(registers(ptxplus) + 1, registers({InstructionSet::ptxplus, 1}));
}

TEST(Rematerialise, LeavesWhatIsAnotherValueLater) {
  const auto code = after_passes(".param .u64 out", kept("mov.u32 %r1, %clock;"), ptxplus);
  EXPECT_EQ(code.at("rematerialise"), code.at("if_convert"));
}

/// %p, of which the value was made, is another where it is read.
TEST(Rematerialise, LeavesWhatIsMadeOfAPredicate) {
  std::vector<std::uint32_t> expected(warp_size);
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 8 * (i < 7 ? 5 : 6);  // of memory that was 0
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_2, fermi, ptxplus})
    EXPECT_EQ(run(".param .u64 out", kept("selp.b32 %r1, 5, 6, %p;"), code), expected) << name_of(code.isa);
}

TEST(Rematerialise, LeavesWhatWouldTakeNoFewerRegisters) {
  const auto code = after_passes(scale_parameters, scale, ptxplus);
  EXPECT_EQ(code.at("rematerialise"), code.at("if_convert"));
}

/// The mnemonics after the pass, in their order, of a kernel with a buffer and 16 bytes of shared memory.
std::string order_of(const std::string& body) {
  const auto code = after_passes(".param .u64 out", R"(
  .reg .b32 %r<9>; .reg .b64 %rd<4>; .shared .b32 s[4];
  ld.param.u64 %rd1, [out];
  )" + body + "ret;",
                                 ptx_2);
  std::string order;
  const std::string& text = code.at("schedule");
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    order += text.substr(at, text.find(' ', at) - at) + (text.find('\n', at) + 1 < text.size() ? " " : "");
  return order;
}

TEST(Schedule, LoadsGoAheadOfWhatWaitsForOthers) {
  EXPECT_EQ(order_of(R"(
  ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; mul.lo.u32 %r2, %r2, %r2;
  ld.global.u32 %r3, [%rd1+4]; xor.b32 %r4, %r3, %r2; st.global.u32 [%rd1+8], %r4;)"),
            "ld ld ld add mul xor st exit");
}

TEST(Schedule, WhatMustStayBehindDoes) {
  for (const char* between : {"st.global.u32 [%rd1+4], %r2;", "atom.global.add.u32 %r5, [%rd1+4], 1;",
                              "ld.volatile.global.u32 %r5, [%rd1+16];", "st.u32 [%rd1+4], %r2;",
                              "bar.sync 0;", "membar.gl;", "mov.u32 %r5, %clock;"}) {
    const std::string order = order_of(fmt::format(R"(
  ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; {}
  ld.global.u32 %r3, [%rd1+4]; xor.b32 %r4, %r3, %r2; st.global.u32 [%rd1+8], %r4;)",
                                                   between));
    EXPECT_NE(order.find("ld add "), std::string::npos) << between << ": " << order;
  }
  EXPECT_NE(order_of(R"(
  ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; st.shared.u32 [s], %r2;
  ld.global.u32 %r3, [%rd1+4]; xor.b32 %r4, %r3, %r2; st.global.u32 [%rd1+8], %r4;)")
                .find("ld ld ld add"),
            std::string::npos)
      << "a store passes accesses of other spaces";
}

/// What is live across the call is stored ahead of the change of the stack pointer before it.
TEST(Schedule, ChangesOfTheStackPointerStandBesideTheirCall) {
  const std::string text = R"(
.version 6.0
.target sm_30
.address_size 64
.func (.param .b32 r) twice (.param .b32 a) {
  .reg .b32 %x; ld.param.u32 %x, [a]; shl.b32 %x, %x, 1; st.param.b32 [r], %x; ret;
}
.visible .entry k(.param .u64 out) {
  .reg .b32 %t, %x, %y, %z; .reg .b64 %a, %o;
  ld.param.u64 %a, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %a, %a, %o;
  ld.global.u32 %y, [%a]; add.u32 %x, %t, 3;
  { .param .b32 p; .param .b32 q; st.param.b32 [p], %x; call (q), twice, (p); ld.param.b32 %z, [q]; }
  ld.global.u32 %x, [%a]; add.u32 %z, %z, %y; add.u32 %z, %z, %x; st.global.u32 [%a], %z;
  ret;
})";
  std::vector<std::uint32_t> expected(warp_size);
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 2 * (i + 3);  // of memory that was 0
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_2, fermi, ptxplus}) {
    const ptx::Kernel kernel = ptx::load_module(text, "k.ptx", {.code_generation = code}).at(0);
    FunctionalDevice device;
    const DevicePointer out = device.allocate(4 * warp_size);
    device.launch_with(kernel, {1}, {warp_size}, out);
    EXPECT_EQ(device.download<std::uint32_t>(out, warp_size), expected) << name_of(code.isa);
  }
}

TEST(Schedule, HoldsNoMoreRegisters) {
  std::string body = ".reg .b32 %r<9>, %a; .shared .b32 s[4]; ld.param.u32 %a, [out];";
  for (unsigned k = 0; k < 6; ++k)
    body += fmt::format("ld.global.u32 %r{0}, [%a+{1}]; add.u32 %r8, %r{0}, {0}; st.shared.u32 [s], %r8;\n",
                        k, 4 * k);
  const auto registers = [&](const CodeGeneration& code) {
    const std::string text = one_kernel_text(".param .u32 out", body + "ret;", 32);
    return ptx::load_module(text, "k.ptx", {.code_generation = code}).at(0).registers;
  };
  EXPECT_EQ(registers(ptx_2), registers(ptx_1)) << "though all six loads could go first";
}

TEST(Passes, LeaveTheValues) {
  std::vector<std::uint32_t> expected(warp_size);
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 7 * i;
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_1, ptx_2, fermi, ptxplus})
    EXPECT_EQ(run(scale_parameters, scale, code, 7u), expected) << name_of(code.isa) << code.optimize;
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 8 * i;  // of memory that was 0
  for (const CodeGeneration& code : {CodeGeneration{}, fermi, ptxplus})
    EXPECT_EQ(run(".param .u64 out", kept("mov.u32 %r1, %tid.x;"), code), expected) << name_of(code.isa);
}

/// The branch around the pragma's instruction passes by it after the passes, too.
TEST(Passes, KeepPragmasWhereTheyStand) {
  const std::string body = R"(
  .reg .b32 %r<4>; .reg .pred %p; .shared .b32 s[2];
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p, %r1, 7;
  @%p bra L;
  .pragma "mark";
  mov.u32 %r2, %r1;
L:
  st.shared.u32 [s], %r1;
  ret;)";
  const ptx::Kernel kernel =
      ptx::load_module(one_kernel_text("", body), "k.ptx", {.code_generation = {InstructionSet::ptx, 1}})
          .at(0);
  ASSERT_EQ(kernel.pragmas.size(), 1u);
  EXPECT_EQ(kernel.code[kernel.pragmas[0].instruction].line, 13u) << "of the store, as the mov is gone";
  EXPECT_EQ(kernel.pragmas[0].passed_by.size(), 1u);
}

}  // namespace
}  // namespace heddle::test::passes_test

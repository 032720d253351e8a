// SPDX-License-Identifier: Apache-2.0
// The passes between the selection of instructions and the allocation of registers: small PTX before and
// after each, and what a kernel then computes.
#include "models/ptx/passes/passes.hpp"

#include <gtest/gtest.h>

#include "tests/ptx/passes/after_passes.hpp"

namespace heddle::test::passes_test {
namespace {

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
    EXPECT_EQ(run_warp(".param .u64 out", kept("selp.b32 %r1, 5, 6, %p;"), code), expected)
        << name_of(code.isa);
}

TEST(Rematerialise, LeavesWhatWouldTakeNoFewerRegisters) {
  const auto code = after_passes(scale_parameters, scale, ptxplus);
  EXPECT_EQ(code.at("rematerialise"), code.at("if_convert"));
}

TEST(Passes, LeaveTheValues) {
  std::vector<std::uint32_t> expected(warp_size);
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 7 * i;
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_1, ptx_2, fermi, ptxplus})
    EXPECT_EQ(run_warp(scale_parameters, scale, code, 7u), expected) << name_of(code.isa) << code.optimize;
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = 8 * i;  // of memory that was 0
  for (const CodeGeneration& code : {CodeGeneration{}, fermi, ptxplus})
    EXPECT_EQ(run_warp(".param .u64 out", kept("mov.u32 %r1, %tid.x;"), code), expected) << name_of(code.isa);
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

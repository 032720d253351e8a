// SPDX-License-Identifier: Apache-2.0
// If-conversion: what becomes guarded, what keeps its branch, and what the kernel then computes.
#include <gtest/gtest.h>

#include "tests/ptx/passes/after_passes.hpp"

namespace heddle::test::if_convert_test {
namespace {

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
    EXPECT_EQ(run_warp(".param .u64 out", choosing(one_way), code), expected) << name_of(code.isa);
    for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = i < 7 ? 4 * (i + 1) : i - 3;
    EXPECT_EQ(run_warp(".param .u64 out", choosing(two_ways), code), expected) << name_of(code.isa);
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

}  // namespace
}  // namespace heddle::test::if_convert_test

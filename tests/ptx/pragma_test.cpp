// SPDX-License-Identifier: Apache-2.0
// Which pragmas stand before which instruction, and which branches jump past them.
#include <gtest/gtest.h>

#include "models/register_virtualization/release_plan.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::pragma_test {
namespace {

/// Lists each pragma as "text@line>line of its instruction", with "!line" for each branch that jumps past it.
std::vector<std::string> listing(const ptx::Kernel& kernel) {
  std::vector<std::string> list;
  for (const ptx::Pragma& p : kernel.pragmas) {
    std::string text = fmt::format("{}@{}>{}", p.text, p.line, kernel.code.at(p.instruction).line);
    for (const std::uint32_t branch : p.passed_by) {
      EXPECT_EQ(kernel.code.at(branch).control, ptx::Control::branch);
      EXPECT_EQ(kernel.code[branch].target, p.instruction);
      text += fmt::format("!{}", kernel.code[branch].line);
    }
    list.push_back(text);
  }
  return list;
}
using List = std::vector<std::string>;

TEST(Pragma, StandsAheadOfTheInstructionThatFollows) {
  const ptx::Kernel kernel = one_kernel(".param .u32 n", R"(.reg .b32 %a, %b;
.pragma "first";
ld.param.u32 %a, [n];
.pragma "nounroll", "third";
.pragma "fourth";
add.u32 %b, %a, 1;
ret;)");
  EXPECT_EQ(listing(kernel), (List{"first@6>7", "nounroll@8>10", "third@8>10", "fourth@9>10"}));
  EXPECT_EQ(kernel.code.size(), 3u);
}

TEST(Pragma, BehindALabelIsMetByJumpsAndAheadOfOneIsNot) {
  const ptx::Kernel kernel = one_kernel(".param .u32 n", R"(.reg .b32 %a; .reg .pred %p;
ld.param.u32 %a, [n];
setp.eq.u32 %p, %a, 0;
.pragma "before";
First:
.pragma "between";
Second:
.pragma "behind";
add.u32 %a, %a, 1;
@%p bra First;
@!%p bra Second;
ret;)");
  EXPECT_EQ(listing(kernel), (List{"before@8>13!14!15", "between@10>13!15", "behind@12>13"}));
}

TEST(Pragma, BehindTheLastInstructionHasOneToStandAheadOf) {
  const ptx::Kernel kernel =
      one_kernel("",
                 ".reg .pred %p; setp.eq.u32 %p, %tid.x, 0;\n@%p bra End;\nret;\nEnd:\n"
                 ".pragma \"last\";");
  EXPECT_EQ(kernel.code.size(), 4u);
  ASSERT_EQ(kernel.pragmas.size(), 1u);
  EXPECT_EQ(kernel.pragmas[0].instruction, 3u);
  EXPECT_EQ(kernel.code[1].target, 3u);
  EXPECT_TRUE(kernel.pragmas[0].passed_by.empty());
  EXPECT_EQ(one_kernel("", "ret;\n.pragma \"last\";").code.size(), 2u);
  EXPECT_EQ(one_kernel("", "ret;").code.size(), 1u);
}

TEST(Pragma, KeepsItsPlaceWhenRegistersAreSpilled) {
  std::string body = ".reg .b32 %r<24>; .reg .b64 %a;\nld.param.u64 %a, [a];\n";
  for (int r = 0; r < 24; ++r) body += fmt::format("ld.global.u32 %r{}, [%a+{}];\n", r, 4 * r);
  body += ".pragma \"begin\";\nSum:\n";
  for (int r = 1; r < 24; ++r) body += fmt::format("add.u32 %r0, %r0, %r{};\n", r);
  body +=
      ".pragma \"end\";\nst.global.u32 [%a], %r0;\n.reg .pred %p; setp.lt.u32 %p, %r0, 5; @%p bra Sum;\nret;";
  const std::string text = one_kernel_text(".param .u64 a", body);
  for (const std::uint32_t limit : {63u, 12u, 8u}) {
    const ptx::Kernel kernel = ptx::kernel_of(text, "k.ptx", "k", {.max_registers = limit});
    EXPECT_EQ(kernel.spilled_registers != 0, limit < 27) << limit;
    EXPECT_EQ(listing(kernel), (List{"begin@31>33!58", "end@56>57"})) << limit;
    // The loads of spilled registers belong to the instruction that needs them.
    for (const ptx::Pragma& p : kernel.pragmas)
      EXPECT_LT(kernel.code[p.instruction - 1].line, p.line) << limit;
  }
}

TEST(Pragma, OfCalledFunctionsAndAroundCalls) {
  const ptx::Kernel kernel = ptx::load_module(R"(.version 6.0
.target sm_50
.address_size 64
.func (.reg .b32 %out) twice(.reg .b32 %in) {
.pragma "inside";
add.u32 %out, %in, %in;
ret;
.pragma "function's end";
}
.visible .entry k(.param .u64 a) {
.reg .b32 %r<3>; .reg .b64 %a; .reg .pred %p;
ld.param.u64 %a, [a];
ld.global.u32 %r1, [%a];
setp.eq.u32 %p, %r1, 0;
.pragma "call";
@%p call (%r2), twice, (%r1);
.pragma "behind";
st.global.u32 [%a], %r2;
ret;
})",
                                              "k.ptx")
                                 .at(0);
  // The function returns at its end, to which `ret` jumps.
  EXPECT_EQ(listing(kernel), (List{"call@15>16", "behind@17>18", "inside@5>6", "function's end@8>8!7"}));
  // The guard of the call becomes a branch around it, which stands behind the pragma.
  const std::uint32_t around = kernel.pragmas[0].instruction;
  EXPECT_EQ(kernel.code[around].control, ptx::Control::branch);
  EXPECT_EQ(kernel.code[around].target, kernel.pragmas[1].instruction);
}

TEST(Pragma, IsOneOrMoreStrings) {
  const auto problem = [](const std::string& pragma) {
    try {
      one_kernel("", pragma + "\nret;");
    } catch (const Error& e) {
      return e.problem();
    }
    return Problem{};
  };
  EXPECT_EQ(problem(".pragma;").legal, "a string behind .pragma");
  EXPECT_EQ(problem(".pragma nounroll;").place, "k.ptx:5:9");
  EXPECT_EQ(problem(".pragma \"a\" \"b\";").legal, "';' behind .pragma");
  EXPECT_EQ(problem(".pragma \"\";").what, "");
}

TEST(Pragma, OutlivesTheNumberingOfRegistersForRenaming) {
  const ptx::Kernel kernel = one_kernel(".param .u64 a", R"(.reg .b32 %r<3>; .reg .b64 %a;
ld.param.u64 %a, [a];
ld.global.u32 %r1, [%a];
.pragma "begin";
add.u32 %r2, %r1, %r1;
st.global.u32 [%a], %r2;
ret;)");
  const ReleasePlan plan = plan_releases(kernel, {}, 48);
  ASSERT_EQ(plan.kernel.code.size(), kernel.code.size());
  EXPECT_EQ(listing(plan.kernel), listing(kernel));
}

TEST(Pragma, DestinationsSayWhetherTheyAreUpperWordsOrPacked) {
  const ptx::Kernel kernel =
      one_kernel(".param .u64 a", R"(.reg .b32 %r<3>; .reg .b64 %a, %b; .reg .b16 %h<3>;
ld.param.u64 %a, [a];
add.u64 %b, %a, 1;
mov.b64 {%r0, %r1}, %b;
mov.b64 %b, {%r1, %r0};
mov.b32 {%h0, %h1}, %r0;
mov.b32 %r2, {%h1, %h0};
fma.rn.f16x2 %r2, %r2, %r2, %r2;
add.u32 %r1, %r2, %r0;
st.global.u32 [%a], %r1;
st.global.u64 [%a], %b;
ret;)");
  std::vector<std::pair<unsigned, bool>> found;
  for (const ptx::Instruction& i : kernel.code) found.emplace_back(i.upper_words, i.packed);
  found.resize(8);
  EXPECT_EQ(
      found,
      (std::vector<std::pair<unsigned, bool>>{
          {2, false}, {2, false}, {0, false}, {2, false}, {0, false}, {0, true}, {0, true}, {0, false}}));
}

}  // namespace
}  // namespace heddle::test::pragma_test

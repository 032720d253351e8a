// SPDX-License-Identifier: Apache-2.0
// Tail merging: which instructions stand once, which twice, and what the kernel then computes.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ptx/passes/after_passes.hpp"

namespace heddle::test::tail_merge_test {
namespace {

const std::string parameters = ".param .u64 out";

/// Two ways to JOIN: `less` where the thread's number %r1 is below 7, `other` elsewhere. Then %r2 is stored.
std::string two_ways(const std::string& less, const std::string& other, const std::string& join = "") {
  return R"(
  .reg .b32 %r<12>; .reg .b64 %rd<4>; .reg .pred %p, %q; .shared .b32 s[2];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  setp.ge.u32 %p, %r1, 7;
  setp.gt.u32 %q, %r1, 3;
  mov.u32 %r2, 100;
  mov.u32 %r3, 1;
  mov.u32 %r9, 9;
  @%p bra OTHER;
  )" + less +
         R"(
  bra.uni JOIN;
OTHER:
  )" + other +
         R"(
JOIN:
  )" + join +
         R"(
  st.global.u32 [%rd3], %r2;
  ret;)";
}

std::string merged(const std::string& body) { return after_passes(parameters, body, ptx_2).at("tail_merge"); }

unsigned times(const std::string& text, const std::string& what) {
  unsigned n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

/// The ways begin differently; values between their instructions have registers of their own.
const std::string first_way = R"(
  add.s32 %r3, %r1, 5;
  mul.lo.s32 %r4, %r3, %r1;
  xor.b32 %r2, %r4, 3;)";
const std::string second_way = R"(
  sub.s32 %r3, %r1, 2;
  mul.lo.s32 %r5, %r3, %r1;
  xor.b32 %r2, %r5, 3;)";

TEST(TailMerge, InstructionsAtTheEndOfTwoWaysStandOnce) {
  const std::string code = merged(two_ways(first_way, second_way));
  EXPECT_EQ(times(code, "mul %r"), 2u) << "the address and one product: " << code;
  EXPECT_EQ(times(code, "xor"), 1u) << code;
  EXPECT_NE(code.find("sub %r3, %r1, 0x2\nmul %r5, %r3, %r1\nxor %r2, %r5, 0x3\nst"), std::string::npos)
      << "those of the way that goes on without a jump: " << code;
}

TEST(TailMerge, LeavesTheValues) {
  std::vector<std::uint32_t> expected(warp_size);
  for (std::uint32_t i = 0; i < warp_size; ++i) expected[i] = ((i < 7 ? i + 5 : i - 2) * i) ^ 3;
  for (const CodeGeneration& code : {CodeGeneration{}, ptx_1, ptx_2, fermi, ptxplus})
    EXPECT_EQ(run_warp(parameters, two_ways(first_way, second_way), code), expected) << name_of(code.isa);
}

/// No thread executes more instructions than before, and lanes of both ways meet ahead of the tail.
TEST(TailMerge, LanesMeetAheadOfTheTail) {
  // Too long for if-conversion, so that the branch stays.
  std::string more;
  for (unsigned i = 0; i < 9; ++i) more += fmt::format("add.s32 %r3, %r3, {};\n", i + 20);
  const std::string body =
      two_ways("mov.u32 %r3, %r1;\n" + more + first_way, "shl.b32 %r3, %r1, 1;\n" + more + second_way);
  const auto kernel =
      ptx::load_module(one_kernel_text(parameters, body), "k.ptx", {.code_generation = ptx_2}).at(0);
  std::uint32_t branch = 0;
  while (kernel.code[branch].control != ptx::Control::branch) ++branch;
  const ptx::Instruction& met = kernel.code[kernel.code[branch].reconvergence];
  EXPECT_EQ(met.unit, ptx::Unit::sp);
  EXPECT_FALSE(met.memory.store) << "they met at the store";
}

TEST(TailMerge, WaysThatAreTheSameBecomeOne) {
  const auto code = after_passes(parameters, two_ways(first_way, first_way), ptx_2);
  EXPECT_EQ(times(code.at("straighten"), "bra"), 0u) << code.at("straighten");
  EXPECT_EQ(times(code.at("straighten"), "xor"), 1u) << code.at("straighten");
}

TEST(TailMerge, IsOfLevel2) {
  EXPECT_FALSE(after_passes(parameters, two_ways(first_way, second_way), ptx_1).contains("tail_merge"));
}

/// %r4 and %r5 are not the same behind the ways, or not ahead of the tails.
TEST(TailMerge, LeavesWhatIsReadAsDifferentThings) {
  for (const char* join : {"add.s32 %r2, %r2, %r4;", "add.s32 %r2, %r2, %r5;"}) {
    const std::string body = two_ways("mul.lo.s32 %r4, %r1, 3; mov.u32 %r5, 1; xor.b32 %r2, %r4, 3;",
                                      "mul.lo.s32 %r5, %r1, 3; mov.u32 %r4, 1; xor.b32 %r2, %r5, 3;", join);
    const std::string code = merged(body);
    EXPECT_EQ(times(code, "xor"), 2u) << code;
  }
  const std::string ahead = merged(
      two_ways("add.s32 %r4, %r1, 3; xor.b32 %r2, %r4, 3;", "add.s32 %r5, %r1, 4; xor.b32 %r2, %r5, 3;"));
  EXPECT_EQ(times(ahead, "xor"), 2u) << ahead;
}

TEST(TailMerge, WhatDiffersInOneThingIsNotTheSame) {
  for (const auto& [less, other] : std::vector<std::pair<std::string, std::string>>{
           {"add.s32 %r2, %r1, 1;", "add.s32 %r2, %r1, 2;"},
           {"@%q add.s32 %r2, %r1, 1;", "@!%q add.s32 %r2, %r1, 1;"},
           {"@%q add.s32 %r2, %r1, 1;", "add.s32 %r2, %r1, 1;"},
           {"setp.lt.u32 %q, %r1, 1;", "setp.le.u32 %q, %r1, 1;"},
           {"ld.global.u32 %r2, [%rd3];", "ld.global.u32 %r2, [%rd3+4];"},
           {"ld.global.u32 %r2, [%rd3];", "ld.global.s16 %r2, [%rd3];"},
           {"shr.s32 %r2, %r1, 1;", "shr.u32 %r2, %r1, 1;"},
           {"sub.s32 %r2, %r1, %r9;", "sub.s32 %r2, %r9, %r1;"}}) {
    const auto code = after_passes(parameters, two_ways(less, other, "@%q add.s32 %r2, %r2, %r3;"), ptx_2);
    EXPECT_EQ(code.at("tail_merge"), code.at("remove_unread")) << less << other;
  }
}

/// Two barriers on two ways are two instructions, and what lanes give each other depends on which come
/// together. What lanes of one way may wait for must not wait for these lanes. A pragma is met by who comes
/// there.
TEST(TailMerge, LeavesWhatDependsOnWhoExecutesIt) {
  for (const char* last :
       {"bar.sync 0;", "shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;", "vote.sync.ballot.b32 %r2, %q, -1;",
        "activemask.b32 %r2;", "match.any.sync.b32 %r2, %r1, -1;", "bar.warp.sync -1;", "membar.gl;",
        "mov.u32 %r2, %clock;", "st.volatile.global.u32 [%rd3], %r1;", "ld.volatile.global.u32 %r2, [%rd3];",
        "atom.global.add.u32 %r2, [%rd3], 1;", "red.global.add.u32 [%rd3], 1;",
        ".pragma \"mark\"; add.s32 %r2, %r1, 1;"}) {
    const auto code = after_passes(parameters, two_ways(last, last), ptx_2);
    EXPECT_EQ(code.at("tail_merge"), code.at("remove_unread")) << last;
  }
}

/// The tail ends where such an instruction stands.
TEST(TailMerge, MergesWhatFollowsABarrier) {
  const std::string way = "add.s32 %r3, %r1, 3; bar.sync 0; xor.b32 %r2, %r3, 3;";
  const std::string code = merged(two_ways(way, way));
  EXPECT_EQ(times(code, "xor"), 1u) << code;
  EXPECT_EQ(times(code, "bar"), 2u) << code;
  EXPECT_EQ(times(code, "add %r3"), 2u) << code;
}

/// The lanes that a guard leaves out keep what stood there before: %r4 and %r5 must be one there, too.
TEST(TailMerge, AGuardLeavesTheOldValue) {
  const std::string apart = merged(two_ways("mov.u32 %r4, 1; @%q add.s32 %r4, %r1, 3; xor.b32 %r2, %r4, 3;",
                                            "mov.u32 %r5, 2; @%q add.s32 %r5, %r1, 3; xor.b32 %r2, %r5, 3;"));
  EXPECT_EQ(times(apart, "xor"), 2u) << apart;
  const std::string alike = merged(two_ways("mov.u32 %r4, 1; @%q add.s32 %r4, %r1, 3; xor.b32 %r2, %r4, 3;",
                                            "mov.u32 %r5, 1; @%q add.s32 %r5, %r1, 3; xor.b32 %r2, %r5, 3;"));
  EXPECT_EQ(times(alike, "xor"), 1u) << alike;
}

/// %r8 is written and read in the lanes of %q alone. A tail that began between the two would make it live
/// from the kernel's begin on.
TEST(TailMerge, BeginsWhereNothingIsLiveInSomeLanesAlone) {
  const std::string code = merged(two_ways(
      "add.s32 %r3, %r1, 4; @%q add.s32 %r8, %r1, 3; xor.b32 %r3, %r3, 1; @%q xor.b32 %r2, %r8, %r2;",
      "add.s32 %r3, %r1, 5; @%q add.s32 %r8, %r1, 4; xor.b32 %r3, %r3, 1; @%q xor.b32 %r2, %r8, %r2;"));
  EXPECT_EQ(times(code, "xor %r2"), 2u) << code;
}

/// The merged instructions have the lines of the way that goes on without a jump.
TEST(TailMerge, LinesAreThoseOfTheWayThatStays) {
  const auto kernel = ptx::load_module(one_kernel_text(parameters, two_ways(first_way, second_way)), "k.ptx",
                                       {.code_generation = ptx_2})
                          .at(0);
  const std::string text = one_kernel_text(parameters, two_ways(first_way, second_way));
  const std::size_t at = text.rfind("xor.b32");
  const auto line = static_cast<std::uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
  unsigned found = 0;
  for (const ptx::Instruction& i : kernel.code) found += i.line == line;
  EXPECT_EQ(found, 1u);
}

}  // namespace
}  // namespace heddle::test::tail_merge_test

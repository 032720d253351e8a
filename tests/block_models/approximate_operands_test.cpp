// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/functional/operands.hpp"

#include <gtest/gtest.h>

#include "models/warp_approximation/functional/lanes.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::approximate::approximate_operands_test {
namespace {

const std::string registers =
    ".reg .b32 %a, %b, %c; .reg .f32 %f, %g; .reg .b64 %x; .reg .f64 %d; .reg .pred %p, %q;\n";

/// Returns the instruction with this number of those that a statement becomes.
ptx::Instruction compiled(const std::string& statement, std::size_t number = 0) {
  return heddle::test::one_kernel(".param .b32 n", registers + statement).code.at(number);
}

TEST(ApproximateOperands, ArithmeticMayHaveARepresentative) {
  for (const char* statement : {"add.s32 %a, %b, %c;", "fma.rn.f32 %f, %g, %g, %f;", "sin.approx.f32 %f, %g;",
                                "selp.b32 %a, %b, %c, %p;", "mov.b32 %a, 7;", "mov.u32 %a, %ctaid.x;",
                                "add.f64 %d, %d, %d;", "@%p add.s32 %a, %b, %c;"})
    EXPECT_TRUE(may_have_representative(compiled(statement))) << statement;
}

TEST(ApproximateOperands, MemoryControlPredicatesAndExchangesMayNot) {
  for (const char* statement :
       {"ld.global.b32 %a, [%x];", "ld.param.b32 %a, [n];", "ld.const.b32 %a, [%x];",
        "st.global.b32 [%x], %a;", "atom.global.add.u32 %a, [%x], %b;", "setp.lt.s32 %p, %a, %b;",
        "add.cc.u32 %a, %b, %c;", "bar.sync 0;", "ret;", "membar.gl;", "vote.ballot.b32 %a, %p;",
        "shfl.idx.b32 %a, %b, 0, 31;", "activemask.b32 %a;"})
    EXPECT_FALSE(may_have_representative(compiled(statement))) << statement;
}

TEST(ApproximateOperands, WhatReadsNothingMayNot) {
  const ptx::Instruction result = compiled("bar.red.popc.u32 %a, 0, %p;", 1);  // its second instruction
  ASSERT_NE(result.execute, nullptr);
  ASSERT_EQ(result.destination_count, 1);
  EXPECT_FALSE(may_have_representative(result));
}

TEST(ApproximateOperands, SpecialRegistersThatDifferByLaneMayNot) {
  for (const char* name : {"%tid.x", "%tid.y", "%tid.z", "%laneid", "%lanemask_eq", "%lanemask_lt",
                           "%lanemask_le", "%lanemask_ge", "%lanemask_gt"})
    EXPECT_FALSE(may_have_representative(compiled(fmt::format("mov.u32 %a, {};", name)))) << name;
}

TEST(ApproximateOperands, PredicatesMustBeEqualInTheLanes) {
  const ptx::Instruction i = compiled("selp.b32 %a, %b, %c, %p;");
  ptx::OwnOperands o;
  for (auto& p : o.predicate_source) p = 0b0111;
  EXPECT_TRUE(predicates_are_uniform(i, o, 0b0110));
  EXPECT_TRUE(predicates_are_uniform(i, o, 0b1000));
  EXPECT_FALSE(predicates_are_uniform(i, o, 0b1100));
  EXPECT_EQ(operand_level(i, o, 0b1100), dissimilar);
  EXPECT_EQ(operand_level(i, o, 0b0110), 0u);
}

TEST(ApproximateOperands, TheLevelIsThatOfTheLeastSimilarOperand) {
  ptx::OwnOperands o;
  for (unsigned lane = 0; lane < warp_size; ++lane) o.source[1][lane] = lane;
  EXPECT_EQ(operand_level(compiled("add.s32 %a, %b, %c;"), o, all_lanes), 5u);
  EXPECT_EQ(operand_level(compiled("add.s32 %a, %b, %c;"), o, 0b11), 1u);
  EXPECT_EQ(operand_level(compiled("add.s32 %a, %b, 3;"), o, all_lanes), 0u);
  EXPECT_EQ(operand_level(compiled("mov.b32 %a, 3;"), o, all_lanes), 0u);
  EXPECT_EQ(operand_level(compiled("mov.u32 %a, %tid.x;"), o, 0b1), dissimilar);
  EXPECT_EQ(operand_level(compiled("bar.sync 0;"), o, all_lanes), dissimilar);
}

}  // namespace
}  // namespace heddle::approximate::approximate_operands_test

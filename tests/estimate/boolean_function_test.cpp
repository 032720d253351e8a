// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/boolean_function.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"

namespace heddle::estimate::boolean_function_test {
namespace {

std::uint64_t table(const char* text) { return BooleanFunction(text).truth_table(); }

TEST(BooleanFunction, EveryOperatorInEverySpelling) {
  EXPECT_EQ(table("A"), 0b10u);
  EXPECT_EQ(table("!A"), 0b01u);
  EXPECT_EQ(table("A'"), 0b01u);
  EXPECT_EQ(table("!A'"), 0b10u);
  for (const char* conjunction : {"A B", "A&B", "A * B", "(A)(B)"})
    EXPECT_EQ(table(conjunction), 0b1000u) << conjunction;
  for (const char* disjunction : {"A+B", "A | B"}) EXPECT_EQ(table(disjunction), 0b1110u) << disjunction;
  EXPECT_EQ(table("A^B"), 0b0110u);
  EXPECT_EQ(BooleanFunction("1").truth_table(), 1u);
  EXPECT_EQ(BooleanFunction("0").truth_table(), 0u);
}

TEST(BooleanFunction, AsVerilogKeepsItsOrder) {
  EXPECT_EQ(BooleanFunction("!A B + C^D'").verilog(), "((~A & B) | (C ^ ~D))");
  EXPECT_EQ(BooleanFunction("!(A + 1) 0").verilog(), "(~(A | 1'b1) & 1'b0)");
}

TEST(BooleanFunction, Precedence) {
  EXPECT_EQ(table("A+B C"), table("A+(B C)"));
  EXPECT_EQ(table("A B^C"), table("A (B^C)"));
  EXPECT_EQ(table("!A B"), table("(!A) B"));
  EXPECT_EQ(table("A B'"), table("A (!B)"));
}

TEST(BooleanFunction, CellsOfARealLibrary) {
  EXPECT_EQ(table("(!((A B) C))"), 0x7fu);
  EXPECT_EQ(table("(!((A+B) (C+D)))"), 0x111fu);
  EXPECT_EQ(table("(!((S A) + (!S B)))"), 0b00100111u);
  EXPECT_EQ(table("(((A B)+(B C))+(C A))"), 0xe8u);
  EXPECT_EQ(BooleanFunction("((S A) + (!S B))").inputs(), (std::vector<std::string>{"S", "A", "B"}));
}

TEST(BooleanFunction, MalformedOnesAreRefusedWithThePosition) {
  for (const char* text : {"", "A+", "(A", "A)", "!", "A ^", "A # B", "+A"}) {
    try {
      BooleanFunction function(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_NE(error.problem().what.find("at character"), std::string::npos) << text;
      EXPECT_EQ(error.problem().value, text);
    }
  }
  EXPECT_THROW(BooleanFunction(std::string(100000, '(')), Error);
  EXPECT_THROW(BooleanFunction(std::string(100000, '!') + "A"), Error);
}

}  // namespace
}  // namespace heddle::estimate::boolean_function_test

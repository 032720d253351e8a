#include "tb/estimate/liberty.hpp"

#include <gtest/gtest.h>

#include <string>

#include "models/base/error.hpp"
#include "tb/estimate/liberty_groups.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::estimate::liberty_test {
namespace {

const std::string nand = R"lib(cell (ND2) { area : 2.5; pin (A) { direction : input; capacitance : 1.5; }
  pin (B) { direction : input; capacitance : 1.25 } /* no semicolon */
  pin (Y) { direction : output; function : "(A B)'"; } })lib";
const std::string big_nand = R"lib(cell (ND2X4) { area : 4; pin (A, B) { direction : input; }
  pin (Y) { direction : output; function : "!(A&B)"; } })lib";
const std::string buffer = R"lib(cell ("BF") { area : 3; pin(A) { direction : input; }
  pin(Y) { direction : output; function : "A"; timing () { values ( "1, 2", \
    "3, 4" ); } } })lib";
const std::string flop =
    R"lib(cell (FF) { area : 9; ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; clear : "!R"; }
  pin (D) { direction : input; } pin (CK) { direction : input; clock : true } pin (R) { direction : input; }
  pin (Q) { direction : output; function : "IQ"; } })lib";

std::string library(const std::string& cells) {
  return "/* text */\nlibrary (small) {\n  capacitive_load_unit (1, ff);\n  voltage_unit : \"1V\";\n" +
         cells + "\n}\n";
}

class LibertyFile : public testing::Test {
 protected:
  Liberty read(const std::string& text) {
    write_file(folder_.path() / "x.lib", text);
    return read_liberty(folder_.path() / "x.lib");
  }
  Problem problem(const std::string& text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.problem();
    }
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }
  ScratchFolder folder_;
};

TEST_F(LibertyFile, CellsPinsAndFunctions) {
  const Liberty l = read(library(nand + big_nand + buffer + flop));
  EXPECT_EQ(l.name, "small");
  EXPECT_EQ(l.cells.size(), 4u);
  EXPECT_EQ(l.nand2().name, "ND2");
  EXPECT_EQ(l.buffer().name, "BF");
  EXPECT_DOUBLE_EQ(l.cells.at("ND2").area_um2, 2.5);
  EXPECT_NEAR(l.cells.at("ND2").pin("A")->capacitance_ff, 1.5, 1e-9);
  EXPECT_NEAR(l.cells.at("ND2").pin("B")->capacitance_ff, 1.25, 1e-9);
  EXPECT_EQ(l.cells.at("ND2X4").pins.size(), 3u);
  const LibertyFlipFlop& ff = *l.cells.at("FF").flip_flop;
  EXPECT_EQ(ff.state, "IQ");
  EXPECT_EQ(ff.clear->inputs(), std::vector<std::string>{"R"});
  EXPECT_FALSE(ff.preset);
}

TEST_F(LibertyFile, WhatSynthesisNeedsIsDemanded) {
  EXPECT_EQ(problem(library("")).what, "the liberty has no cell");
  EXPECT_EQ(problem(library(nand + buffer)).what, "the liberty has no flip-flop");
  EXPECT_EQ(problem(library(buffer + flop)).what, "the liberty has no NAND of two inputs");
  EXPECT_EQ(problem(library(nand + flop)).what, "the liberty has no buffer");
}

TEST_F(LibertyFile, AFlipFlopNeedsAnAsynchronousReset) {
  std::string plain = flop;
  plain.erase(plain.find("clear"), std::string("clear : \"!R\";").size());
  EXPECT_EQ(problem(library(nand + buffer + plain)).what,
            "the liberty has no flip-flop with asynchronous reset");
}

TEST_F(LibertyFile, CellsNotToBeUsedDoNotCount) {
  std::string unusable = flop;
  unusable.insert(unusable.find("area"), "dont_use : true; ");
  EXPECT_EQ(problem(library(nand + buffer + unusable)).what, "the liberty has no flip-flop");
}

TEST_F(LibertyFile, MalformedOnesAreToldWithTheLine) {
  const std::string good = library(nand + buffer + flop);
  EXPECT_EQ(problem(good.substr(0, good.size() - 3)).what, "the group library of line 2 is not closed");
  EXPECT_TRUE(problem("library (a) {\n b : 1;\n c }").place.ends_with("x.lib:3"));
  EXPECT_TRUE(problem("module m; endmodule\n").place.ends_with("x.lib:1"));
  EXPECT_NE(problem("").place.find("x.lib:1"), std::string::npos);
  EXPECT_EQ(problem("library (a) { /* ").what, "a comment has no end");
  EXPECT_EQ(problem("library (a) { x : \"b ").what, "a string has no end");
  EXPECT_EQ(problem("library (a) { x ( b ").what, "a closing parenthesis is missing");
  EXPECT_EQ(problem("library (a) { x y }").what, "'x' is neither an attribute nor a group");
  EXPECT_EQ(problem("library (a) { } }").what, "text follows the library");
  std::string bad_area = good;
  bad_area.replace(bad_area.find("2.5"), 3, "two");
  EXPECT_EQ(problem(bad_area).value, "two");
  std::string bad_function = good;
  bad_function.replace(bad_function.find("(A B)'"), 6, "(A B'");
  EXPECT_EQ(problem(bad_function).value, "(A B'");
}

TEST_F(LibertyFile, DeepNestingIsRefused) {
  std::string deep = "library (a) { ";
  for (int n = 0; n < 100000; ++n) deep += "g () { ";
  EXPECT_EQ(problem(deep).what, "groups are nested too deeply");
}

TEST(Liberty, MissingFilesAndFolders) {
  for (const char* path : {"/nonexistent/x.lib", "/", "/dev/null"})
    EXPECT_THROW(read_liberty(path), Error) << path;
}

}  // namespace
}  // namespace heddle::estimate::liberty_test

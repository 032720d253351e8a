// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/liberty.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
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
  EXPECT_EQ(problem("library (a) { x y }").what, "this is neither an attribute nor a group");
  EXPECT_EQ(problem("library (a) { x y }").value, "x");
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

TEST_F(LibertyFile, FiguresThatCannotBeAreToldWithCellAndLine) {
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = library(nand + buffer + flop);
    text.replace(text.find(from), from.size(), to);
    return problem(text);
  };
  for (const char* bad : {"nan", "inf", "-inf", "1e999"}) {
    const Problem p = changed("area : 2.5", std::string("area : ") + bad);
    EXPECT_EQ(p.what, "cell ND2: area is no number");
    EXPECT_EQ(p.value, bad);
    EXPECT_TRUE(p.place.ends_with("x.lib:5")) << p.place;
  }
  EXPECT_EQ(changed("area : 2.5", "area : -2.5").what, "cell ND2: area is negative");
  EXPECT_EQ(changed("capacitance : 1.5", "capacitance : -1.5").what, "cell ND2: capacitance is negative");
  EXPECT_EQ(changed("area : 9;", "area : 9; cell_leakage_power : -1;").what,
            "cell FF: cell_leakage_power is negative");
  EXPECT_EQ(changed("area : 9;", "area : 9; leakage_power () { value : nan; }").what,
            "cell FF: leakage_power is no number");
  EXPECT_EQ(changed("(1, ff)", "(nan, ff)").what, "capacitive_load_unit has a value that is no number");
  EXPECT_EQ(changed("clock : true", "clock : true; max_transition : inf;").what,
            "cell FF: max_transition is no number");
  EXPECT_EQ(changed("(1, ff)", "(1, kg)").what, "capacitive_load_unit is no unit");
  EXPECT_EQ(changed("\"1V\"", "\"1furlong\"").what, "voltage_unit is no unit");
  for (const char* bad : {"1furlong", "ns", "7ns", "1n s x", "1xs"}) {
    const Problem p = changed("voltage_unit : \"1V\"", std::string("time_unit : \"") + bad + "\"");
    EXPECT_EQ(p.what, "time_unit is no unit") << bad;
    EXPECT_EQ(p.value, bad);
    EXPECT_TRUE(p.place.ends_with("x.lib:4")) << p.place;
  }
  EXPECT_EQ(changed("voltage_unit : \"1V\";", "include_file (other.lib);").what,
            "include_file is not followed");
  EXPECT_EQ(changed("cell (ND2)", "cell (\"ND2; !touch x\")").what,
            "cell ND2; !touch x: the name has a character that tools do not take");
}

/// The figure is on a line of its own, which the message tells.
TEST_F(LibertyFile, TheLineIsThatOfTheFigure) {
  std::string text = library(nand + buffer + flop);
  text.replace(text.find("area : 2.5"), 10, "\n\n area : -2.5");
  EXPECT_TRUE(problem(text).place.ends_with("x.lib:7")) << problem(text).place;
}

/// Tables of slews 0.1 and 2, by template, in either order of the axes.
TEST_F(LibertyFile, TablesThatCannotBeAreToldWithCellAndLine) {
  const auto with = [](const std::string& kind, const std::string& first, const std::string& second,
                       bool slew_first = true) {
    const std::string slew = "input_net_transition", load = "total_output_net_capacitance";
    std::string cell = buffer;
    const std::string table = "timing () { values ( \"1, 2\", \\\n    \"3, 4\" ); }";
    const std::size_t at = cell.find(table);
    EXPECT_NE(at, cell.npos);
    cell.replace(at, table.size(),
                 "timing () { " + kind + " (t) { values ( \"" + first + "\", \\\n \"" + second + "\" ); } }");
    return library(" lu_table_template (t) { variable_1 : " + (slew_first ? slew : load) +
                   "; variable_2 : " + (slew_first ? load : slew) +
                   "; index_1 (\"0.1, 2\"); index_2 (\"0.1, 2\"); }\n" + nand + cell + flop);
  };
  const auto accepted = [&](const std::string& text) { EXPECT_NO_THROW(read(text)) << text; };
  accepted(with("cell_rise", "1, 2", "3, 4"));
  for (const char* bad : {"nan", "inf", "-inf", "1e999", "0.1x", "word"}) {
    const Problem p = problem(with("cell_rise", "1, 2", std::string("3, ") + bad));
    EXPECT_EQ(p.what, "cell BF: cell_rise has a value that is no number");
    EXPECT_EQ(p.value, bad);
    EXPECT_TRUE(p.place.ends_with("x.lib:10")) << p.place;
  }
  EXPECT_EQ(problem(with("rise_transition", "1, -2", "3, 4")).what,
            "cell BF: a transition takes a negative time");
  EXPECT_EQ(problem(with("cell_fall", "-1, 2", "3, 4")).what, "cell BF: a delay is negative");
  EXPECT_EQ(problem(with("cell_fall", "-0.05, 2", "3, 4")).what, "cell BF: a delay is negative");
  EXPECT_EQ(problem(with("cell_fall", "1, 2", "-2.5, 4")).what, "cell BF: a delay is negative");
  accepted(with("cell_fall", "1, 2", "-0.5, 4"));  // a slow edge reaches the threshold late
  EXPECT_EQ(problem(with("cell_fall", "1, 2", "-0.5, 4", false)).what, "cell BF: a delay is negative");
  accepted(with("cell_fall", "1, -0.5", "3, 4", false));
  accepted(with("rise_constraint", "-1, -2", "-3, -4"));
  EXPECT_EQ(problem(with("rise_constraint", "-1, -2", "-3, -inf")).what,
            "cell BF: rise_constraint has a value that is no number");
  std::string linear = library(nand + buffer + flop);
  linear.replace(linear.find("values ("), 8, "intrinsic_rise : -1; values (");
  EXPECT_EQ(problem(linear).what, "cell BF: intrinsic_rise is negative");
}

class LibertyFiles : public LibertyFile {
 protected:
  Liberty read(const std::string& first, const std::string& second) {
    const std::vector<std::filesystem::path> files{folder_.path() / "1.lib", folder_.path() / "2.lib"};
    write_file(files[0], first);
    write_file(files[1], second);
    return read_liberty(files);
  }
  Problem problem(const std::string& first, const std::string& second) {
    try {
      read(first, second);
    } catch (const Error& error) {
      return error.problem();
    }
    ADD_FAILURE() << "accepted";
    return {};
  }
};

TEST_F(LibertyFiles, AreOneLibrary) {
  const std::string table = " lu_table_template (t) { variable_1 : a; index_1 (\"1, 2\"); }\n";
  const Liberty l = read(library(table + nand + buffer), library(table + flop));
  EXPECT_EQ(l.cells.size(), 3u);
  const Liberty again = read_liberty(l.text);
  EXPECT_EQ(again.cells.size(), 3u) << "what the tools read";
}

TEST_F(LibertyFiles, OfSeveralCornersOrWithACellTwiceAreRefused) {
  const std::string first = library(nand + buffer), second = library(flop);
  Problem p = problem(first, library("nom_voltage : 0.7;" + flop));
  EXPECT_EQ(p.what, "the liberties are not of one corner and one set of units: nom_voltage");
  EXPECT_EQ(p.value, "0.7");
  EXPECT_TRUE(p.legal.starts_with("none, as in ")) << p.legal;
  std::string pico = second;
  pico.replace(pico.find("(1, ff)"), 7, "(1, pf)");
  EXPECT_TRUE(problem(first, pico).what.ends_with("capacitive_load_unit, unit"));
  EXPECT_EQ(problem(first, library(nand + flop)).what, "the cell is there twice");
  EXPECT_EQ(problem(library("default_cell_leakage_power : 0;" + nand + buffer),
                    library("default_cell_leakage_power : 2;" + flop))
                .what,
            "the liberties are not of one corner and one set of units: default_cell_leakage_power");
  p = problem(library("type (t) { bit_width : 4; }" + nand + buffer),
              library("type (t) { bit_width : 8; }" + flop));
  EXPECT_TRUE(p.what.starts_with("the type is another one than in ")) << p.what;
  const auto conditions = [](const char* volt) {
    return std::string("operating_conditions (c) { process : 1; voltage : ") + volt +
           "; temperature : 25; } default_operating_conditions : c;\n";
  };
  p = problem(library(conditions("0.7") + nand + buffer), library(conditions("0.77") + flop));
  EXPECT_TRUE(p.what.ends_with(": voltage of the default operating conditions")) << p.what;
  EXPECT_NO_THROW(read(library(conditions("0.7") + nand + buffer), library(conditions("0.70") + flop)));
}

/// Both have a template t, with other axes: that of the second file gets another name.
TEST_F(LibertyFiles, MayHaveTemplatesOfOneNameAndOtherAxes) {
  const auto shaped = [](const char* points) {
    return fmt::format(" lu_table_template (t) {{ variable_1 : a; index_1 (\"{}\"); }}\n", points);
  };
  const std::string user =
      "cell (t) { area : 1; pin (t) { direction : output; function : \"1\";\n"
      " timing () { cell_rise ( \"t\" ) { values (\"1\"); } cell_fall (u) { values (\"1\"); } } } }\n";
  const Liberty l = read(library(shaped("1, 2") + nand + buffer), library(shaped("3, 4") + flop + user));
  const std::string text = read_text_file(l.text, "liberty");
  EXPECT_NE(text.find("lu_table_template (t_of_file_2) { variable_1 : a; index_1 (\"3, 4\"); }"), text.npos)
      << text;
  EXPECT_NE(text.find("cell (t) { area : 1; pin (t) { direction"), text.npos) << text;
  EXPECT_NE(text.find("cell_rise (t_of_file_2) { values (\"1\"); } cell_fall (u) {"), text.npos) << text;
  EXPECT_EQ(read_liberty(l.text).cells.size(), 4u);
  // Templates of energies may have the same name; they go with it.
  const std::string energies = " power_lut_template (t) { variable_1 : a; index_1 (\"1\"); }\n";
  const Liberty both = read(library(shaped("1, 2") + energies + nand + buffer),
                            library(shaped("3, 4") + energies + flop + user));
  EXPECT_NE(read_text_file(both.text, "liberty").find("power_lut_template (t_of_file_2) {"), text.npos);
}

TEST(Liberty, MissingFilesAndFolders) {
  for (const char* path : {"/nonexistent/x.lib", "/", "/dev/null"})
    EXPECT_THROW(read_liberty(path), Error) << path;
}

}  // namespace
}  // namespace heddle::estimate::liberty_test

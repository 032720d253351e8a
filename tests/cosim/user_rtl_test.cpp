// SPDX-License-Identifier: Apache-2.0
// RTL as users have it: file lists, packages in separate files, include folders, macros, waived warnings,
// VHDL; and unrelated files in the same folder.
#include "tb/cosim/rtl/user_rtl.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"

namespace heddle::user_rtl_test {
namespace {

namespace fs = std::filesystem;

class UserRtlTest : public testing::Test {
 protected:
  UserRtlTest() { setenv("HEDDLE_CACHE", (folder_.path() / "cache").c_str(), 1); }

  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_.path() / name;
    fs::create_directories(file.parent_path());
    WholeFile(file).write(text);
    return file;
  }
  /// Returns the width of the RTL's pin a_o.
  static unsigned width(const UserRtl& rtl, const RtlParameters& parameters = {}) {
    const auto ports = VerilatedLibrary({{"mov_injector", rtl}}).open("mov_injector", parameters)->ports();
    return ports.find("a_o")->second.bits;
  }
  static Problem problem(const UserRtl& rtl, const RtlParameters& parameters = {}) {
    try {
      width(rtl, parameters);
    } catch (const Error& error) {
      return error.problem();
    }
    ADD_FAILURE() << "accepted";
    return {};
  }
  const fs::path& folder() const { return folder_.path(); }

 private:
  ScratchFolder folder_;
};

/// Returns a module whose output has `width` bits.
std::string module_of(const std::string& width, const std::string& before = "") {
  return before + "module mov_injector (input logic clk_i, output logic [" + width +
         "-1:0] a_o);\n  always_ff @(posedge clk_i) a_o <= '0;\nendmodule\n";
}

/// Heddle's own RTL has a file at the same relative path, and its folders are searched for includes.
TEST_F(UserRtlTest, ARelativePathIsThatOfTheUsersFile) {
  write("register_file/mov_injector.sv", module_of("7"));
  const fs::path before = fs::current_path();
  fs::current_path(folder());
  EXPECT_EQ(width("register_file/mov_injector.sv"), 7u);
  write("register_file/mov_injector.sv", module_of("7") + "oops\n");
  EXPECT_EQ(problem("register_file/mov_injector.sv").place, "register_file/mov_injector.sv:4:1");
  fs::current_path(before);
}

TEST_F(UserRtlTest, APackageInAFileOfItsOwnIsFoundAndReadFirst) {
  write("sizes_pkg.sv",
        "package sizes_pkg;\n  import base_pkg::*;\n  localparam int W = B + 2;\nendpackage\n");
  write("base_pkg.sv", "package base_pkg;\n  localparam int B = 3;\nendpackage\n");
  const fs::path top = write("top.sv", module_of("W", "import sizes_pkg::*;\n"));
  EXPECT_EQ(width(top), 5u);
  const auto first = files_to_read_first(rtl_source("mov_injector", top, {}));
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].filename(), "base_pkg.sv");
  EXPECT_EQ(first[1].filename(), "sizes_pkg.sv");
}

TEST_F(UserRtlTest, WhatMerelyLiesBesideItDoesNotMatter) {
  const fs::path top = write("top.sv", module_of("4"));
  write("todo.v", "");
  write("logic.sv", "this is no Verilog, though its name is mentioned\n");
  write("clk_i.v", "module something_else; garbage");
  EXPECT_EQ(width(top), 4u);
  EXPECT_EQ(files_of(rtl_source("mov_injector", top, {})), std::vector<fs::path>{top});
}

TEST_F(UserRtlTest, ModulesInFoldersAndMacros) {
  write("lib/part.sv",
        "module part (input logic clk_i, output logic [`WIDTH-1:0] a_o);\n"
        "  always_ff @(posedge clk_i) a_o <= '0;\nendmodule\n");
  const fs::path top = write("top.sv",
                             "module mov_injector (input logic clk_i, output logic [`WIDTH-1:0] a_o);\n"
                             "  part u_part (.*);\nendmodule\n");
  UserRtl rtl(top);
  rtl.folders = {folder() / "lib"};
  rtl.defines = {"WIDTH=6"};
  EXPECT_EQ(width(rtl), 6u);
  rtl.defines = {"WIDTH=9"};
  EXPECT_EQ(width(rtl), 9u) << "macros are part of what the cache goes by";
  rtl.folders = {folder() / "none"};
  EXPECT_EQ(problem(rtl).what, "there is no such folder of RTL");
}

TEST_F(UserRtlTest, AListOfFilesAndOptions) {
  write("rtl/part.sv",
        "module other_name (input logic clk_i, output logic [W-1:0] a_o);\n"
        "  always_ff @(posedge clk_i) a_o <= '0;\nendmodule\n");
  write("rtl/first.sv", "localparam int W = `WIDTH;\n");
  write("rtl/top.sv",
        "`include \"marks.svh\"\nmodule mov_injector (input logic clk_i, output logic [W-1:0] a_o);\n"
        "  other_name u_part (.*);\nendmodule\n");
  write("include/marks.svh", "// nothing\n");
  write("rtl/more.f", "part.sv // the module\ntop.sv\n");
  const fs::path list = write("all.f",
                              "# comment\n/* two\n   lines */\n+incdir+include\n+define+WIDTH=7+OTHER\n"
                              "rtl/first.sv\n-F rtl/more.f\n+libext+.sv\n-Wno-DECLFILENAME\n");
  EXPECT_EQ(width(list), 7u);
  UserRtl by_option;
  by_option.lists = {list};
  EXPECT_EQ(width(by_option), 7u);

  const Problem option = problem(write("option.f", "rtl/top.sv\n--trace\n"));
  EXPECT_NE(option.place.find("option.f:2"), std::string::npos) << option.place;
  EXPECT_EQ(option.value, "--trace");
  EXPECT_EQ(problem(write("gone.f", "gone.sv\n")).what, "a list names a file that is not there");
  EXPECT_EQ(problem(write("end.f", "rtl/top.sv -I\n")).what, "an option lacks its argument");
  EXPECT_EQ(problem(write("loop.f", "-f loop.f\n")).what, "lists are nested too deeply");
  EXPECT_EQ(problem(write("no_top.f", "rtl/first.sv\n")).what,
            "no file of the list declares the module mov_injector");
}

TEST_F(UserRtlTest, TheSetsThatItCannotBeAreKnownByTheirParameters) {
  const fs::path none = write("none.sv", "module bdi_compressor (input logic clk_i);\nendmodule\n");
  const fs::path one =
      write("one.sv", "module bdi_compressor #(parameter Latency = 2) (input logic clk_i);\nendmodule\n");
  RtlParameters set = default_parameters("bdi_compressor");
  EXPECT_TRUE(undeclared_parameters("bdi_compressor", none, set).empty());
  set["Latency"] = "4";
  EXPECT_EQ(undeclared_parameters("bdi_compressor", none, set), std::vector<std::string>{"Latency=4"});
  EXPECT_TRUE(undeclared_parameters("bdi_compressor", one, set).empty());
  set["Choices"] = "1";
  EXPECT_EQ(undeclared_parameters("bdi_compressor", one, set), std::vector<std::string>{"Choices=1"});
}

TEST_F(UserRtlTest, AWarningCanBeAllowedAndTheMessageSaysHow) {
  const fs::path top = write("top.sv",
                             "module mov_injector (input logic clk_i, output logic [3:0] a_o);\n"
                             "  always_ff @(posedge clk_i) a_o <= 5'd1;\nendmodule\n");
  const Problem warning = problem(top);
  EXPECT_NE(warning.what.find("(WIDTH)"), std::string::npos) << warning.what;
  EXPECT_EQ(warning.legal, "RTL without this warning, or --allow WIDTH");
  UserRtl allowed(top);
  allowed.allowed = {"WIDTH"};
  EXPECT_EQ(width(allowed), 4u);
}

TEST_F(UserRtlTest, VhdlWithItsGenerics) {
  const std::string vhdl =
      "library ieee;\nuse ieee.std_logic_1164.all;\nentity MOV_INJECTOR is\n  generic (Width : positive := "
      "5);\n"
      "  port (clk_i : in std_logic; a_o : out std_logic_vector(Width - 1 downto 0));\nend entity;\n"
      "architecture rtl of mov_injector is begin\n  process (clk_i) begin\n    if rising_edge(clk_i) then\n"
      "      a_o <= (others => '0');\n    end if;\n  end process;\nend architecture;\n";
  const fs::path file = write("mine.vhd", vhdl);
  EXPECT_EQ(width(file), 5u);
  EXPECT_EQ(width(file, {{"Width", "11"}}), 11u);
  EXPECT_EQ(width(write("all.f", "mine.vhd\n")), 5u);
  const Problem bad = problem(write("bad.vhd", vhdl.substr(0, vhdl.find("end process"))));
  EXPECT_NE(bad.what.find("ghdl does not accept the VHDL"), std::string::npos) << bad.what;
  EXPECT_NE(bad.place.find("bad.vhd:12"), std::string::npos) << bad.place;
  setenv("PATH", folder().c_str(), 1);
  EXPECT_NE(problem(write("other.vhd", vhdl + "-- \n")).what.find("not installed"), std::string::npos);
}

TEST_F(UserRtlTest, ErrorsOfVerilatorsOwnAreNamedAsSuch) {
  const Problem p = problem(write("arrays.sv",
                                  "module mov_injector (input logic clk_i, output logic [3:0] a_o);\n"
                                  "  typedef struct { logic [3:0] of [2]; } pair_t;\n  pair_t pair;\n"
                                  "  always_ff @(posedge clk_i) pair.of[1] <= pair.of[0] + 1;\n"
                                  "  assign a_o = pair.of[1];\nendmodule\n"));
  EXPECT_NE(p.place.find("arrays.sv:"), std::string::npos) << p.place;
  EXPECT_NE(p.what.find("by an error of its own"), std::string::npos) << p.what;
  EXPECT_EQ(p.what.find("V3"), std::string::npos) << p.what;
}

TEST_F(UserRtlTest, AVerilatorWithoutXmlIsNamed) {
  const fs::path program =
      write("programs/verilator",
            "#!/bin/sh\nif [ \"$1\" = --version ]; then\n  echo Verilator 5.048; exit\nfi\n"
            "echo '%Error: Invalid option: --xml-only' >&2; exit 1\n");
  fs::permissions(program, fs::perms::owner_all);
  setenv("PATH", (program.parent_path().string() + ":" + std::getenv("PATH")).c_str(), 1);
  const Problem p = problem(write("mine.sv", module_of("4")));
  EXPECT_NE(p.what.find("writes no XML"), std::string::npos) << p.what;
}

}  // namespace
}  // namespace heddle::user_rtl_test

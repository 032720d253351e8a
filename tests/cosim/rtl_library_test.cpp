// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"

namespace heddle::rtl_library_test {
namespace {

namespace fs = std::filesystem;

/// A temporary folder with an empty cache.
class RtlLibraryTest : public testing::Test {
 protected:
  RtlLibraryTest() {
    std::string name = (fs::temp_directory_path() / "heddle-library-XXXXXX").string();
    folder = mkdtemp(name.data());
    setenv("HEDDLE_CACHE", (folder / "cache").c_str(), 1);
  }
  ~RtlLibraryTest() override { fs::remove_all(folder); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  std::size_t cached() const {
    std::size_t files = 0;
    if (fs::exists(folder / "cache"))
      for (const auto& entry : fs::directory_iterator(folder / "cache")) {
        EXPECT_EQ(entry.path().extension(), ".so") << "left over: " << entry.path();
        ++files;
      }
    return files;
  }
  /// Returns the message of the Error that opening the file as the compressor's RTL throws; empty when it
  /// throws none.
  static std::string complaint(const fs::path& file, const RtlParameters& parameters = {}) {
    try {
      VerilatedLibrary({{"bdi_compressor", file}}).open("bdi_compressor", parameters);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  }
  fs::path folder;
};

const std::string small = R"(
module bdi_compressor (input logic clk_i, input logic rst_ni, input logic [4:0] a_i, output logic [4:0] a_o);
  always_ff @(posedge clk_i or negedge rst_ni) if (!rst_ni) a_o <= '0; else a_o <= a_i;
endmodule
)";

TEST_F(RtlLibraryTest, DefaultSetsComeFromTheBuildWithoutVerilator) {
  setenv("PATH", "", 1);
  VerilatedLibrary library({{"bdi_compressor"}, {"bdi_decompressor"}, {"bank_arbiter"}});
  for (const char* block : {"bdi_compressor", "bdi_decompressor", "bank_arbiter"}) {
    EXPECT_TRUE(library.selects(block));
    EXPECT_TRUE(library.may_sleep(block));
    EXPECT_TRUE(library.open(block, default_parameters(block))->ports().contains("clk_i"));
  }
  EXPECT_EQ(cached(), 0u);
}

TEST_F(RtlLibraryTest, OtherRtlIsBuiltOnceAndFoundByItsContent) {
  const fs::path file = write("first.sv", small);
  VerilatedLibrary library({{"bdi_compressor", file}});
  EXPECT_FALSE(library.may_sleep("bdi_compressor"));
  const auto rtl = library.open("bdi_compressor", {});
  const auto ports = rtl->ports();
  ASSERT_TRUE(ports.contains("a_i") && ports.contains("a_o"));
  EXPECT_EQ(ports.find("a_i")->second.bits, 5u);
  EXPECT_TRUE(ports.find("a_i")->second.input);
  EXPECT_FALSE(ports.find("a_o")->second.input);
  *static_cast<unsigned char*>(ports.find("rst_ni")->second.data) = 1;
  *static_cast<unsigned char*>(ports.find("a_i")->second.data) = 21;
  rtl->edge();
  EXPECT_EQ(*static_cast<unsigned char*>(ports.find("a_o")->second.data), 21);
  EXPECT_EQ(cached(), 1u);

  EXPECT_EQ(complaint(write("same.sv", small)), "");  // the same text under another name
  EXPECT_EQ(cached(), 1u);
  EXPECT_EQ(complaint(write("other.sv", small + "// changed\n")), "");
  EXPECT_EQ(cached(), 2u);
}

TEST_F(RtlLibraryTest, AnIncludedFileAndAModuleBesideItArePartOfTheContent) {
  const auto with = [&](const std::string& width) {
    write("width.svh", "`define WIDTH " + width + "\n");
    return complaint(write("top.sv", R"(
`include "width.svh"
module bdi_compressor (input logic clk_i, input logic [`WIDTH-1:0] a_i, output logic [`WIDTH-1:0] a_o);
  part #(.W(`WIDTH)) u_part (.clk_i(clk_i), .a_i(a_i), .a_o(a_o));
endmodule
)"));
  };
  const auto part = [&](const std::string& operation) {
    write("part.sv",
          "module part #(parameter W = 1) (input logic clk_i, input logic [W-1:0] a_i,\n"
          "  output logic [W-1:0] a_o);\n  always_ff @(posedge clk_i) a_o <= " +
              operation + ";\nendmodule\n");
  };
  part("a_i");
  EXPECT_EQ(with("4"), "");
  EXPECT_EQ(cached(), 1u);
  EXPECT_EQ(with("7"), "");
  EXPECT_EQ(cached(), 2u);
  part("~a_i");
  EXPECT_EQ(with("7"), "");
  EXPECT_EQ(cached(), 3u);
}

TEST_F(RtlLibraryTest, TwoProcessesMayBuildTheSameAtOnce) {
  const fs::path file = write("both.sv", small);
  std::vector<pid_t> children;
  for (int i = 0; i < 2; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(complaint(file).empty() ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(cached(), 1u);
}

TEST_F(RtlLibraryTest, ParametersReachTheRtl) {
  const fs::path file = write("wide.sv", R"(
module bdi_compressor #(parameter int unsigned Latency = 3, parameter int unsigned Choices = 7) (
  input logic clk_i, output logic [Latency-1:0] a_o);
  always_ff @(posedge clk_i) a_o <= Latency'(Choices);
endmodule
)");
  VerilatedLibrary library({{"bdi_compressor", file}});
  EXPECT_EQ(
      library.open("bdi_compressor", {{"Latency", "9"}, {"Choices", "7"}})->ports().find("a_o")->second.bits,
      9u);
}

TEST_F(RtlLibraryTest, RtlWithoutAParameterServesTheDefaultSetAndNoOther) {
  const fs::path file = write("plain.sv", small);
  EXPECT_EQ(complaint(file, default_parameters("bdi_compressor")), "");
  const std::string error = complaint(file, {{"Latency", "4"}, {"Choices", "7"}});
  EXPECT_NE(error.find("Latency=4"), std::string::npos) << error;
  EXPECT_NE(error.find("plain.sv"), std::string::npos) << error;
}

/// Verilator 5.006 takes this for a constant zero unless one of its optimisations is switched off.
TEST_F(RtlLibraryTest, ABitAndItsOwnBlockingTermKeepTheirMeaning) {
  const fs::path file = write("blocked.sv", R"(
module bdi_compressor (input logic clk_i, input logic [95:0] a_i, output logic a_o);
  always_ff @(posedge clk_i) a_o <= ~(a_i[21] & a_i[85]) & a_i[21] & ~a_i[32];
endmodule
)");
  VerilatedLibrary library({{"bdi_compressor", file}});
  const auto rtl = library.open("bdi_compressor", {});
  const auto ports = rtl->ports();
  auto* const words = static_cast<std::uint32_t*>(ports.find("a_i")->second.data);
  for (const bool wanted : {false, true})
    for (const bool blocked : {false, true})
      for (const bool other : {false, true}) {
        words[0] = std::uint32_t{wanted} << 21;
        words[1] = other;
        words[2] = std::uint32_t{blocked} << 21;
        rtl->edge();
        EXPECT_EQ(*static_cast<unsigned char*>(ports.find("a_o")->second.data), wanted && !blocked && !other)
            << wanted << blocked << other;
      }
}

TEST_F(RtlLibraryTest, WhatCannotBeBuiltIsOneClearError) {
  EXPECT_NE(complaint(folder / "none.sv").find("No such file"), std::string::npos);
  EXPECT_NE(complaint(folder).find("is no file"), std::string::npos);
  const std::string other =
      complaint(write("other.sv", "module somebody_else (input logic clk_i);\nendmodule\n"));
  EXPECT_NE(other.find("no module called bdi_compressor"), std::string::npos) << other;
  const std::string syntax =
      complaint(write("syntax.sv", "module bdi_compressor (input logic clk_i)\nendmodule\n"));
  EXPECT_NE(syntax.find("syntax.sv:2:1"), std::string::npos) << syntax;
  const std::string lint = complaint(write("lint.sv",
                                           "module bdi_compressor (input logic clk_i, output logic a_o);\n"
                                           "  assign a_o = 2'b10;\nendmodule\n"));
  EXPECT_NE(lint.find("WIDTH"), std::string::npos) << lint;
  EXPECT_EQ(cached(), 0u);
}

TEST_F(RtlLibraryTest, AMissingVerilatorIsNamed) {
  const fs::path file = write("mine.sv", small);
  setenv("PATH", folder.c_str(), 1);
  const std::string error = complaint(file);
  EXPECT_NE(error.find("Verilator"), std::string::npos) << error;
  EXPECT_NE(error.find("install"), std::string::npos) << error;
}

TEST_F(RtlLibraryTest, AFailingAssertionAndFinishAreErrorsOfTheEdge) {
  const auto at_edge = [&](const std::string& name, const std::string& body) -> std::string {
    VerilatedLibrary library({{"bdi_compressor", write(name, "module bdi_compressor (input logic clk_i);\n" +
                                                                 body + "\nendmodule\n")}});
    try {
      library.open("bdi_compressor", {})->edge();
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  const std::string assertion =
      at_edge("assert.sv", "  Never: assert property (@(posedge clk_i) 0) else $error(\"no\");");
  EXPECT_NE(assertion.find("RTL of bdi_compressor"), std::string::npos) << assertion;
  EXPECT_NE(assertion.find("Never"), std::string::npos) << assertion;
  VerilatedLibrary library(
      {{"bdi_compressor", write("pins.sv",
                                "module bdi_compressor (input logic clk_i, input logic [67:0] a_i);\n"
                                "  always_ff @(posedge clk_i) assert (a_i != 68'd10);\nendmodule\n")}});
  const auto rtl = library.open("bdi_compressor", {});
  auto* const words = static_cast<unsigned*>(rtl->ports().find("a_i")->second.data);
  words[0] = 10;
  words[1] = words[2] = 0;  // random until they are driven
  try {
    rtl->edge();
    ADD_FAILURE() << "the assertion holds";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("its inputs were a_i = 0000000000000000a"), std::string::npos)
        << e.what();
  }
  const std::string finish = at_edge("finish.sv", "  always_ff @(posedge clk_i) $finish;");
  EXPECT_NE(finish.find("$finish"), std::string::npos) << finish;
}

TEST(RtlSelection, IsReadFromTheCommandLine) {
  const auto all = parse_rtl_selection("bdi_compressor,bank_arbiter=my/own.sv");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].block, "bdi_compressor");
  EXPECT_TRUE(all[0].rtl.file.empty());
  EXPECT_EQ(all[1].rtl.file, "my/own.sv");
  EXPECT_THROW(parse_rtl_selection("bdi_compressor,bdi_compressor"), Error);
  try {
    parse_rtl_selection("bank_arbitre");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().nearest, "bank_arbiter");
  }
}

}  // namespace
}  // namespace heddle::rtl_library_test

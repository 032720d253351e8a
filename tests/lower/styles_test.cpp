// RTL in constructs that Debian's yosys does not read: one machine, free_register_counter, in many styles.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/estimate/implementation.hpp"
#include "tb/estimate/technology.hpp"
#include "tb/lower/synthesizable.hpp"
#include "tb/verify/lint.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::lower_test {
namespace {

namespace fs = std::filesystem;
using estimate::tools_present;

const std::string block = "free_register_counter";

fs::path style(const std::string& name) {
  return fs::path(HEDDLE_SOURCE_DIR) / "tests/lower/styles" / (name + ".sv");
}

std::vector<std::string> styles() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(HEDDLE_SOURCE_DIR) / "tests/lower/styles"))
    if (entry.path().extension() == ".sv") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Problem problem(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.problem();
  }
  ADD_FAILURE() << "no error";
  return {};
}

class LowerTest : public testing::Test {
 protected:
  LowerTest() { setenv("HEDDLE_CACHE", (folder_.path() / "cache").c_str(), 1); }

  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_.path() / name;
    WholeFile(file).write(text);
    return file;
  }
  const fs::path& folder() const { return folder_.path(); }

 private:
  ScratchFolder folder_;
};

class StyleTest : public LowerTest, public testing::WithParamInterface<std::string> {};

/// Is the style mapped to cells, too? That takes most of the time; each night all are.
bool is_mapped(const std::string& style) {
  static const std::set<std::string> always{"plain",           "header_import",    "packed_dimensions",
                                            "memory_contents", "structs_on_ports", "class_functions",
                                            "powers"};
  return always.contains(style) || std::getenv("HEDDLE_VERIFY_ALL") != nullptr;
}

TEST_P(StyleTest, BecomesPlainVerilogOfTheSameMachine) {
  SKIP_WITHOUT_TOOLS();
  const RtlSource source = rtl_source(block, style(GetParam()), {});
  const RtlSource plain = lower::synthesizable(source, {block});
  EXPECT_NE(plain.file, source.file);
  EXPECT_EQ(verify::synthesis_problems(source), "");
  if (!is_mapped(GetParam())) return;
  const estimate::Liberty liberty = estimate::read_liberty(estimate::choose_technology({}).liberty);
  estimate::Implementer implementer(plain, liberty);
  implementer.prepare(1);
  EXPECT_EQ(implementer.make(0).netlist.flip_flops().size(), 36u) << "four counts of nine bits";
}

INSTANTIATE_TEST_SUITE_P(Styles, StyleTest, testing::ValuesIn(styles()),
                         [](const auto& style) { return style.param; });

TEST_F(LowerTest, AreaAndPathAreWhatYosysMakesOfAStyleThatItReads) {
  SKIP_WITHOUT_TOOLS();
  const estimate::Liberty liberty = estimate::read_liberty(estimate::choose_technology({}).liberty);
  const auto made = [&](const RtlSource& source) {
    estimate::Implementer implementer(source, liberty);
    implementer.prepare(1);
    return implementer.make(0);
  };
  const auto by_yosys = made(rtl_source(block, style("plain"), {}));
  for (const char* name : {"plain", "foreach", "parameter_type", "functions_that_return"}) {
    const auto lowered = made(lower::plain_source(rtl_source(block, style(name), {})));
    EXPECT_NEAR(lowered.netlist.area_um2() / by_yosys.netlist.area_um2(), 1, 0.05) << name;
    EXPECT_NEAR(lowered.analysis.timing.critical_path() / by_yosys.analysis.timing.critical_path(), 1, 0.1)
        << name;
  }
}

TEST_F(LowerTest, ADifferenceIsFoundBeforeSynthesis) {
  const RtlSource source = rtl_source(block, style("plain"), {});
  RtlSource broken = lower::plain_source(source);
  std::string text = read_text_file(broken.file, "file");
  const std::size_t at = text.find("9'h1)");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 5, "9'h3)");
  broken.file = write("broken.sv", text);
  const Problem found = problem([&] { lower::require_equal(source, broken, {block}); });
  EXPECT_NE(found.what.find("not the same machine"), std::string::npos) << found.what;
  EXPECT_NE(found.value.find("the RTL is equal to the model"), std::string::npos) << found.value;
}

/// As Chisel's registers have it: the initial value depends on the reset, which yosys cannot know.
TEST_F(LowerTest, WhatIsForSimulationOnlyIsNotSynthesized) {
  SKIP_WITHOUT_TOOLS();
  const std::string initial = "initial if (!rst_ni) count_q[0] = 9'd0;\n";
  const auto with = [&](const std::string& more) {
    std::string text = read_text_file(style("plain"), "style");
    return rtl_source(block, write("initial.sv", text.insert(text.rfind("endmodule"), more)), {});
  };
  const RtlSource plain = lower::synthesizable(with("`ifndef SYNTHESIS\n" + initial + "`endif\n"), {block});
  EXPECT_EQ(read_text_file(plain.file, "plain").find("initial begin"), std::string::npos);

  const estimate::Liberty liberty = estimate::read_liberty(estimate::choose_technology({}).liberty);
  estimate::Implementer implementer(lower::plain_source(with(initial)), liberty);
  EXPECT_EQ(problem([&] { implementer.prepare(1); }).what,
            "the initial value of a register depends on a signal");
}

TEST_F(LowerTest, WhatHardwareHasNotIsNamedWithItsPlace) {
  const fs::path file =
      write("real.sv",
            "module free_register_counter (input logic clk_i, output logic [63:0] free_counts_o);\n"
            "  real sum;\n"
            "  always_ff @(posedge clk_i) sum <= sum + 0.5;\n"
            "  always_ff @(posedge clk_i) free_counts_o <= 64'($rtoi(sum));\nendmodule\n");
  const Problem found = problem([&] { lower::plain_source(rtl_source(block, file, {})); });
  EXPECT_NE(found.place.find("real.sv:"), std::string::npos) << found.place;
  EXPECT_NE(found.what.find("cannot be made plain Verilog"), std::string::npos) << found.what;
}

TEST_F(LowerTest, AThreeStateDriverIsNamedWithItsPlace) {
  const fs::path file = write(
      "bus.sv",
      "module free_register_counter (input logic clk_i, input logic [8:0] a_i, output logic [8:0] b_o);\n"
      "  wire [8:0] bus;\n  assign bus = clk_i ? a_i : 9'hz;\n  assign bus = clk_i ? 9'hz : 9'd0;\n"
      "  assign b_o = bus;\nendmodule\n");
  const Problem found = problem([&] { lower::plain_source(rtl_source(block, file, {})); });
  EXPECT_NE(found.place.find("bus.sv:3"), std::string::npos) << found.place;
  EXPECT_NE(found.what.find("three-state"), std::string::npos) << found.what;
}

TEST_F(LowerTest, ContentsOfMemoriesAreReadAtTheirAddresses) {
  unsigned files = 0;
  const auto lowered = [&](const std::string& call) {
    const fs::path file = write(
        fmt::format("rom{}.sv", files++),
        "module free_register_counter (input logic clk_i, input logic [2:0] a_i, output logic [4:0] q_o);\n"
        "  logic [4:0] rom [2:7];\n  initial " +
            call + ";\n  assign q_o = rom[a_i];\nendmodule\n");
    return read_text_file(lower::plain_source(rtl_source(block, file, {})).file, "file");
  };
  write("rom.hex", "1f 0_1 // first\n/* two\nlines */ @6 a\n3e\n");
  const std::string text = lowered("$readmemh(\"rom.hex\", rom)");
  for (const char* line :
       {"rom[32'h0] = 5'h1f;", "rom[32'h1] = 5'h1;", "rom[32'h4] = 5'ha;", "rom[32'h5] = 5'h1e;"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  EXPECT_EQ(text.find("rom[32'h2] ="), std::string::npos) << text;
  write("rom.bin", "1 10 x1\n");
  const std::string down = lowered("$readmemb(\"rom.bin\", rom, 5, 3)");
  for (const char* line : {"rom[32'h3] = 5'h1;", "rom[32'h2] = 5'h2;", "rom[32'h1] = 5'b000x1;"})
    EXPECT_NE(down.find(line), std::string::npos) << line << "\n" << down;
  const auto fault = [&](const std::string& content) {
    write("rom.hex", content);
    return problem([&] { lowered("$readmemh(\"rom.hex\", rom)"); });
  };
  EXPECT_NE(fault("1\n2\n3\n4\n5\n6\n7\n").place.find("rom.hex:7"), std::string::npos);
  EXPECT_EQ(fault("1\n  1g\n").value, "1g");
  EXPECT_EQ(fault("@1 2\n").value, "address 1");
  const Problem none = problem([&] { lowered("$readmemh(\"none.hex\", rom)"); });
  EXPECT_NE(none.place.find("rom5.sv:3"), std::string::npos) << none.place;
  EXPECT_EQ(none.value, "none.hex");
}

TEST_F(LowerTest, RtlThatMayReachOutsideIsTaken) {
  UserRtl rtl(style("plain"));
  rtl.allowed = {"SYSTEM", "WIDTH"};
  EXPECT_NO_THROW(lower::plain_source(rtl_source(block, rtl, {})));
}

TEST_F(LowerTest, AMemoryStaysOne) {
  const fs::path file = write("memory.sv",
                              "module free_register_counter (input logic clk_i, input logic [7:0] a_i, d_i,\n"
                              "                              output logic [7:0] q_o);\n"
                              "  logic [7:0] rows [256];\n"
                              "  always_ff @(posedge clk_i) begin\n"
                              "    rows[a_i] <= d_i;\n    q_o <= rows[a_i];\n  end\nendmodule\n");
  const std::string text = read_text_file(lower::plain_source(rtl_source(block, file, {})).file, "file");
  EXPECT_NE(text.find("logic [7:0] rows [0:255];"), std::string::npos) << text;
}

TEST_F(LowerTest, AConverterOfTheUsersIsUsedInstead) {
  const fs::path programs = folder() / "programs";
  fs::create_directories(programs);
  write("programs/sv2v", "#!/bin/sh\necho \"// $1\"\nfor file; do :; done\ncat \"$file\"\n");
  fs::permissions(programs / "sv2v", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (programs.string() + ":" + path).c_str(), 1);
  const RtlSource plain = lower::plain_source(rtl_source(block, style("plain"), {}));
  setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(read_text_file(plain.file, "file").starts_with("// --top=free_register_counter\n"));
}

}  // namespace
}  // namespace heddle::lower_test

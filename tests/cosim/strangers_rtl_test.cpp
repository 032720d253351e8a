// SPDX-License-Identifier: Apache-2.0
// RTL that was written for other tools: delays, unpacked ports, memories in files; and RTL that reaches
// outside of the simulation or does not end.
#include <gtest/gtest.h>

#include <cstdlib>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"

namespace heddle::strangers_rtl_test {
namespace {

namespace fs = std::filesystem;

class StrangersRtl : public testing::Test {
 protected:
  StrangersRtl() {
    setenv("HEDDLE_CACHE", (folder_.path() / "cache").c_str(), 1);
    setenv("HEDDLE_RTL_OPTIMISATION", "-O0", 1);
  }
  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_.path() / name;
    fs::create_directories(file.parent_path());
    WholeFile(file).write(text);
    return file;
  }
  static std::unique_ptr<RtlModel> open(const UserRtl& rtl, const RtlParameters& parameters = {}) {
    return VerilatedLibrary({{"mov_injector", rtl}}).open("mov_injector", parameters);
  }
  static Problem problem(const UserRtl& rtl, const RtlParameters& parameters = {}) {
    try {
      open(rtl, parameters)->edge();
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

/// Returns a module with these items, on lines of their own from line 2 on.
std::string module_with(const std::string& items) {
  return "module mov_injector #(parameter int Latency = 1) (input logic clk_i, output logic [3:0] a_o);\n" +
         items + "\n  always_ff @(posedge clk_i) a_o <= '0;\nendmodule\n";
}

/// A counter of free registers as one for an FPGA is written; `delay` stands behind <=.
std::string counter(const std::string& delay) {
  return "`timescale 1ns / 1ps\nmodule free_register_counter #(parameter TCQ = 1) (\n"
         "  input wire clk_i, input wire rst_ni,\n"
         "  input wire [63:0] launch_counts_i, input wire launch_valid_i,\n"
         "  input wire [7:0] claim_valid_i, input wire [15:0] claim_clusters_i,\n"
         "  input wire [3:0] freed_valid_i, input wire [63:0] freed_registers_i,\n"
         "  output wire [63:0] free_counts_o);\n"
         "  genvar c;\n"
         "  generate for (c = 0; c < 4; c = c + 1) begin : g\n"
         "    reg [8:0] q, d; integer k;\n"
         "    always @* begin\n"
         "      d = launch_valid_i ? launch_counts_i[16*c +: 9] : q;\n"
         "      for (k = 0; k < 8; k = k + 1)\n"
         "        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == c) d = d - 1;\n"
         "      for (k = 0; k < 4; k = k + 1)\n"
         "        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == c) d = d + 1;\n"
         "    end\n"
         "    always @(posedge clk_i or negedge rst_ni)\n"
         "      if (!rst_ni) q <= " +
         delay + " 0; else q <= " + delay +
         " d;\n"
         "    assign free_counts_o[16*c +: 16] = {7'b0, q};\n"
         "  end endgenerate\nendmodule\n";
}

TEST_F(StrangersRtl, DelaysAreIgnoredAndThatIsSaid) {
  std::vector<CosimRequest> requests;
  for (const char* delay : {"#TCQ", "#1"}) {
    CosimRequest& r = requests.emplace_back();
    r.block = "free_register_counter";
    r.rtl = write(std::string("d") + delay + ".v", counter(delay));
    r.vectors = 2000;
    r.no_wave = true;
  }
  for (const CosimResult& r : cosimulate(requests)) {
    EXPECT_TRUE(r.passed()) << text_of(r);
    ASSERT_EQ(r.notes.size(), 1u);
    EXPECT_NE(r.notes[0].find(".v:19:"), std::string::npos) << r.notes[0];
    EXPECT_NE(text_of(r).find("note: delays of the RTL are ignored"), std::string::npos);
  }
}

/// The counter with other registers: `parts` of the module, which set q[c] of clk_i, rst_ni and d[c].
std::string counter_with(const std::string& ahead, const std::string& parts) {
  return ahead +
         "module free_register_counter (\n"
         "  input logic clk_i, rst_ni, input logic [63:0] launch_counts_i, input logic launch_valid_i,\n"
         "  input logic [7:0] claim_valid_i, input logic [15:0] claim_clusters_i,\n"
         "  input logic [3:0] freed_valid_i, input logic [63:0] freed_registers_i,\n"
         "  output logic [63:0] free_counts_o);\n"
         "  logic [8:0] q [4], d [4];\n"
         "  always_comb for (int c = 0; c < 4; c++) begin\n"
         "    d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : q[c];\n"
         "    for (int k = 0; k < 8; k++)\n"
         "      if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) d[c] = d[c] - 9'd1;\n"
         "    for (int k = 0; k < 4; k++)\n"
         "      if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) d[c] = d[c] + 9'd1;\n"
         "  end\n"
         "  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, q[c]};\n" +
         parts + "endmodule\n";
}

CosimRequest request_for(const fs::path& file, const std::vector<std::string>& allowed = {}) {
  CosimRequest r;
  r.block = "free_register_counter";
  r.rtl = file;
  r.rtl.allowed = allowed;
  r.vectors = 2000;
  r.no_wave = true;
  return r;
}

CosimResult compared(const fs::path& file) { return cosimulate({request_for(file)}).at(0); }

/// Inputs change after the rising edge, so latches and registers of the falling edge see the new ones.
TEST_F(StrangersRtl, MayGateItsClock) {
  const CosimResult r = compared(write(
      "g.sv",
      counter_with(
          "module icg (input logic clk_i, en_i, output logic clk_o);\n  logic en;\n"
          "  always_latch if (!clk_i) en = en_i;\n  assign clk_o = clk_i & en;\nendmodule\n",
          "  logic gated;\n"
          "  icg gate (.clk_i, .en_i(launch_valid_i || |claim_valid_i || |freed_valid_i), .clk_o(gated));\n"
          "  always_ff @(posedge gated or negedge rst_ni)\n"
          "    for (int c = 0; c < 4; c++) if (!rst_ni) q[c] <= '0; else q[c] <= d[c];\n")));
  EXPECT_TRUE(r.passed()) << text_of(r);
}

TEST_F(StrangersRtl, MayUseTheFallingEdge) {
  const CosimResult r = compared(
      write("n.sv",
            counter_with(
                "",
                "  logic [8:0] captured [4];\n"
                "  always_ff @(negedge clk_i or negedge rst_ni)\n"
                "    for (int c = 0; c < 4; c++) if (!rst_ni) captured[c] <= '0; else captured[c] <= d[c];\n"
                "  always_ff @(posedge clk_i or negedge rst_ni)\n"
                "    for (int c = 0; c < 4; c++) if (!rst_ni) q[c] <= '0; else q[c] <= captured[c];\n")));
  EXPECT_TRUE(r.passed()) << text_of(r);
}

/// What is unknown is random, so that it does not agree by being 0.
TEST_F(StrangersRtl, ThatLeavesItsOutputsUnknownIsDifferent) {
  const auto registers = [](const std::string& reset) {
    return "  always_ff @(posedge clk_i or negedge rst_ni)\n"
           "    for (int c = 0; c < 4; c++) if (!rst_ni) q[c] <= " +
           reset + "; else q[c] <= d[c];\n";
  };
  const std::string undriven =
      "  logic [8:0] nowhere;\n"
      "  always_ff @(posedge clk_i or negedge rst_ni)\n"
      "    for (int c = 0; c < 4; c++) if (!rst_ni) q[c] <= '0; else q[c] <= d[c] ^ nowhere;\n";
  const auto results =
      cosimulate({request_for(write("0.sv", counter_with("", registers("'0")))),
                  request_for(write("x.sv", counter_with("", registers("'x")))),
                  request_for(write("u.sv", counter_with("", undriven)), {"UNDRIVEN", "UNUSED"})});
  EXPECT_TRUE(results[0].passed()) << text_of(results[0]);
  EXPECT_FALSE(results[1].passed());
  EXPECT_FALSE(results[2].passed());
}

TEST_F(StrangersRtl, MayHaveAnyFileName) {
  for (const char* name : {"r{.sv", "r[1].sv", "r(.sv", "ü/m.sv", "a b.sv"})
    EXPECT_NO_THROW(open(write(name, module_with("")))) << name;
}

TEST_F(StrangersRtl, DelaysOfStatementsAndNetsAreIgnoredToo) {
  EXPECT_NO_THROW(open(write("s.sv", module_with("  wire #2 w = clk_i;\n  logic v;\n  assign #1 v = w;\n"
                                                 "  initial #3 $display(\"%b\", v);"))));
  const Problem waits =
      problem(write("w.sv", module_with("  logic v;\n  initial begin wait (clk_i); v = 1; end")));
  EXPECT_NE(waits.what.find("NOTIMING"), std::string::npos) << waits.what;
  EXPECT_EQ(waits.legal.find("--allow"), std::string::npos) << waits.legal;
}

TEST_F(StrangersRtl, AllWarningsAreToldInOneRun) {
  const fs::path file = write("w.sv", module_with("  logic [3:0] v, u; logic s;\n"
                                                  "  always_comb v = 5'd1;\n"
                                                  "  always_comb case (v) 4'd1: u = 1; 4'd2: u = 2; endcase\n"
                                                  "  always_comb s = v;"));
  const Problem p = problem(file);
  EXPECT_NE(p.legal.find("--allow "), std::string::npos) << p.legal;
  UserRtl allowed(file);
  std::string names = p.legal.substr(p.legal.find("--allow ") + 8);
  while (!names.empty()) {
    allowed.allowed.push_back(names.substr(0, names.find(',')));
    names.erase(0, allowed.allowed.back().size() + 1);
  }
  EXPECT_GE(allowed.allowed.size(), 2u) << p.what;
  EXPECT_NO_THROW(open(allowed)) << "the advice is enough: " << p.legal;
}

TEST_F(StrangersRtl, ListsKnowTheEnvironment) {
  write("lib/rtl/top.sv", module_with(""));
  setenv("HEDDLE_TEST_LIB", (folder() / "lib").c_str(), 1);
  for (const char* variable : {"$HEDDLE_TEST_LIB", "${HEDDLE_TEST_LIB}", "$(HEDDLE_TEST_LIB)"})
    EXPECT_NO_THROW(open(write("all.f", std::string("+define+A=$clog2(4)\n") + variable + "/rtl/top.sv\n")));
  const Problem p = problem(write("bad.f", "# first\n${HEDDLE_TEST_NONE}/top.sv\n"));
  EXPECT_NE(p.place.find("bad.f:2"), std::string::npos) << p.place;
  EXPECT_EQ(p.value, "${HEDDLE_TEST_NONE}");
}

TEST_F(StrangersRtl, ContentsOfMemoriesLieBesideTheRtl) {
  const std::string rom =
      "  logic [3:0] rom [2];\n  initial $readmemh(\"data/rom.hex\", rom);\n"
      "  final $display(\"\");\n  initial if (rom[1] != 4'h9) $fatal(1, \"no contents\");";
  const fs::path file = write("rtl/top.sv", module_with(rom));
  write("rtl/data/rom.hex", "7 9\n");
  EXPECT_NO_THROW(open(file));
  fs::remove(folder() / "rtl/data/rom.hex");
  EXPECT_NE(problem(file).what.find("data/rom.hex: $readmem file not found"), std::string::npos);
}

TEST_F(StrangersRtl, UnpackedPortsAreTakenOrNamed) {
  const auto with = [&](const char* name, const std::string& port) {
    return write(name, "module mov_injector (input logic clk_i, output logic " + port +
                           ");\n  always_ff @(posedge clk_i) a_o <= '{default: '0};\nendmodule\n");
  };
  const auto whole = open(with("a.sv", "[15:0] a_o [4]"))->ports().find("a_o")->second;
  EXPECT_EQ(whole.bits, 64u);
  EXPECT_EQ(whole.elements, 0u);
  const auto apart = open(with("b.sv", "[8:0] a_o [4]"))->ports().find("a_o")->second;
  EXPECT_EQ(apart.bits, 36u);
  EXPECT_EQ(apart.elements, 4u);
  CosimRequest request;
  request.block = "mov_injector";
  request.rtl = write("c.sv",
                      "module mov_injector (input logic clk_i, input logic rst_ni, input logic "
                      "[2:0] check_unit_i [2]);\nendmodule\n");
  try {
    cosimulate({request});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(e.problem().what.find("check_unit_i is there, as an unpacked array of 2 elements of 3 bits"),
              std::string::npos)
        << e.what();
  }
}

TEST_F(StrangersRtl, WhatReachesOutsideIsRefusedBeforeItRuns) {
  write("part.sv", "module part; initial $system(\"touch part_ran\"); endmodule\n");
  write("call.svh", "`define CALL(x) $``x\n");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"  initial $system(\"touch ran\");", "$system"},
      {"  int r; initial r = $system(\"touch ran\");", "$system"},
      {"`include \"call.svh\"\n  initial `CALL(system)(\"touch ran\");", "$system"},
      {"  part u_part ();", "$system"},
      {"  if (Latency == 7) begin : g initial $system(\"touch ran\"); end", "$system"},
      {"  int f; initial f = $fopen(\"ran\", \"w\");", "$fopen"},
      {"  logic [3:0] m [2]; initial $writememh(\"ran\", m);", "$writememh"},
      {"  int c, f; initial begin f = 32'h8000_0000; c = $fgetc(f); end", "$fgetc"},
      {"  initial $c(\"std::system(\\\"touch ran\\\");\");", "$c"},
      {"  import \"DPI-C\" function int system(input string s);", "import \"DPI-C\""},
      {"  function int f; return 1; endfunction\n  export \"DPI-C\" function f;", "export \"DPI-C\""},
      {"`ifdef SYNTHESIS\n  import \"DPI-C\" function int system(input string s);\n`endif",
       "import \"DPI-C\""},
      {"`systemc_implementation\nstatic int ran = 1;\n`verilog", "`systemc_implementation"}};
  for (const auto& [items, construct] : cases) {
    const fs::path file = write("top.sv", module_with(items));
    const Problem p = problem(file, {{"Latency", "7"}});
    EXPECT_EQ(p.value, construct) << items;
    EXPECT_NE(p.what.find("reaches outside of the simulation"), std::string::npos) << p.what;
    EXPECT_NE(p.place.find(".sv:"), std::string::npos) << p.place;
    EXPECT_NE(p.legal.find("--allow SYSTEM"), std::string::npos) << p.legal;
    EXPECT_FALSE(fs::exists("ran"));
    EXPECT_FALSE(fs::exists("part_ran"));
  }
  for (const char* harmless :
       {"  initial $display(\"$system\");", "  // $system(\"x\")",
        "`ifdef NONE\n  initial $system(\"x\");\n`endif", "  logic \\$system ; initial \\$system = 1;",
        "  initial if ($test$plusargs(\"x\")) $display(\"x\");"})
    EXPECT_NO_THROW(open(write("top.sv", module_with(harmless)))) << harmless;
  UserRtl trusted(write("top.sv", module_with("  initial $system(\"true\");")));
  trusted.allowed = {"SYSTEM"};
  EXPECT_NO_THROW(open(trusted));
  EXPECT_EQ(notes_of("mov_injector", trusted).size(), 1u);
}

TEST_F(StrangersRtl, ABenchInTheSameFileDoesNotMatter) {
  EXPECT_NO_THROW(
      open(write("top.sv", module_with("") + "module bench; initial $system(\"touch ran\"); endmodule\n")));
}

TEST_F(StrangersRtl, VhdlThatWritesFilesIsRefusedBeforeGhdlReadsIt) {
  const Problem p = problem(write(
      "w.vhd",
      "library ieee; use ieee.std_logic_1164.all; use std.textio.all;\n"
      "entity mov_injector is port (clk_i : in std_logic; a_o : out std_logic_vector(3 downto 0)); end;\n"
      "architecture rtl of mov_injector is\n  -- write_mode in a comment\n"
      "  file g : text open Write_Mode is \"ran\";\nbegin\n  a_o <= \"0000\";\nend;\n"));
  EXPECT_EQ(p.value, "Write_Mode");
  EXPECT_NE(p.place.find("w.vhd:5"), std::string::npos) << p.place;
  EXPECT_FALSE(fs::exists("ran"));
}

TEST_F(StrangersRtl, LoopsWithoutAnEndAreFoundWhereTheyStand) {
  const std::string f = "  function automatic int f(int x); while (x < 5) x = 1; return x; endfunction\n";
  for (const std::string& items :
       {f + "  int q; always_ff @(posedge clk_i) begin q <= f(q); if (q == 77) $display(\"q\"); end",
        std::string(
            "  logic [7:0] s;\n  always_comb begin s = 0; for (int i = 0; i < 9; i = i + 32'(clk_i) - "
            "32'(clk_i)) s = s + 8'(a_o); end\n  always_ff @(posedge clk_i) if (s == 3) $display(\"s\");"),
        std::string("  int q;\n  initial do q = 3; while (q < 7);\n  final $display(q);")}) {
    UserRtl rtl(write("top.sv", module_with(items)));
    rtl.loop_limit = 10'000;
    const Problem p = problem(rtl);
    EXPECT_NE(p.what.find("loops have run 10000 rounds at one clock edge without an end"), std::string::npos)
        << p.what;
    EXPECT_NE(p.what.find("top.sv:"), std::string::npos) << p.what;
  }
  UserRtl long_one(write("top.sv", module_with("  int q;\n  initial for (q = 0; q < 20000; q = q + 1);\n"
                                               "  final $display(q);")));
  EXPECT_NO_THROW(open(long_one));
  long_one.loop_limit = 10'000;
  EXPECT_NE(problem(long_one).what.find("without an end"), std::string::npos);
  long_one.loop_limit = 0;
  EXPECT_NO_THROW(open(long_one)) << "the limit can be lifted";
}

TEST_F(StrangersRtl, SetsThatItCannotBeAreKnownFromItsDeclaredParameters) {
  // A local parameter of that name cannot be set, and a signal of that name is none.
  const fs::path local = write("l.sv",
                               "module bdi_compressor (input logic clk_i, input logic Choices);\n"
                               "  localparam int Latency = 2;\nendmodule\n");
  const FittingSets sets = fitting_sets("bdi_compressor", local);
  EXPECT_EQ(sets.sets, std::vector<std::string>{"default"});
  EXPECT_TRUE(sets.contains(""));
  EXPECT_FALSE(sets.contains("latency_4"));
  EXPECT_NE(sets.note().find("latency_4 (Latency=4)"), std::string::npos) << sets.note();
}

TEST_F(StrangersRtl, InAGpuTheListsAndMacrosAreTheUsersToo) {
  write("rtl/top.sv", module_with("`ifndef OK\n  no_such_module u ();\n`endif"));
  UserRtl options;
  options.lists = {write("all.f", "rtl/top.sv\n")};
  options.defines = {"OK"};
  const auto all = parse_rtl_selection("mov_injector,bank_arbiter", options);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(all[0].rtl.empty());
  EXPECT_TRUE(all[1].rtl.empty()) << "the list declares no such module";
  EXPECT_NO_THROW(VerilatedLibrary(all).open("mov_injector", {}));
  EXPECT_THROW(parse_rtl_selection("bank_arbiter", options), Error) << "nobody takes them";
}

}  // namespace
}  // namespace heddle::strangers_rtl_test

// SPDX-License-Identifier: Apache-2.0
// heddle dpi: models of blocks in testbenches of Verilator's, beside RTL that is right and RTL that is not.
#include <gtest/gtest.h>

#include "tb/cosim/cosim.hpp"
#include "tb/cosim/process/command.hpp"
#include "tests/cli/program.hpp"

namespace heddle::dpi_test {
namespace {

namespace fs = std::filesystem;

const fs::path source = HEDDLE_SOURCE_DIR;

std::string rtl_of(const std::string& file) { return content_of(source / "rtl_ref" / file); }

/// Builds a simulation of these files and the folder's models by Verilator, and runs it.
CommandResult simulate(const TemporaryFolder& folder, const std::vector<std::string>& files,
                       const std::vector<std::string>& models) {
  const fs::path at = folder.path();
  std::vector<std::string> words{"verilator",
                                 "--binary",
                                 "--timing",
                                 "--top-module",
                                 "testbench",
                                 "-Wno-WIDTH",
                                 "-I" + source.string(),
                                 "-y",
                                 source / "rtl_ref/warp_approximation",
                                 "-CFLAGS",
                                 "-O0 -I" + at.string(),
                                 "--Mdir",
                                 at / "built"};
  for (const std::string& m : models)
    for (const char* end : {".sv", "_check.sv", ".c"}) words.push_back(at / (m + end));
  for (const std::string& f : files) words.push_back(at / f);
  const CommandResult built = run_command(words, 300);
  EXPECT_EQ(built.exit_code, 0) << built.output;
  return run_command({at / "built/Vtestbench"}, 120);
}

TEST(Dpi, TheExamplesRtlIsTheModel) {
  const TemporaryFolder folder;
  const Ran made = heddle({"dpi", "bdi_compressor"}, folder);
  ASSERT_EQ(made.status, 0) << made.err;
  folder.add("bdi_compressor.sv", rtl_of("warped_compression/bdi_compressor.sv"));
  folder.add("testbench.sv", content_of(source / "examples/dpi_testbench/testbench.sv"));
  const CommandResult ran = simulate(folder, {"bdi_compressor.sv", "testbench.sv"}, {"bdi_compressor_model"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("2000 edges compared, 0 differ"), std::string::npos) << ran.output;
}

TEST(Dpi, AFaultInTheRtlIsFound) {
  const TemporaryFolder folder;
  ASSERT_EQ(heddle({"dpi", "bdi_compressor"}, folder).status, 0);
  std::string rtl = rtl_of("warped_compression/bdi_compressor.sv");
  const std::string right = "assign low[16*(i-1) +: 16] = difference[15:0];";
  ASSERT_NE(rtl.find(right), std::string::npos);
  rtl.replace(rtl.find(right), right.size(),
              "assign low[16*(i-1) +: 16] = difference[15:0] & ~16'(i == 31);");
  folder.add("bdi_compressor.sv", rtl);
  folder.add("testbench.sv", content_of(source / "examples/dpi_testbench/testbench.sv"));
  const CommandResult ran = simulate(folder, {"bdi_compressor.sv", "testbench.sv"}, {"bdi_compressor_model"});
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_NE(ran.output.find("dut.check: rsp_data_o is "), std::string::npos) << ran.output;
}

/// Two sets of a block whose state outlives its requests, with a reset in between.
TEST(Dpi, TwoModelsAndAResetInOneTestbench) {
  const TemporaryFolder folder;
  for (const char* policy : {"2", "3"}) {
    const Ran made = heddle({"dpi", "representative_selector", "--set", std::string("policy=") + policy,
                             "--module", std::string("policy_") + policy},
                            folder);
    ASSERT_EQ(made.status, 0) << made.err;
  }
  folder.add("testbench.sv", R"(module testbench;
  logic clk_i = 1'b0, rst_ni = 1'b0, req_valid_i = 1'b0;
  logic [31:0] req_active_i = '0, mask_2, mask_3;
  logic [4:0] lane_2, lane_3;
  logic valid_2, valid_3;
  int n = 0;
  always #5 clk_i = ~clk_i;
  always_ff @(posedge clk_i) begin
    n <= n + 1;
    rst_ni <= n > 2 && n != 700;
    req_valid_i <= $urandom_range(3) != 0;
    req_active_i <= $urandom & $urandom;
    if (n == 1500) $finish;
  end
  representative_selector #(.Policy(2)) dut_2 (
      .rsp_mask_o(mask_2), .rsp_lane_o(lane_2), .rsp_valid_o(valid_2), .*);
  representative_selector #(.Policy(3)) dut_3 (
      .rsp_mask_o(mask_3), .rsp_lane_o(lane_3), .rsp_valid_o(valid_3), .*);
  policy_2_check check_2 (.rsp_mask_o(mask_2), .rsp_lane_o(lane_2), .rsp_valid_o(valid_2), .*);
  policy_3_check check_3 (.rsp_mask_o(mask_3), .rsp_lane_o(lane_3), .rsp_valid_o(valid_3), .*);
endmodule
)");
  const CommandResult ran = simulate(folder, {"testbench.sv"}, {"policy_2", "policy_3"});
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  for (const char* check : {"check_2", "check_3"})
    EXPECT_NE(ran.output.find(fmt::format("{}: 1496 edges compared, 0 differ", check)), std::string::npos)
        << ran.output;
}

TEST(Dpi, AModelThatCannotBeStartedEndsTheSimulation) {
  const TemporaryFolder folder;
  ASSERT_EQ(heddle({"dpi", "representative_selector", "--module", "m"}, folder).status, 0);
  folder.add("testbench.sv", R"(module testbench;
  logic clk_i = 1'b0, rst_ni = 1'b0, req_valid_i = 1'b0, rsp_valid_o;
  logic [31:0] req_active_i = '0, rsp_mask_o;
  logic [4:0] rsp_lane_o;
  always #5 clk_i = ~clk_i;
  m dut (.*);
  m_check check (.*);
endmodule
)");
  std::string c = content_of(folder.path() / "m.c");
  c.replace(c.find("heddle_open(\""), 13, "heddle_open(\"/nowhere");
  folder.add("m.c", c);
  const CommandResult ran = simulate(folder, {"testbench.sv"}, {"m"});
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_NE(ran.output.find("cannot start /nowhere"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("the model of representative_selector has ended"), std::string::npos)
      << ran.output;
}

/// A module, a check and a C side of each block, in its default set.
TEST(Dpi, EveryBlockHasFilesThatVerilatorTakes) {
  std::string root = run_command({"verilator", "--getenv", "VERILATOR_ROOT"}, 60).output;
  root.erase(root.find_last_not_of('\n') + 1);
  for (const std::string& block : cosim_blocks()) {
    const TemporaryFolder folder;
    const Ran made = heddle({"dpi", block}, folder);
    ASSERT_EQ(made.status, 0) << block << made.err;
    const fs::path at = folder.path();
    const CommandResult lint = run_command(
        {"verilator", "--lint-only", at / (block + "_model_check.sv"), at / (block + "_model.sv")}, 60);
    EXPECT_EQ(lint.exit_code, 0) << block << ": " << lint.output;
    const CommandResult c = run_command({"gcc", "-std=c99", "-fsyntax-only", "-Wall", "-Werror",
                                         "-I" + root + "/include/vltstd", at / (block + "_model.c")},
                                        60);
    EXPECT_EQ(c.exit_code, 0) << block << ": " << c.output;
  }
}

TEST(Dpi, BadInputIsRefused) {
  const TemporaryFolder folder;
  expect_refused(folder, {"dpi", "bdi_compresor"}, {"unknown block", "bdi_compressor"});
  expect_refused(folder, {"dpi", "bdi_compressor", "--set", "latency=99"}, {"latency", "99"});
  expect_refused(folder, {"dpi", "bdi_compressor", "--sets", "none_such"}, {"none_such"});
  expect_refused(folder, {"dpi", "bdi_compressor", "--module", "a-b"}, {"--module", "a-b", "letters"});
  expect_refused(folder, {"serve", "bdi_compressor", "--memory", "7"},
                 {"--memory", "7", "268 bytes of ports"});
}

}  // namespace
}  // namespace heddle::dpi_test

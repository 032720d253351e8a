// SPDX-License-Identifier: Apache-2.0
// heddle dpi --vpi: models of blocks in testbenches of Icarus Verilog's.
#include <gtest/gtest.h>

#include "tb/cosim/cosim.hpp"
#include "tb/cosim/process/command.hpp"
#include "tests/cli/program.hpp"

namespace heddle::vpi_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* testbench = R"(module testbench;
  logic clk_i = 0, rst_ni = 0, launch_valid_i = 0;
  logic [63:0] launch_counts_i = 0, freed_registers_i = 0, free_counts_o, other_counts;
  logic [15:0] claim_clusters_i = 0;
  logic [7:0] claim_valid_i = 0;
  logic [3:0] freed_valid_i = 0;
  integer n = 0;
  always #5 clk_i = ~clk_i;
  always @(posedge clk_i) begin
    n <= n + 1;
    rst_ni <= n > 2 && n != 700;
    launch_valid_i <= $urandom_range(50) == 0;
    {launch_counts_i, claim_valid_i, claim_clusters_i} <= {$urandom, $urandom, $urandom};
    {freed_registers_i, freed_valid_i} <= {$urandom, $urandom, $urandom};
    if (n == 1500) $finish;
  end
  free_register_counter dut (.*);
  m_check check (.*);
  free_register_counter other (.claim_valid_i(~claim_valid_i), .free_counts_o(other_counts), .*);
  m_check other_check (.claim_valid_i(~claim_valid_i), .free_counts_o(other_counts), .*);
endmodule
)";

/// The block's RTL in Verilog 2001.
std::string rtl() { return content_of(fs::path(HEDDLE_SOURCE_DIR) / "tests/lower/styles/verilog_2001.sv"); }

/// Writes the model's files, and simulates the testbench with this RTL; `environment` is the simulation's.
CommandResult simulated(const TemporaryFolder& folder, const std::string& text,
                        const std::string& environment = "") {
  const Ran made = heddle({"dpi", "free_register_counter", "--vpi", "--module", "m"}, folder);
  EXPECT_EQ(made.status, 0) << made.err;
  folder.add("rtl.v", text);
  folder.add("testbench.sv", testbench);
  return run_command(
      {"sh", "-c",
       "cd " + folder.path().string() +
           " && iverilog-vpi m.c >log && iverilog -g2012 -o t m.sv m_check.sv rtl.v testbench.sv && " +
           environment + " vvp -M. -mm t"},
      120);
}

/// Two instances, each with a model of its own, and a reset in between.
TEST(Vpi, TheBlocksRtlIsTheModel) {
  const TemporaryFolder folder;
  const CommandResult ran = simulated(folder, rtl());
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  for (const char* check : {"testbench.check", "testbench.other_check"})
    EXPECT_NE(ran.output.find(check + std::string(": 1496 edges compared, 0 differ")), std::string::npos)
        << ran.output;
}

TEST(Vpi, AFaultInTheRtlIsFound) {
  const TemporaryFolder folder;
  std::string faulty = rtl();
  ASSERT_NE(faulty.find("i < 8"), std::string::npos);
  const CommandResult ran = simulated(folder, faulty.replace(faulty.find("i < 8"), 5, "i < 7"));
  EXPECT_NE(ran.output.find("testbench.check: free_counts_o is "), std::string::npos) << ran.output;
  EXPECT_EQ(ran.output.find(" 0 differ"), std::string::npos) << ran.output;
}

TEST(Vpi, AModelThatCannotBeStartedEndsTheSimulation) {
  const TemporaryFolder folder;
  const CommandResult ran = simulated(folder, rtl(), "HEDDLE=/nonexistent");
  EXPECT_NE(ran.exit_code, 0);
  EXPECT_NE(ran.output.find("the model of free_register_counter has ended"), std::string::npos) << ran.output;
}

TEST(Vpi, EveryBlockHasFilesThatIcarusTakes) {
  for (const std::string& block : cosim_blocks()) {
    const TemporaryFolder folder;
    const Ran made = heddle({"dpi", block, "--vpi", "--module", "m"}, folder);
    ASSERT_EQ(made.status, 0) << block << made.err;
    const fs::path at = folder.path();
    const CommandResult read =
        run_command({"iverilog", "-g2012", "-t", "null", at / "m.sv", at / "m_check.sv"}, 60);
    EXPECT_EQ(read.exit_code, 0) << block << ": " << read.output;
    const CommandResult c = run_command(
        {"gcc", "-std=c99", "-fsyntax-only", "-Wall", "-Werror", "-I/usr/include/iverilog", at / "m.c"}, 60);
    EXPECT_EQ(c.exit_code, 0) << block << ": " << c.output;
  }
}

}  // namespace
}  // namespace heddle::vpi_test

// SPDX-License-Identifier: Apache-2.0
// The areas of small tables in the technology's file (storage_costs) are what synthesis of one gives with
// Debian's cells, scaled to 45 nm.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "models/base/config.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "models/energy/storage.hpp"
#include "tb/estimate/technology.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::storage_costs_test {
namespace {

constexpr unsigned rows = 16, bits = 32;

const std::string table = R"(
module dut #(parameter int Rows = 16, Bits = 32, Ports = 1, Select = $clog2(Rows)) (
    input logic clk, input logic write_i, input logic [Select-1:0] to_i, input logic [Bits-1:0] data_i,
    input logic [Ports*Select-1:0] from_i, output logic [Ports*Bits-1:0] data_o);
  logic [Bits-1:0] rows[Rows];
  always_ff @(posedge clk) if (write_i) rows[to_i] <= data_i;
  for (genvar p = 0; p < Ports; p++) assign data_o[p*Bits+:Bits] = rows[from_i[p*Select+:Select]];
endmodule
)";
const std::string comparators = R"(
module dut #(parameter int Rows = 16, Bits = 32, Ports = 1) (
    input logic [Rows*Bits-1:0] rows_i, input logic [Rows-1:0] valid_i, input logic [Bits-1:0] key_i,
    output logic [Rows-1:0] same_o);
  for (genvar r = 0; r < Rows; r++) assign same_o[r] = valid_i[r] && rows_i[r*Bits+:Bits] == key_i;
endmodule
)";

/// um2 at the library's own node.
double area_of(const std::string& verilog, unsigned ports, const std::string& liberty) {
  const ScratchFolder folder;
  write_file(folder.path() / "dut.sv", verilog);
  write_file(folder.path() / "script.ys",
             fmt::format("read_verilog -sv dut.sv\nchparam -set Rows {} -set Bits {} -set Ports {} dut\n"
                         "hierarchy -top dut\nproc\nmemory\nsynth -flatten -top dut\ndfflibmap -liberty {}\n"
                         "abc -liberty {}\nstat -liberty {}\n",
                         rows, bits, ports, liberty, liberty, liberty));
  const std::string out = run_tool(yosys, {"script.ys"}, folder.path(), "synthesis of a table");
  const std::string label = "Chip area for ";
  const std::size_t at = out.rfind(label);
  EXPECT_NE(at, std::string::npos) << out;
  return std::stod(out.substr(out.find(": ", at) + 2));
}

TEST(StorageCosts, AreThoseOfSynthesis) {
  SKIP_WITHOUT_TOOLS();
  const Technology technology = read_technology(HEDDLE_SOURCE_DIR "/configs/technologies/osu018.yaml");
  const double scale = technology.scalings.at(0).area * rows * bits;
  ConfigTree tree;
  tree.add_file(HEDDLE_SOURCE_DIR "/configs/technologies/lee2015_45nm.yaml");
  const auto costs = resolve<StorageCosts>(tree, "storage_costs");
  const double one = area_of(table, 1, technology.liberty), two = area_of(table, 2, technology.liberty);
  EXPECT_NEAR(costs.table_bit_um2, one / scale, 0.05 * costs.table_bit_um2);
  EXPECT_NEAR(costs.read_port_um2, (two - one) / scale, 0.1 * costs.read_port_um2);
  EXPECT_NEAR(costs.compare_bit_um2, area_of(comparators, 1, technology.liberty) / scale,
              0.05 * costs.compare_bit_um2);
  const StorageCosts defaults;
  EXPECT_EQ(costs.table_bit_um2, defaults.table_bit_um2);
  EXPECT_EQ(costs.read_port_um2, defaults.read_port_um2);
  EXPECT_EQ(costs.compare_bit_um2, defaults.compare_bit_um2);
}

}  // namespace
}  // namespace heddle::estimate::storage_costs_test

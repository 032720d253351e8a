// SPDX-License-Identifier: Apache-2.0
// Reads one indicator of the range indicator table: each unit that needs a register's banks has one
// (Lee2015, section 5: beside the bank arbiter). It is no part of the table; its cost is counted
// with it.
//
// Bits        of an indicator, and indicators_* as in range_indicator_table.
// Latency     inputs are sampled at a rising edge; indicator_o is that of register_i after it, and
//             that of register 0 for one that the table does not have.
// Reset       asynchronous; zero.
`default_nettype none

module range_indicator_reader #(
  parameter int unsigned Bits = 2,
  localparam int unsigned Registers = 1024,
  localparam int unsigned IndexBits = $clog2(Registers)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [15:0]          register_i,
  input  wire logic [Registers-1:0] indicators_low_i,
  input  wire logic [Registers-1:0] indicators_high_i,
  input  wire logic [Registers-1:0] indicators_wide_i,
  output logic      [2:0]           indicator_o
);

  logic [IndexBits-1:0] index;
  logic [2:0] indicator_d;
  assign index = (register_i[15:IndexBits] == '0) ? register_i[IndexBits-1:0] : '0;
  assign indicator_d = {(Bits > 2) && indicators_wide_i[index], indicators_high_i[index],
                        indicators_low_i[index]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      indicator_o <= '0;
    end else begin
      indicator_o <= indicator_d;
    end
  end

endmodule
`default_nettype wire

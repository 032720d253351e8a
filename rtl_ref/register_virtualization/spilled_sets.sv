// SPDX-License-Identifier: Apache-2.0
// Which registers of each warp are in memory: a memory with a registered read port and a write port,
// to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; set_o is the row that was read last.
`default_nettype none

module spilled_sets #(
  parameter int unsigned Warps = 64,
  parameter int unsigned Registers = 64,
  localparam int unsigned WarpBits = $clog2(Warps)
) (
  input  wire logic                 clk_i,
  input  wire logic                 read_i,
  input  wire logic [WarpBits-1:0]  read_warp_i,
  input  wire logic                 write_i,
  input  wire logic [WarpBits-1:0]  write_warp_i,
  input  wire logic [Registers-1:0] write_set_i,
  output logic      [Registers-1:0] set_o
);

  logic [Registers-1:0] memory_q [0:Warps-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      set_o <= memory_q[read_warp_i];
    end
    if (write_i) begin
      memory_q[write_warp_i] <= write_set_i;
    end
  end

endmodule
`default_nettype wire

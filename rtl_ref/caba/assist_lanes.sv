// SPDX-License-Identifier: Apache-2.0
// The lanes of the assist warps that each event triggers: a memory with a registered read port and a write
// port, to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; lanes_o is the word that was read last, as it was before the
//             edge that read it, also when that edge wrote it.
`default_nettype none

module assist_lanes #(
  parameter int unsigned Rows = 32,
  parameter int unsigned Width = 32,
  localparam int unsigned RowBits = $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               read_i,
  input  wire logic [RowBits-1:0] read_row_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [Width-1:0]   write_lanes_i,
  output logic      [Width-1:0]   lanes_o
);

  logic [Width-1:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      lanes_o <= memory_q[read_row_i];
    end
    if (write_i) begin
      memory_q[write_row_i] <= write_lanes_i;
    end
  end

endmodule
`default_nettype wire

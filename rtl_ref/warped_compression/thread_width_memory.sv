// SPDX-License-Identifier: Apache-2.0
// The widths of a thread width table: a memory with a registered read port and a write port that
// writes single lanes, to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; widths_o is the row that was read last, as it was
//             before the edge that read it. Rows that do not exist read anything, and what is written
//             there is lost.
`default_nettype none

module thread_width_memory #(
  parameter int unsigned Rows = 256,
  localparam int unsigned Lanes = 16,
  localparam int unsigned RowBits = $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               read_i,
  input  wire logic [RowBits-1:0] read_row_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [Lanes-1:0]   write_lanes_i,
  input  wire logic [2*Lanes-1:0] write_widths_i,
  output logic      [2*Lanes-1:0] widths_o
);

  logic [2*Lanes-1:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      widths_o <= memory_q[read_row_i];
    end
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (write_i && write_lanes_i[i]) begin
        memory_q[write_row_i][2*i +: 2] <= write_widths_i[2*i +: 2];
      end
    end
  end

endmodule
`default_nettype wire
